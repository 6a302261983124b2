"""Every agent against every other, and all at mixed tables."""
