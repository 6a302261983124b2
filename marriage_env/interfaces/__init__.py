"""The interfaces of the games: PettingZoo, Gymnasium, and batches."""
