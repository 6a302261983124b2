"""Going on with a run runs no code that its folder names; what a machine lacks is said first."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict

import pytest
import torch

from agents.spec import names_code
from train.__main__ import main
from train.config import PPOConfig

_CODE = "strangers_module:agent"


def folder_with(tmp_path, **changed):
    """A run's folder with nothing in it but its settings."""
    run = tmp_path / "run"
    run.mkdir()
    settings = {"method": "ppo", **asdict(PPOConfig(width=8)), **changed}
    (run / "config.json").write_text(json.dumps(settings))
    return run


@pytest.mark.parametrize(
    "changed",
    [
        {"opponents": _CODE},
        {"opponents": f"search:policy={_CODE},worlds=2"},
        {"opponents": f"search:worlds=2,policy={_CODE}"},
        {"pool_share": 0.5, "pool_agents": f"random {_CODE}"},
        {"method": "distil", "teacher": _CODE},
        {"opponents": "os:abort"},
    ],
)
def test_code_that_a_run_names_is_run_with_trust_alone(changed, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "strangers_module.py").write_text("open('canary', 'w').close()\n")
    if changed.get("method") == "distil":
        from train.config import DistilConfig

        changed = {**asdict(DistilConfig(width=8)), **changed}
        run = tmp_path / "run"
        run.mkdir()
        (run / "config.json").write_text(json.dumps(changed))
    else:
        run = folder_with(tmp_path, **changed)
    assert main(["ppo", "--resume", str(run)]) == 2
    said = capsys.readouterr().err
    assert "which is code to run: use --trust if you trust the author of the run" in said
    assert not (tmp_path / "canary").exists()
    assert "strangers_module" not in sys.modules


@pytest.mark.parametrize(
    ("spec", "is_code"),
    [
        ("random", False),
        ("pimc:worlds=4", False),
        ("pretrained:5", False),
        ("runs/a/final.zip", False),
        ("c:/runs/final.zip", False),
        ("search:policy=pretrained:5", False),
        ("package.module:factory", True),
        ("search:policy=package.module:factory", True),
        ("search:policy=search:policy=os:abort", True),
    ],
)
def test_which_specs_name_code(spec, is_code):
    assert names_code(spec, "mariage") == is_code


@pytest.mark.parametrize("command", ["ppo", "dmc", "distil"])
@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--threads", "100000"], "threads=100000: expected 1 to "),
        (["--threads", "0"], "threads=0"),
        (["--threads", "-1"], "threads=-1"),
        (["--device", "cuda"], "device='cuda': torch finds no CUDA device"),
        (["--device", "tpu"], "device='tpu': expected auto, cpu, cuda"),
        (["--device", ""], "device='': expected auto, cpu, cuda"),
    ],
)
def test_what_this_machine_lacks_is_said_before_anything_is_written(
    command, options, message, tmp_path, monkeypatch, capsys
):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    out = tmp_path / "run"
    assert main([command, *options, "--out", str(out)]) == 2
    assert message in capsys.readouterr().err
    assert not out.exists()


@pytest.mark.parametrize("change", [{"threads": 100_000}, {"device": "cuda"}, {"width": 2**20}])
def test_a_run_that_asks_for_what_this_machine_lacks_cannot_go_on(
    change, tmp_path, monkeypatch, capsys
):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    assert main(["ppo", "--resume", str(folder_with(tmp_path, **change))]) == 2
    assert f"{next(iter(change))}=" in capsys.readouterr().err


def test_threads_of_the_measurement_of_speed_are_checked(capsys):
    assert main(["speed", "--threads", "100000"]) == 2
    assert "threads=100000: expected 1 to " in capsys.readouterr().err
