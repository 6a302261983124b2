"""Questions to 64-bit sets, one machine instruction each."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
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
