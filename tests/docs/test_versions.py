"""The lowest versions that pyproject.toml allows are versions that are run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

try:
    import tomllib
except ModuleNotFoundError:
    import tomli as tomllib  # pytest brings it on Python 3.10

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
# `make test-lowest` installs these extras. The others have environments of their own, or need what
# constraints.txt has: their floors are those versions, and so are those of tools for development.
RUN_LOWEST = ("", "sb3", "train", "eval")


def pinned(name: str) -> dict[str, set[Version]]:
    """The versions in a file of constraints, by package."""
    found: dict[str, set[Version]] = {}
    for line in (ROOT / name).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            one = Requirement(line)
            (version,) = one.specifier
            assert version.operator == "==", line
            found.setdefault(one.name, set()).add(Version(version.version))
    return found


def requirements() -> list[tuple[str, Requirement]]:
    """Every direct requirement, with the extra that has it."""
    extras = {"": PROJECT["dependencies"], **PROJECT["optional-dependencies"]}
    return [(extra, Requirement(text)) for extra, texts in extras.items() for text in texts]


@pytest.mark.parametrize(
    ("extra", "requirement"), requirements(), ids=lambda value: str(value).split(">")[0]
)
def test_floors_are_run(extra: str, requirement: Requirement) -> None:
    floors = [Version(one.version) for one in requirement.specifier if one.operator == ">="]
    assert len(floors) == 1, f"{requirement}: expected one floor, {requirement.name}>=VERSION"
    lowest = extra in RUN_LOWEST or requirement.name in pinned("constraints-lowest.txt")
    file = "constraints-lowest.txt" if lowest else "constraints.txt"
    versions = pinned(file).get(requirement.name, set())
    assert min(versions, default=None) == floors[0], f"{requirement} and {file} differ"


def test_pythons_are_those_of_the_classifiers() -> None:
    classified = re.findall(r"Python :: (3\.\d+)", " ".join(PROJECT["classifiers"]))
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    (listed,) = re.findall(r"foreach version,([\d. ]+),", makefile)
    assert listed.split() == classified
    assert PROJECT["requires-python"] == f">={classified[0]}"
