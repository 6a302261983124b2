"""Check that this machine has the device and the cores that a run asks for."""

from __future__ import annotations

import os

import torch


def check_hardware(device: str, threads: int) -> None:
    """Raise ValueError if the device or the number of threads is not available here."""
    if device == "cuda" and not torch.cuda.is_available():
        raise ValueError("device='cuda': torch finds no CUDA device; expected cpu or auto")
    cores = os.cpu_count() or 1
    if not 1 <= threads <= cores:
        raise ValueError(f"threads={threads}: expected 1 to {cores}, the number of cores")
