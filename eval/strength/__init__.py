"""The built-in agents against each other, for docs/benchmarks.md."""
