"""When a called queen is kept back, what that is worth, and how the fine decides it."""
