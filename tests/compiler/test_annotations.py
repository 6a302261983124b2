"""Functions without annotations are jitted, and stand in the modules that pyproject.toml lists.

In those modules mypy accepts functions without annotations; this test makes sure that they are
jitted (numba infers their types), so that everything else is checked by `mypy --strict`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGES = ("marriage_env", "agents", "train", "eval")


def sources() -> Iterator[tuple[str, ast.Module]]:
    """Every module's name and syntax tree."""
    for package in PACKAGES:
        for file in sorted((ROOT / package).rglob("*.py")):
            name = ".".join(file.relative_to(ROOT).with_suffix("").parts)
            yield name.removesuffix(".__init__"), ast.parse(file.read_text())


def is_untyped(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether mypy's --disallow-untyped-defs or --disallow-incomplete-defs objects."""
    given = function.args
    parameters = [*given.posonlyargs, *given.args, *given.kwonlyargs]
    parameters += [each for each in (given.vararg, given.kwarg) if each is not None]
    typed = [each for each in parameters if each.arg not in ("self", "cls")]
    if not all(each.annotation for each in typed):
        return True
    return function.returns is None and (function.name != "__init__" or not typed)


def compiled_names(module: ast.Module) -> set[str]:
    """Functions that a module gives to `compiled_with`, directly or in a tuple with a name."""
    tuples = {
        target.id: node.value
        for node in module.body
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None
        for target in ([node.target] if isinstance(node, ast.AnnAssign) else node.targets)
        if isinstance(target, ast.Name)
    }
    names = set()
    for call in ast.walk(module):
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "compiled_with":
            functions = call.args[1]
            if isinstance(functions, ast.Name):
                functions = tuples[functions.id]
            names |= {each.id for each in ast.walk(functions) if isinstance(each, ast.Name)}
    return names


def untyped_functions(module: ast.Module) -> dict[str, bool]:
    """The functions without annotations, and whether each is jitted (or the place of one)."""
    compiled = compiled_names(module)
    found = {}
    for node in ast.walk(module):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and is_untyped(node):
            marks = {getattr(each, "id", "") for each in node.decorator_list}
            found[node.name] = (
                bool(marks & {"jit", "jit_allocating", "hook"}) or node.name in compiled
            )
    return found


def test_functions_without_annotations_are_jitted() -> None:
    plain = [
        f"{name}.{function}"
        for name, module in sources()
        for function, jitted in untyped_functions(module).items()
        if not jitted
    ]
    assert plain == []


def test_mypy_is_relaxed_in_modules_of_jitted_functions_alone() -> None:
    tomllib = pytest.importorskip("tomllib", reason="part of Python 3.11")
    overrides = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["mypy"]["overrides"]
    relaxed = [each for each in overrides if "ignore_missing_imports" not in each]
    options = {"module", "disallow_untyped_defs", "check_untyped_defs"}
    assert [set(each) for each in relaxed] == [options]
    wanted = [name for name, module in sources() if untyped_functions(module)]
    assert sorted(relaxed[0]["module"]) == sorted(wanted)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("@jit\ndef f(x): ...", {"f": True}),
        ("def f(x): ...", {"f": False}),
        ("def f(x: int): ...", {"f": False}),
        ("def f() -> int: ...", {}),
        ("class A:\n    def __init__(self): ...", {"__init__": False}),
        ("class A:\n    def __init__(self, x: int): ...", {}),
        ("def f(x): ...\nALL = (f,)\ncompiled_with(name, ALL, {})", {"f": True}),
        ("def f(x): ...\ndef g(x): ...\ncompiled_with(name, (f,), {})", {"f": True, "g": False}),
    ],
)
def test_what_counts_as_jitted(text: str, expected: dict[str, bool]) -> None:
    assert untyped_functions(ast.parse(text)) == expected
