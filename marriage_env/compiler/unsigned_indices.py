"""Array indices without Python's meaning of negative ones, for the compiled code of this project.

numba lets `a[-1]` be the last entry, and so compares every index with zero and adds the length
where it is negative. No index in a function of `jit` is, which numba cannot know; so it is told
that indices are unsigned. That takes a tenth off a bare move and a sixth off one with its
observation. With `NUMBA_BOUNDSCHECK=1` a negative index raises IndexError, as one that is too large
does.
"""

from __future__ import annotations

import copy
import operator
from typing import Any

from numba.core import types
from numba.core.cpu import CPUContext
from numba.core.typing.templates import Signature


class _UnsignedIndices(CPUContext):  # type: ignore[misc]
    """numba's code generator for this machine, apart from the indices of arrays."""

    def get_function(self, fn: Any, sig: Any, _firstcall: bool = True) -> Any:
        """What generates the code for a call."""
        key: Any = getattr(fn, "typing_key", fn)
        if key in (operator.getitem, operator.setitem) and isinstance(sig.args[0], types.Array):
            array, index, *value = sig.args
            args = (array, _unsigned(index), *value)
            fn, sig = key, Signature(sig.return_type, args, sig.recvr, sig.pysig)  # type: ignore[no-untyped-call]
        return super().get_function(fn, sig, _firstcall)  # type: ignore[no-untyped-call]


def with_unsigned_indices(context: Any) -> Any:
    """A copy of numba's target context that shares all but the code for indices."""
    made = copy.copy(context)
    made.__class__ = _UnsignedIndices
    made.cached_internal_func = {}  # numba's own helpers, compiled with these indices
    return made


def _unsigned(index: Any) -> Any:
    """The type of an index, or of a tuple of them, with unsigned integers."""
    if isinstance(index, types.BaseTuple):
        of_types: Any = types.BaseTuple.from_types
        each: Any = index
        return of_types(tuple(map(_unsigned, each)))
    return types.uintp if index == types.intp else index
