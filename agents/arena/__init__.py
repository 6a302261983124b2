"""Playing games: who sits where, the loop that moves all games, gains, and supervision."""
