"""The sources of a factory's project: its module, all that it imports, and the files they name.

Everything is found by reading; nothing of the project is run.
"""

from __future__ import annotations

import ast
import importlib
import importlib.machinery
import site
import sys
import sysconfig
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path

_OURS = ("marriage_env", "agents", "train", "eval")
_LONGEST_NAME = 255
_MOST_FOLDERS = 20


def project_sources(module: str) -> set[Path]:
    """The files of a module, of all that it imports, and that these name: of its project alone."""
    importlib.invalidate_caches()  # a module may have been written a moment ago
    files: set[Path] = set()
    waiting, seen = [module], set()
    while waiting:
        name = waiting.pop()
        if name in seen or name.partition(".")[0] in _OURS:
            continue
        seen.add(name)
        file = file_of(name)
        if file is None or _is_installed(file):
            continue
        files.add(file)
        tree = _parsed(file)
        if tree is not None:
            waiting += _imported(tree, name, file.stem == "__init__")
            files |= _files_named_in(tree, file.parent)
        waiting += [name.rpartition(".")[0]] if "." in name else []
    return files


def declares_version(file: Path) -> bool:
    """Whether a module or a class in it sets `version` to a text or number."""
    tree = _parsed(file) if file.suffix == ".py" else None
    return tree is not None and any(
        isinstance(node, (ast.Assign, ast.AnnAssign))
        and isinstance(node.value, ast.Constant)
        and any(_name_of(target) == "version" for target in _targets(node))
        for node in ast.walk(tree)
    )


def _targets(node: ast.Assign | ast.AnnAssign) -> list[ast.expr]:
    return node.targets if isinstance(node, ast.Assign) else [node.target]


def _name_of(target: ast.expr) -> str:
    """What an assignment sets: a name, or an attribute such as `self.version`."""
    return getattr(target, "id", "") or getattr(target, "attr", "")


def _imported(tree: ast.AST, module: str, is_package: bool) -> Iterator[str]:
    """Full names that a module imports, those of attributes too: they find no file."""
    package = module if is_package else module.rpartition(".")[0]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".") if node.level else []
            above = above[: len(above) - node.level + 1] if node.level else []
            base = ".".join([*above, *filter(None, [node.module])])
            yield base
            yield from (f"{base}.{alias.name}".lstrip(".") for alias in node.names)


def _files_named_in(tree: ast.AST, folder: Path) -> set[Path]:
    """Files beside a module, or in the current folder, that texts in it name."""
    texts = {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and 0 < len(node.value) <= _LONGEST_NAME
        and "\n" not in node.value
    }
    roots = [folder, Path()]
    found = {root / text for root, text in product(roots, texts) if is_file(root / text)}
    names = [text for text in texts if text.strip("./") and _is_folder(folder / text)]
    inside = [folder / name for name in sorted(names)[:_MOST_FOLDERS]]
    return found | {at / text for at, text in product(inside, texts) if is_file(at / text)}


def file_of(module: str) -> Path | None:
    """The file of a module, found without running anything of its packages."""
    where: list[str] | None = None
    spec: importlib.machinery.ModuleSpec | None = None
    parts = module.split(".")
    for depth in range(1, len(parts) + 1):
        name = ".".join(parts[:depth])
        try:
            finders = (finder.find_spec(name, where) for finder in sys.meta_path)
            spec = next((one for one in finders if one is not None), None)
        except (ImportError, ValueError, AttributeError):
            return None
        if spec is None:
            return None
        where = list(spec.submodule_search_locations or [])
    if spec is None or not spec.has_location or not spec.origin:
        return None
    return Path(spec.origin)


@cache
def _installed() -> tuple[Path, ...]:
    """Where Python and installed packages live."""
    paths = sysconfig.get_paths()
    folders = [paths[name] for name in ("stdlib", "platstdlib", "purelib", "platlib")]
    folders += [*site.getsitepackages(), site.getusersitepackages()]
    return tuple(Path(folder).resolve() for folder in folders)


def _is_installed(file: Path) -> bool:
    return any(folder in file.resolve().parents for folder in _installed())


def _parsed(file: Path) -> ast.AST | None:
    """The syntax tree of a source, None if it has none: then its bytes say all."""
    if file.suffix != ".py":
        return None
    try:
        return ast.parse(file.read_bytes())
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # too long, or with a zero byte
        return False


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False
