"""Questions to 64-bit sets, one machine instruction each, and sets written as zeros and ones."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import TypingError, types
from numba.extending import intrinsic

from marriage_env.compiler.jit import JITTED, jit


@intrinsic
def _trailing_zeros(typing_context: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), generate


@intrinsic
def _population(typing_context: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


def _lowest_unjitted(bits: Any) -> int:
    return (int(bits) & -int(bits)).bit_length() - 1


def _count_unjitted(bits: Any) -> int:
    return bin(int(bits)).count("1")


@jit
def _lowest_jitted(bits):
    return _trailing_zeros(bits)


@jit
def _count_jitted(bits):
    return _population(bits)


# lowest(bits): the position of the lowest member of a non-empty set; count(bits): its size.
lowest = _lowest_jitted if JITTED else _lowest_unjitted
count = _count_jitted if JITTED else _count_unjitted


@intrinsic
def _store_eight(typing_context: Any, array: Any, place: Any, eight: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        made = context.make_array(signature.args[0])(context, builder, arguments[0])
        target = builder.gep(made.data, [arguments[1]])
        store = builder.store(arguments[2], builder.bitcast(target, ir.IntType(64).as_pointer()))
        store.align = 1
        return context.get_dummy_value()

    if not isinstance(array, types.Array) or array.dtype != types.int8 or array.layout != "C":
        raise TypingError(f"expected a contiguous array of int8, got {array}")
    return types.void(array, types.int64, types.int64), generate


@jit
def _store_eight_jitted(array, place, eight):
    _store_eight(array, place, eight)


def _store_eight_unjitted(array: Any, place: Any, eight: Any) -> None:
    array[place : place + 8] = np.array([eight], np.int64).view(np.int8)


# store_eight(array, place, eight): write eight bytes at once into int8 places that follow each
# other in memory, given as the int64 that has them there. Nothing checks that they are in bounds.
store_eight = _store_eight_jitted if JITTED else _store_eight_unjitted
# The eight lowest members of a set as eight places, 1 or 0: what `store_eight` writes.
EIGHT_PLACES = (
    np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little")
    .view(np.int64)
    .ravel()
)


@jit
def store_set(array, place, bits, size):
    """Write a set as `size` zeros and ones, eight at a store; `size` is at least 8.

    The last store overlaps the one before, so that none goes beyond the end. Observations are made
    so: 120 stores in place of zeros everywhere, and then a store and a jump for each member.
    """
    for done in range(0, size - 8, 8):
        store_eight(array, place + done, EIGHT_PLACES[bits >> done & 255])
    store_eight(array, place + size - 8, EIGHT_PLACES[bits >> (size - 8) & 255])


@jit
def store_zeros(array, place, size):
    """Write `size` zeros, at least 8, likewise."""
    for done in range(0, size - 8, 8):
        store_eight(array, place + done, 0)
    store_eight(array, place + size - 8, 0)
