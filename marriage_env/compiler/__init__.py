"""Compiling functions with numba, and keeping what is compiled on disk."""
