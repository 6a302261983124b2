"""Clause tests of Trynka: one or more for every clause of part T."""
