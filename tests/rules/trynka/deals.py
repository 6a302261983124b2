"""Hands that several clause tests use."""

# No marriage and no trynka: A, Q and 10 of clubs lie with seat 0, K, J and 9 with seat 1.
SPREAD = ["AC QC TC", "KC JC 9C"]

# Six players: the eldest lays all he has in one turn; nobody has a marriage or a trynka.
OUT_AT_ONCE = ["6S 7S 8S 9S TS JS", "AC 9C", "KC", "QC", "JC", "TC"]
OUT_PLAY = "0:6S 0:7S 0:8S 0:9S 0:TS 0:JS"


def turned(hands: list[str], eldest: int) -> dict[int, str]:
    """The hands with the first of them at the eldest's seat."""
    return {(eldest + k) % len(hands): hand for k, hand in enumerate(hands)}
