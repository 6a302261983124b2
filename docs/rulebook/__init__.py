"""Generates the pages on the rules from clauses, accounts, citations and the worked example."""
