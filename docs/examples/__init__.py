"""Examples that the tests run; each says in its first lines how to start it."""
