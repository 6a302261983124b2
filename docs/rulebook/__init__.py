"""What the pages on the rules are made of: clauses, accounts, citations and the worked example."""
