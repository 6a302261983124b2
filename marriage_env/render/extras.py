"""Libraries that only some pictures need, imported when they are asked for."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType


class MissingLibrary(ImportError, TypeError):
    """A library of an extra is not installed.

    A TypeError too, since Stable-Baselines3 asks every environment for "rgb_array", and does
    without if a TypeError says that there is none.
    """


def library(module: str, distribution: str, extra: str) -> ModuleType:
    """A module of an extra; MissingLibrary says what to install."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        raise MissingLibrary(
            f"this way of rendering needs {distribution}: pip install 'marriage-env[{extra}]'"
        ) from error


def pillow(module: str) -> ModuleType:
    """A module of Pillow, "Image", "ImageDraw" or "ImageFont"."""
    return library(f"PIL.{module}", "Pillow", "render")


def pygame() -> ModuleType:
    """pygame-ce, without the greeting that it prints."""
    import os

    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    return library("pygame", "pygame-ce", "human")
