"""Players for the environments, named by spec strings; `load` makes one."""

from agents.registry import load

__all__ = ["load"]
