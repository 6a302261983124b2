"""Whether this machine has what a run asks for."""

from __future__ import annotations

import os

import torch


def check_machine(device: str, threads: int) -> None:
    """ValueError naming a device or a number of threads that cannot be had here."""
    if device == "cuda" and not torch.cuda.is_available():
        raise ValueError("device='cuda': torch finds no CUDA device here; expected cpu or auto")
    cores = os.cpu_count() or 1
    if not 1 <= threads <= cores:
        raise ValueError(f"threads={threads}: expected 1 to {cores}, the cores of this machine")
