"""What is installed: the environment alone, typed, without the trainers."""

from __future__ import annotations

import subprocess
import sys
import zipfile

import pytest

from docs.build_tables import ROOT


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel, built from the checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder)]
    subprocess.run([*command, str(ROOT)], check=True, capture_output=True)
    return zipfile.ZipFile(next(folder.glob("*.whl")))


def test_the_wheel_holds_the_environment_alone(wheel):
    packages = {name.split("/")[0] for name in wheel.namelist()}
    assert {name for name in packages if "dist-info" not in name} == {"marriage_env"}
    assert "marriage_env/py.typed" in wheel.namelist()
    wheel.close()


def test_importing_the_environment_loads_neither_torch_nor_pygame():
    code = (
        "import sys, marriage_env; env = marriage_env.marriage_v0.env(render_mode='ansi');"
        "env.reset(seed=1); env.render().encode('cp1252');"
        "assert not {'torch', 'pygame', 'matplotlib'} & sys.modules.keys()"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)
