"""Other packages' environments, for the speed comparison; run in their own virtual environment.

Every module has WORKLOADS: by name, a function that makes the environment ready and returns its
Meter. They import only the peer, numpy and `eval.speed.timing`.
"""
