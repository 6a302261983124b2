"""Compiling functions with numba, and caching compiled code on disk."""
