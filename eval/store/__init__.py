"""Results in files: written atomically, checked, continued where they stopped."""
