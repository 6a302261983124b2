"""Small Mariage at a seat, in Russian, in the terms of the printed accounts."""

WORDS = {
    "title": "Малый марьяж",
    "aim": "Дамы — старшие карты, тузы — младшие. Когда на взятку кладут короля, владелец дамы той "
    "же масти должен положить её вне очереди: это марьяж, его ничто не бьёт. Кто взял больше "
    "взяток, чем каждый из остальных, получает плату.",
    "event.DEAL": "{who:сдаёте|сдаёт} и {who:/вскрываете|вскрывает} {cards}",
    "event.CARD": "{who:кладёте|кладёт} {cards}",
    "event.QUEEN_LAID": "{who:кладёте|кладёт} {cards} вне очереди: марьяж",
    "event.WITHHELD": "{who:придерживаете|придерживает} {cards}{pays}",
    "event.TRICK": "{who:берёте|берёт} взятку картой {cards}",
    "event.PRIZE": "{who:получаете|получает} плату: больше всех взяток",
    "event.NO_PRIZE": "никто не взял больше взяток, чем остальные: расчёта нет",
    "event.MATCH_END": "игра окончена",
    "event.pays": " и {who:/платите|платит} всем",
    "line.trump": "Козырь {suit:name} (вскрыта {cards}), {who:сдаёте|сдаёт}",
    "column.tricks": "взятки",
    "column.trick": "эта взятка",
    "column.known": "точно на руках",
    "cell.number": "{number}",
    "cell.cards": "{cards}",
    "cell.led": "{cards} заход",
    "cell.marriage": "{cards} марьяж",
    "cell.kept": "придержана {cards}",
    "question.lead": "Ваш заход, взятка {number}: любая карта.",
    "question.follow": "Заход: {suit:name}. Старшая карта пока {cards}, {who}. Ваша карта?",
    "question.married": "Заход: {suit:name}. Во взятке марьяж, его ничто не бьёт. Ваша карта?",
    "question.queen": "Положен король {suit:of}, его дама у вас. Положить её (д) или придержать и "
    "заплатить {chips} (у)?",
    "question.queen_must": "Положен король {suit:of}, его дама у вас: надо положить её (д).",
    "reason.queen": "король {suit:of} зовёт свою даму, остальное потом (S5.2)",
    "reason.kept": "придержана в этой взятке (S5.3)",
    "reason.married": "у вас есть {suit:name}, надо класть в масть: марьяж не перебить (S4.2)",
    "reason.follow": "у вас есть {suit:name}, надо класть в масть (S4.2)",
    "reason.beat": "можете перебить {cards} в масть ({suit:name}), значит, обязаны (S4.2)",
    "reason.trump": "в масть ({suit:name}) перебить {cards} нечем, но можно козырем, значит, надо "
    "(S4.2)",
    "action.WITHHOLD": "придержать даму и заплатить (S5.3)",
    "keys.WITHHOLD": "у|удержать|придержать|w",
}
