"""Generate the pages on the rules: docs/rules.md, its clauses, its worked example, its accounts.

`python docs/build_rules.py` writes the pages. With `--check` it writes nothing and exits with 1 if
a page is stale; if a clause lacks a test, a function, or a quotation of an account that speaks of
it; if a field of a `Rules` or of `Accidents` belongs to no clause; if a docstring cites a clause
that does not exist; or if a paragraph of an account is missing, or has neither a clause nor a note.

The pages are made from rules_intro.md (the text of rules.md), clauses.toml, accounts.toml,
departures.toml, example.toml, the engine, and the docstrings of code and tests.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from docs.rulebook.checks import problems
from docs.rulebook.pages import render
from docs.rulebook.source import load
from marriage_env.files.storage import write_text

ROOT = Path(__file__).resolve().parent.parent


def main(arguments: Sequence[str], root: Path = ROOT) -> int:
    """Write the pages, or with --check print what is wrong with them; the exit status."""
    if list(arguments) not in ([], ["--check"]):
        print("usage: python docs/build_rules.py [--check]", file=sys.stderr)
        return 2
    source = load(root)
    pages = {root / "docs" / page: text for page, text in render(source).items()}
    if not arguments:
        for path, text in pages.items():
            write_text(path, text)
        return 0
    wrong = problems(source)
    for path, text in pages.items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            wrong.append(f"docs/{path.name} is stale: run python docs/build_rules.py")
    for line in wrong:
        print(line, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
