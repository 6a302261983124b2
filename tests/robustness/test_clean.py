"""`make clean` removes what this project compiled, and nothing of anybody else's."""

from __future__ import annotations

from pathlib import Path

from marriage_env.compiler.clean_cache import MARK, clean, is_ours


def cache(folder: Path) -> Path:
    """A cache as marriage_env made it, once and now."""
    (folder / "mariage_1").mkdir(parents=True)
    (folder / "mariage_1" / "deal.deal-12.py311.nbi").touch()
    (folder / "mariage_1" / "deal.deal-12.py311.1.nbc").touch()
    for name in (
        MARK,
        "save.lock",
        "compile.lock",
        "compiled_mariage",
        "pick-0a1b.nbc",
        ".7-ab.unfinished",
    ):
        (folder / name).touch()
    return folder


def files(folder: Path) -> set[Path]:
    return {file for file in folder.rglob("*") if file.is_file()}


def test_only_our_caches_go_from_a_folder_that_others_share(tmp_path: Path):
    shared = tmp_path / "numba"
    ours = [cache(shared / "0123456789abcdef"), cache(shared / "marriage_env" / "fedcba9876543210")]
    theirs = shared / "project_ab12" / "f.f-1.py311.nbi"
    alike = cache(shared / "00000000000000ff") / "thesis.txt"  # someone keeps more in it
    plain = shared / "aaaaaaaaaaaaaaaa" / "f.f-1.py311.nbc"  # no mark of ours
    for file in (theirs, alike, plain):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    linked = shared / "1111111111111111"
    linked.symlink_to(cache(tmp_path / "elsewhere" / "2222222222222222"))
    kept = files(shared) - {file for folder in ours for file in files(folder)}
    assert set(clean({"NUMBA_CACHE_DIR": str(shared), "XDG_CACHE_HOME": str(tmp_path)})) == {*ours}
    assert files(shared) == kept
    assert {theirs, alike, plain} <= kept
    assert (linked / "save.lock").exists()


def test_our_own_folder_of_caches_goes_when_it_is_empty(tmp_path: Path):
    ours = cache(tmp_path / "marriage_env" / "0123456789abcdef")
    assert clean({"XDG_CACHE_HOME": str(tmp_path)}) == [ours]
    assert not list(tmp_path.iterdir())
    assert clean({"XDG_CACHE_HOME": str(tmp_path)}) == []


def test_the_cache_that_is_in_use_is_known_as_ours():
    from marriage_env.compiler.jit import JITTED, cache_folder

    folder = cache_folder()
    assert folder is None or is_ours(folder) or not JITTED


def test_make_clean_uses_it():
    rules = (Path(__file__).parents[2] / "Makefile").read_text().partition("\nclean:")[2]
    assert "clean_cache.py" in rules
    assert "CACHE_DIR" not in rules
