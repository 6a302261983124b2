"""What distilling remembers."""

from __future__ import annotations

import numpy as np
import pytest

from train.replay_buffer import ReplayBuffer


def decisions(numbers):
    """Decisions that can be told apart by a number."""
    numbers = np.asarray(numbers, np.float32)
    features = np.stack([numbers, np.zeros_like(numbers), -numbers], axis=1)
    masks = np.ones((len(numbers), 2), np.int8)
    return features, masks, np.stack([numbers / 2, np.zeros_like(numbers)], axis=1)


def remembered(memory):
    """The numbers of the decisions in a memory, by place."""
    features, masks, targets = memory.take(np.arange(memory.filled))
    assert masks.all()
    assert np.array_equal(features[:, 0], -features[:, 2])
    assert np.array_equal(features[:, 0], 2 * targets[:, 0])
    return features[:, 0].tolist()


def test_the_newest_decisions_take_the_place_of_the_oldest():
    memory = ReplayBuffer(5, 3, 2)
    memory.add(*decisions([1, 2, 3]))
    assert remembered(memory) == [1, 2, 3]
    memory.add(*decisions([4, 5, 6]))
    assert remembered(memory) == [6, 2, 3, 4, 5]
    memory.add(*decisions(range(7, 19)))  # more than there is room for
    assert sorted(remembered(memory)) == [14, 15, 16, 17, 18]


@pytest.mark.parametrize("added", [3, 5, 8])
def test_what_was_kept_is_remembered_again(added):
    memory, again = ReplayBuffer(5, 3, 2), ReplayBuffer(5, 3, 2)
    for number in range(added):
        memory.add(*decisions([number]))
    again.restore(memory.state())
    assert remembered(again) == remembered(memory)
    for one in (memory, again):
        one.add(*decisions([100, 101]))
    assert remembered(again) == remembered(memory)


def test_zeros_take_no_room():
    memory = ReplayBuffer(1000, 800, 62)
    features = np.zeros((1000, 800), np.float32)
    features[:, :80] = 1
    memory.add(features, np.ones((1000, 62), np.int8), np.zeros((1000, 62), np.float32))
    size = sum(array.nbytes for array in memory.state().arrays.values())
    assert size < 1000 * 800 * 2 / 4
