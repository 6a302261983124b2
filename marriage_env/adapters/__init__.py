"""The environments as other libraries want them; each is imported only on demand."""
