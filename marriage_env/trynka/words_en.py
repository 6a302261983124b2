"""Trynka at a seat, in English; the sentences for events are in `text`."""

WORDS = {
    "title": "Trynka",
    "aim": "Lay your cards upward by rank on a pile, whatever the suits, and be the first without "
    "any. Six clubs win the chips on their doubles when they are laid.",
    "line.dealer": "{who:deal|deals}",
    "line.place": "{box} {chips}",
    "line.doubles": "Doubles: {boxes}",
    "line.saucers": "Saucers: {boxes}",
    "line.pile": "Pile: {boxes}",
    "column.cards": "cards",
    "column.last": "laid last",
    "column.known": "known to hold",
    "cell.number": "{number}",
    "cell.cards": "{cards}",
    "question.begin": "You begin a pile: any card (T4).",
    "question.turn": "The pile wants {rank}: lay one, or pass (p)?",
    "question.turn_must": "The pile wants {rank}: your card?",
    "question.turn_winning": "The pile wants {rank}, and {cards} wins its double. Lay a card, "
    "or pass (p) and pay {chips} (T4.3)?",
    "question.king": "You have laid the queen of clubs: lay {cards} as well (k), or stop (s)?",
    "reason.king": "after your queen of clubs only the king may follow (T4.1)",
    "reason.rank": "only {rank} goes on with the pile (T4)",
    "action.PASS": "lay nothing, though a card would fit (T4.3)",
    "action.STOP": "keep the king (T4.1)",
    "keys.PASS": "p|pass",
    "keys.STOP": "s|stop",
    "place.MARIAGE": "MARIAGE",
    "place.TRYNKA": "TRYNKA",
}
