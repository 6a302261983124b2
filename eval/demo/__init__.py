"""What a training run has learned."""
