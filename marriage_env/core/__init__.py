"""What all games are made of: cards, seats, random streams, events, checks of arguments."""
