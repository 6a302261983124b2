"""Self-play PPO by RLlib: its learners, actors and loss, over batches of games."""
