"""Small Mariage at a seat, in English; the sentences for events are in `text`."""

WORDS = {
    "title": "Small Mariage",
    "aim": "Queens are the highest cards, aces the lowest. When a king is laid, the holder of its "
    "queen is called and lays her out of turn: a marriage, which nothing beats. Whoever takes more "
    "tricks than all others is paid.",
    "event.pays": " and {who:/pay|pays} everyone",
    "line.trump": "Trump {suit:name} ({cards} turned up), {who:deal|deals}",
    "column.tricks": "tricks",
    "column.trick": "this trick",
    "column.known": "known to hold",
    "cell.number": "{number}",
    "cell.cards": "{cards}",
    "cell.led": "{cards} led",
    "cell.marriage": "{cards} marriage",
    "cell.kept": "keeps {cards} back",
    "question.lead": "You lead to trick {number}: any card.",
    "question.follow": "{suit:name} led, {cards} of {who} takes the trick so far: your card?",
    "question.married": "{suit:name} led, and a marriage lies in the trick, which nothing beats: "
    "your card?",
    "question.queen": "The king of {suit:of} is laid: you hold his queen. Lay her (q), or keep her "
    "back and pay {chips} (w)?",
    "question.queen_must": "The king of {suit:of} is laid: you hold his queen, lay her (q).",
    "reason.queen": "the king of {suit:of} calls for his queen, before anything else (S5.2)",
    "reason.kept": "kept back in this trick (S5.3)",
    "reason.married": "you hold {suit:of} and must follow suit; nothing beats a marriage (S4.2)",
    "reason.follow": "you hold {suit:of} and must follow suit (S4.2)",
    "reason.beat": "you can beat {cards} in {suit:of}, so you must (S4.2)",
    "reason.trump": "you cannot beat {cards} in {suit:of} but you can with a trump, so you must "
    "(S4.2)",
    "action.WITHHOLD": "keep the queen back and pay (S5.3)",
    "keys.WITHHOLD": "w|withhold|keep",
}
