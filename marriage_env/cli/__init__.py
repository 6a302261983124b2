"""The commands of `python -m marriage_env`, one a file."""
