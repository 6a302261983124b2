"""Writing int8 arrays many places at a store: sets as zeros and ones, copies, zeros.

Observations are made of them: a set of cards takes two stores in place of 52 zeros and then a store
and a jump for each member. That takes a third off a move with observation. Nothing checks that what
is written is in bounds.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import TypingError, types
from numba.extending import intrinsic

from marriage_env.compiler.jit import JITTED, jit

_BYTE = ir.IntType(8)


def _check(*arrays: Any) -> None:
    for array in arrays:
        if not isinstance(array, types.Array) or array.dtype != types.int8 or array.layout != "C":
            raise TypingError(f"expected a contiguous array of int8, got {array}")


def _pointer(context: Any, builder: Any, kind: Any, array: Any, place: Any, width: int) -> Any:
    """Where `width` places from `place` on lie in memory, rows one after another."""
    made = context.make_array(kind)(context, builder, array)
    start = builder.gep(made.data, [place])
    return builder.bitcast(start, ir.VectorType(_BYTE, width).as_pointer())


def _set_writer(width: int) -> Any:
    """An intrinsic that writes the `width` lowest members of a set as places, 1 or 0."""

    @intrinsic
    def write(typing_context: Any, array: Any, place: Any, bits: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            array, place, bits = arguments
            low = builder.trunc(bits, ir.IntType(width))
            members = builder.bitcast(low, ir.VectorType(ir.IntType(1), width))
            places = builder.zext(members, ir.VectorType(_BYTE, width))
            target = _pointer(context, builder, signature.args[0], array, place, width)
            builder.store(places, target).align = 1
            return context.get_dummy_value()

        _check(array)
        return types.void(array, types.int64, types.int64), generate

    return write


def _copier(width: int) -> Any:
    """An intrinsic that copies `width` places."""

    @intrinsic
    def copy(typing_context: Any, array: Any, place: Any, source: Any, start: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            array, place, source, start = arguments
            read = _pointer(context, builder, signature.args[2], source, start, width)
            found = builder.load(read)
            found.align = 1
            target = _pointer(context, builder, signature.args[0], array, place, width)
            builder.store(found, target).align = 1
            return context.get_dummy_value()

        _check(array, source)
        return types.void(array, types.int64, source, types.int64), generate

    return copy


@intrinsic
def _negative_16(typing_context: Any, array: Any, start: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array, start = arguments
        found = builder.load(_pointer(context, builder, signature.args[0], array, start, 16))
        found.align = 1
        negative = builder.icmp_signed("<", found, ir.Constant(found.type, None))
        members = builder.bitcast(negative, ir.IntType(16))
        return builder.zext(members, ir.IntType(64))

    _check(array)
    return types.int64(array, types.int64), generate


_set_8, _set_32, _copy_8, _copy_32 = _set_writer(8), _set_writer(32), _copier(8), _copier(32)


@jit
def _store_8_jitted(array, place, bits):
    _set_8(array, place, bits)


@jit
def _store_32_jitted(array, place, bits):
    _set_32(array, place, bits)


@jit
def _copy_8_jitted(array, place, source, start):
    _copy_8(array, place, source, start)


@jit
def _copy_32_jitted(array, place, source, start):
    _copy_32(array, place, source, start)


@jit
def _negative_16_jitted(array, start):
    return _negative_16(array, start)


def _negative_16_unjitted(array: Any, start: Any) -> int:
    return sum(1 << k for k in np.flatnonzero(array.ravel()[start : start + 16] < 0).tolist())


def _store_8_unjitted(array: Any, place: Any, bits: Any) -> None:
    array[place : place + 8] = int(bits) >> np.arange(8) & 1


def _store_32_unjitted(array: Any, place: Any, bits: Any) -> None:
    array[place : place + 32] = int(bits) >> np.arange(32) & 1


def _copy_8_unjitted(array: Any, place: Any, source: Any, start: Any) -> None:
    array[place : place + 8] = source.ravel()[start : start + 8]


def _copy_32_unjitted(array: Any, place: Any, source: Any, start: Any) -> None:
    array[place : place + 32] = source.ravel()[start : start + 32]


# store_N(array, place, bits): write the N lowest members of a set as N places, 1 or 0.
store_8 = _store_8_jitted if JITTED else _store_8_unjitted
store_32 = _store_32_jitted if JITTED else _store_32_unjitted
# copy_N(array, place, source, start): copy N places. `source` may have several dimensions; `start`
# counts its places as they lie in memory.
copy_8 = _copy_8_jitted if JITTED else _copy_8_unjitted
copy_32 = _copy_32_jitted if JITTED else _copy_32_unjitted

# negative_16(array, start): those of 16 places, counted so, that hold negative numbers, as a set.
negative_16 = _negative_16_jitted if JITTED else _negative_16_unjitted


@jit
def store_set(array, place, bits, size):
    """Write a set as `size` zeros and ones, from 8 to 64.

    The last store overlaps the one before, so that none goes beyond the end.
    """
    if size >= 32:
        store_32(array, place, bits)
        store_32(array, place + size - 32, bits >> (size - 32))
    else:
        for done in range(0, size - 8, 8):
            store_8(array, place + done, bits >> done)
        store_8(array, place + size - 8, bits >> (size - 8))


@jit
def store_zeros(array, place, size):
    """Write `size` zeros, at least 8, likewise."""
    if size >= 32:
        for done in range(0, size - 32, 32):
            store_32(array, place + done, 0)
        store_32(array, place + size - 32, 0)
    else:
        for done in range(0, size - 8, 8):
            store_8(array, place + done, 0)
        store_8(array, place + size - 8, 0)
