"""Deals in which agents disagree, and what their choices are worth."""

from __future__ import annotations

import numpy as np
import pytest

from agents import load
from agents.arena.setting import Setting
from eval.report.disagreement import disagreements


def test_agents_that_agree_have_no_deals_to_tell():
    twins = [load("expert"), load("expert:withhold=0")]
    assert disagreements(twins, "ab", load("expert"), Setting(deals=10, game="mariage")) == []


def test_the_widest_disagreements_are_told_with_what_they_are_worth():
    agents = [load("expert"), load("expert:withhold=1"), load("greedy")]
    setting = Setting(deals=60, seed=2, game="mariage")
    told = disagreements(agents, "012", agents[0], setting, wanted=3)
    assert told == disagreements(agents, "012", agents[0], setting, wanted=3)
    assert len({deal.deal for deal in told}) == 3
    gaps = [deal.gap for deal in told]
    assert gaps == sorted(gaps, reverse=True)
    for deal in told:
        by = [choice.by for choice in deal.choices]
        assert sorted(label for labels in by for label in labels) == ["0", "1", "2"]
        worth = [choice.worth.mean for choice in deal.choices]
        assert worth == sorted(worth, reverse=True)
        chosen = [choice.worth.mean for choice in deal.choices if choice.by]
        assert deal.gap == pytest.approx(max(chosen) - min(chosen))
        assert all(c.worth.low < c.worth.mean < c.worth.high for c in deal.choices)
        names = {choice.action for choice in deal.choices}
        assert names - {"WITHHOLD"} <= set(deal.hand)
    worst = told[0].choices[-1]
    assert (worst.action, worst.by) == ("WITHHOLD", ["1"])
    assert np.mean(gaps) > 3
