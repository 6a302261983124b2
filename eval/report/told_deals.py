"""The page on which the deals that a report tells can be stepped through."""

from __future__ import annotations

from eval.report.result import Disagreement, ReportResult
from marriage_env.cli.view.opinions import Opinion
from marriage_env.cli.view.page import page
from marriage_env.cli.view.pictures import Pieces
from marriage_env.cli.view.told import Shown, told
from marriage_env.cli.view.walk import Walk, walked


def viewer_page(result: ReportResult) -> str | None:
    """The page of all told deals, with what each agent chose; None if none has a record.

    At its decision every action has what it is worth by search, from there to the end of the deal.
    Raises RecordError for a stored record that is invalid.
    """
    labels = list(result.settings.plan.labels)
    pieces, matches = Pieces(), []
    for deal in result.told or []:
        if deal.record is not None and deal.step is not None:
            walk = walked(deal.record)
            opinions = [_opinion(walk, deal, label) for label in labels]
            title = f"deal {deal.deal}, seat {deal.seat}"
            matches.append(told(walk, title, Shown(), opinions, pieces))
    if not matches:
        return None
    return page("Deals in which agents disagree most", matches, pieces, labels)


def _opinion(walk: Walk, deal: Disagreement, label: str) -> dict[int, Opinion]:
    """What an agent chose at the decision of a deal; nothing for one that did not play."""
    assert deal.step is not None
    numbers = {walk.game.action_name(action): action for action in range(walk.game.num_actions)}
    worth = {numbers[choice.action]: choice.worth.mean - deal.chips for choice in deal.choices}
    chosen = [numbers[choice.action] for choice in deal.choices if label in choice.by]
    return {deal.step: Opinion(chosen[0], worth, in_chips=True)} if chosen else {}
