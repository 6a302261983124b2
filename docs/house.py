"""The generated parts of docs/architecture.md: the picture, the folders, the one-letter names.

The picture is drawn from the import contracts in pyproject.toml, which `lint-imports` checks, so
that it cannot differ from what the code imports. The descriptions are those of the docstrings.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from docs.rulebook.clauses import read_toml
from docs.rulebook.markdown import table

ROOT = Path(__file__).resolve().parent.parent


def layer_contracts(root: Path) -> dict[str, list[list[str]]]:
    """The layers of import contracts, by the package that they divide ("" for the packages).

    A layer is a list of folders or modules that do not import each other; the first layer is the
    top one.
    """
    contracts = read_toml(root / "pyproject.toml")["tool"]["importlinter"]["contracts"]
    return {
        container: [[name.strip() for name in layer.split("|")] for layer in contract["layers"]]
        for contract in contracts
        if contract["type"] == "layers"
        for container in contract.get("containers", [""])
    }


def picture(root: Path = ROOT) -> str:
    """The packages and their layers as a Mermaid flowchart; arrows are allowed imports."""
    contracts = layer_contracts(root)
    packages = contracts[""]
    lines = ["```mermaid", "flowchart TD"]
    for package in (name for layer in packages for name in layer):
        lines += _package_lines(package, contracts.get(package))
    for above, below in pairwise(packages):
        lines += [f"    {upper} --> {lower}" for upper in above for lower in below]
    return "\n".join([*lines, "```"])


def _package_lines(package: str, layers: Sequence[Sequence[str]] | None) -> list[str]:
    """A package as one box, or as a column of boxes, one for each of its layers."""
    if layers is None:
        return [f'    {package}["{package}"]']
    boxes = [f'{package}_{number}["{" · ".join(layer)}"]' for number, layer in enumerate(layers)]
    return [f"    subgraph {package}", "        " + " --> ".join(boxes), "    end"]


def folder_table(root: Path = ROOT) -> str:
    """Every folder and module of the layers, from the ground up, with the task it has."""
    contracts = layer_contracts(root)
    rows = []
    for layer in reversed(contracts[""]):
        for package in layer:
            inside = contracts.get(package) or [[name] for name in _folders(root / package)]
            for name in (name for layer in reversed(inside) for name in layer):
                path = root / package / name
                shown = f"{package}/{name}" + ("/" if path.is_dir() else ".py")
                rows.append([f"`{shown}`", _first_line(path)])
    return "\n".join(table(["folder or module", "contents"], rows)).rstrip()


def _folders(package: Path) -> list[str]:
    """The folders of a package that has no layers, or its modules if it has no folders."""
    folders = sorted(path.name for path in package.iterdir() if (path / "__init__.py").exists())
    modules = sorted(path.stem for path in package.glob("*.py") if path.stem != "__init__")
    return list(reversed(folders or modules))


def _first_line(path: Path) -> str:
    """The first line of a module's docstring, without the full stop."""
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    docstring = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    return docstring.partition("\n")[0].rstrip(".")


def letter_table(root: Path = ROOT) -> str:
    """The names of parameters of jitted functions, from the docstring that defines them."""
    source = (root / "marriage_env" / "kernels" / "__init__.py").read_text(encoding="utf-8")
    docstring = ast.get_docstring(ast.parse(source)) or ""
    return "\n".join(line for line in docstring.splitlines() if line.startswith("|"))


HOUSE_TABLES: Mapping[str, Callable[[], str]] = {
    "layers": picture,
    "folders": folder_table,
    "letters": letter_table,
}
