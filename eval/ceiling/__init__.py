"""What players who see every card gain on copies of an agent."""
