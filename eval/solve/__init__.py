"""Games small enough to be solved: equilibria, best responses, and exact exploitability."""
