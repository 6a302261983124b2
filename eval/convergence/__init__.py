"""How near training runs come to an equilibrium, exactly, in a game small enough to be solved."""
