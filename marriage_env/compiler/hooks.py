"""Hooks: how code that is written once is compiled for each game.

numba finds the functions that a function calls among the globals of its module, and compiles calls
to them directly. So code that is the same for every game, such as a loop over games, is written as
plain functions that call *hooks*, which stand for what differs from game to game:

    @hook
    def apply(states, i, chance, log, action):
        "Make a move in game i; False if it is illegal."

    def step_games(states, low, high, chance, log, actions):
        for i in range(low, high):
            apply(states, i, chance, log, actions[i])

`compiled_with("mariage", (step_games,), {"apply": engine.apply}).step_games` is a copy of
`step_games` that calls `engine.apply` wherever the original calls the hook. The originals are never
called: a hook that has not been replaced raises when it is called, and is refused by numba.

The alternative, functions made inside of a function (closures), would work as well, but numba
could never find what it has compiled of them in the cache on disk.
"""

from __future__ import annotations

import dis
import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import CodeType, FunctionType, SimpleNamespace
from typing import Any

from numba.extending import typeof_impl

from marriage_env.compiler.cache import HOOKS
from marriage_env.compiler.jit import is_compiled, jit


class Hook:
    """A place for a function that differs from game to game; `hook` makes one."""

    def __init__(self, declaration: Callable[..., Any]) -> None:
        self.__name__, self.__doc__ = declaration.__name__, declaration.__doc__
        self.__module__, self.__wrapped__ = declaration.__module__, declaration
        self.__signature__ = inspect.signature(declaration)

    @property
    def never_replaced(self) -> str:
        """What is said when the hook itself is called or compiled."""
        return (
            f"{self.__module__}.{self.__name__} is a hook that has not been replaced: call the "
            "functions that marriage_env.compiler.hooks.compiled_with returns for a game, "
            f"not those of {self.__module__}"
        )

    def __call__(self, *arguments: object) -> Any:
        raise NotImplementedError(self.never_replaced)


def hook(declaration: Callable[..., Any]) -> Any:
    """Declare a hook by a function's name, parameters and docstring; it has no body."""
    return Hook(declaration)


@typeof_impl.register(Hook)  # type: ignore[untyped-decorator]
def _refuse_in_compiled_code(given: Hook, _: object) -> None:
    raise ValueError(given.never_replaced)  # which numba shows together with the line that calls it


def compiled_with(
    name: str, functions: Sequence[Callable[..., Any]], hooks: Mapping[str, Callable[..., Any]]
) -> SimpleNamespace:
    """Copies of functions that call `hooks` in place of their module's hooks, compiled.

    Args:
        name: tells these copies from others (such as a game's name) in the cache on disk.
        functions: plain functions of one module, which may call each other.
        hooks: a compiled function for every hook of that module, by the hook's name.

    Returns the compiled copies by their functions' names. Raises TypeError naming a hook that is
    missing, unknown or does not fit its declaration, and a function that should be in `functions`.
    """
    space = _common_globals(functions)
    _check_hooks(space, hooks)
    _check_complete(space, functions)
    own = {**space, **hooks}
    for function in functions:
        copy = FunctionType(function.__code__, own, function.__name__)
        copy.__doc__, copy.__qualname__ = function.__doc__, f"{name}.{function.__name__}"
        setattr(copy, HOOKS, {key: _plain(value) for key, value in hooks.items()})
        own[function.__name__] = jit(copy)
    return SimpleNamespace(**{each.__name__: own[each.__name__] for each in functions})


def _common_globals(functions: Sequence[Callable[..., Any]]) -> dict[str, Any]:
    for function in functions:
        if not isinstance(function, FunctionType):
            raise TypeError(f"{function!r} is not a plain function: leave @jit to compiled_with")
        if function.__globals__ is not functions[0].__globals__:
            first, other = functions[0], function
            raise TypeError(
                f"{first.__module__}.{first.__name__} and {other.__module__}.{other.__name__} "
                "are functions of two modules: call compiled_with for each module"
            )
    return functions[0].__globals__


def _check_hooks(space: Mapping[str, Any], hooks: Mapping[str, Callable[..., Any]]) -> None:
    """Raise TypeError unless exactly the hooks of a module are given, each as it is declared."""
    module = space.get("__name__")
    declared = {name: value for name, value in space.items() if isinstance(value, Hook)}
    listed = ", ".join(declared) or "none"
    for name in hooks:
        if name not in declared:
            raise TypeError(f"hook {name!r} is unknown: {module} declares {listed}")
    for name, wanted in declared.items():
        if name not in hooks:
            raise TypeError(f"hook {name!r} is missing: {module} declares {listed}")
        if not is_compiled(hooks[name]):
            raise TypeError(
                f"hook {name!r} of {module}: expected a function compiled by jit, "
                f"got {hooks[name]!r}"
            )
        given = inspect.signature(_plain(hooks[name]))
        try:
            given.bind(*wanted.__signature__.parameters)
        except TypeError:
            raise TypeError(
                f"hook {name!r} of {module} takes {wanted.__signature__}; "
                f"{_plain(hooks[name]).__qualname__} takes {given}"
            ) from None


def _check_complete(space: Mapping[str, Any], functions: Sequence[Callable[..., Any]]) -> None:
    """Raise TypeError for a function of the module that calls a hook and would not be copied."""
    copied = {function.__name__ for function in functions}
    waiting, known = [*functions], set(copied)
    while waiting:
        caller = waiting.pop()
        for name in _globals_read(caller.__code__):
            called = _plain(space.get(name))
            if name in known or getattr(called, "__globals__", None) is not space:
                continue
            known.add(name)
            waiting.append(called)
            read = set(_globals_read(called.__code__))
            if read & copied or any(isinstance(space.get(each), Hook) for each in read):
                raise TypeError(
                    f"{caller.__name__} calls {name}, which needs hooks: "
                    f"give {name} to compiled_with as well, without @jit"
                )


def _plain(function: Any) -> Any:
    """The function that was compiled."""
    return getattr(function, "py_func", function)


def _globals_read(code: CodeType) -> Iterator[str]:
    for instruction in dis.get_instructions(code):
        if instruction.opname == "LOAD_GLOBAL":
            yield instruction.argval
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _globals_read(constant)
