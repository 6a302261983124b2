"""Whole deals for five players, with the play that goes with them.

All are for `follow="suit"` (the sweep is lawful under `"beat"` too) and for trumps spades. Seats
are counted from the eldest, so that a later deal of a match can use them turned.
"""

TURNUP = "6S"

# Nobody declares anything, nobody lays a king, and each player takes one trick:
# 0 with QC, 1 with QD, 2 with JH (above the ace), 3 with JC, 4 with TS, a trump (above 8S and 7S).
QUIET = [
    "QC 6D AH 9D 8S",
    "8C QD 6H 7D 9H",
    "TC 8D JH 7C 7S",
    "AC TD 8H JC 7H",
    "6C AD TH 9C TS",
]
QUIET_FOUR = (
    "0:QC 1:8C 2:TC 3:AC 4:6C  0:6D 1:QD 2:8D 3:TD 4:AD  1:6H 2:JH 3:8H 4:TH 0:AH  "
    "2:7C 3:JC 4:9C 0:9D 1:7D"
)
QUIET_LAST = "3:7H 4:TS 0:8S 1:9H 2:7S"
QUIET_PLAY = f"{QUIET_FOUR} {QUIET_LAST}"

# As QUIET, but the eldest but two has KH for JH: he takes his trick with it (QH is in the talon).
QUIET_KING = [*QUIET[:2], "TC 8D KH 7C 7S", *QUIET[3:]]
QUIET_KING_PLAY = QUIET_PLAY.replace("JH", "KH")

# Nobody declares anything; the eldest leads five trumps, no other has any, and takes every trick.
SWEEP = [
    "QS JS AS 9S 8S",
    "6C TC QD 6H 9H",
    "7C JC 6D 7H TH",
    "8C QC 8D 8H AH",
    "9C JH 7D 9D TD",
]
SWEEP_FOUR = (
    "0:QS 1:6C 2:7C 3:8C 4:9C  0:JS 1:TC 2:JC 3:QC 4:JH  0:AS 1:QD 2:6D 3:8D 4:7D  "
    "0:9S 1:6H 2:7H 3:8H 4:9D"
)
SWEEP_LAST = "0:8S 1:9H 2:TH 3:AH 4:TD"
SWEEP_PLAY = f"{SWEEP_FOUR} {SWEEP_LAST}"

# Seat 1 shows 7-8-9 of diamonds. The tricks go to 0 (QS), 0 (JS), 2 (AH), 2 (JC) and 0 (AS).
SHARED = [
    "QS JS AS 6H 6D",
    "7D 8D 9D 7H 8C",
    "AH JC TC QD 6C",
    "8H 9C 7C TD TH",
    "9H AD AC 9S 7S",
]
SHARED_FOUR = (
    "0:QS 1:7D 2:QD 3:TD 4:7S  0:JS 1:8D 2:6C 3:7C 4:9S  0:6H 1:7H 2:AH 3:8H 4:9H  "
    "2:JC 3:9C 4:AC 0:6D 1:8C"
)
SHARED_LAST = "2:TC 3:TH 4:AD 0:AS 1:9D"

# As SHARED, but the eldest has JH for AS: the fifth trick goes to 2 (no club or trump against TC).
CEDED = ["QS JS JH 6H 6D", *SHARED[1:]]
CEDED_LAST = "2:TC 3:TH 4:AD 0:JH 1:9D"


def turned(hands: list[str], eldest: int) -> dict[int, str]:
    """The hands with the first of them at the eldest's seat."""
    return {(eldest + k) % len(hands): hand for k, hand in enumerate(hands)}


def turned_play(script: str, eldest: int, players: int = 5) -> str:
    """A script with its seats counted from the eldest."""
    tokens = (token.split(":") for token in script.split())
    return " ".join(f"{(int(seat) + eldest) % players}:{name}" for seat, name in tokens)
