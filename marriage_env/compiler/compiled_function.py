"""What `jit` makes of a function: machine code for calls from Python alone.

numba compiles every function to machine code of its own, with wrappers for calls from Python and C,
once for each combination of argument types; and as it merges callees into their callers, the same
code again in every caller. Of the hundred functions of a game, Python calls four. So here

- a function that compiled code calls is kept as LLVM code without wrappers, to be merged into its
  callers; only functions that Python calls are optimized and become machine code;
- it takes integers and enum members as int64, so that one version serves all of them.

A game's first start takes a quarter of the time that numba alone takes. The price is that parts of
numba are used that are not public; tests/compiler/test_compiled_function.py notices a change there.
"""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from llvmlite import binding as llvm
from numba.core import compiler, dispatcher, event, sigutils, types, typing
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher
from numba.core.runtime.nrt import rtsys

from marriage_env.compiler.cache import DiskCache
from marriage_env.compiler.notices import count_compiled
from marriage_env.compiler.unsigned_indices import with_unsigned_indices

Types = tuple[types.Type, ...]
_numba: Any = dispatcher
_OPTIONS = {"nopython": True, "nogil": True, "boundscheck": None}  # as `numba.njit(nogil=True)`


class _MergedLibrary(JITCodeLibrary):  # type: ignore[misc]
    """LLVM code of a function and of all that it calls, of which no machine code is made."""

    def finalize(self) -> None:
        """Link in what the function calls; optimizing is left to the callers."""
        self._raise_if_finalized()  # type: ignore[no-untyped-call]
        for library in dict.fromkeys(self._linking_libraries):
            _reload(self).update(_reload(library))
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalize_dynamic_globals()  # type: ignore[no-untyped-call]
        self._finalized = True

    @classmethod
    def read(cls, codegen: Any, name: str, bitcode: bytes) -> Any:
        """A library from its bitcode."""
        library: Any = cls(codegen, name)  # type: ignore[no-untyped-call]
        library._final_module = llvm.parse_bitcode(bitcode)
        library._finalized = True
        return library


class _FinalLibrary(JITCodeLibrary):  # type: ignore[misc]
    """LLVM code that becomes machine code: only what Python calls is seen from outside.

    LLVM then merges what is called once, and leaves out arguments that nobody reads, such as most
    of the seven numbers that stand for an array: a bare move takes a quarter less, and compiled
    code a third less room.
    """

    def _optimize_final_module(self) -> None:
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == llvm.Linkage.linkonce_odr:
                function.linkage = llvm.Linkage.internal
        super()._optimize_final_module()  # type: ignore[no-untyped-call]


@dataclass(frozen=True)
class _Merged:
    """A function to be merged into its callers, for certain types of arguments."""

    signature: Any
    description: Any
    environment: Any
    library: Any
    reload: list[Any]  # functions to call when it is read from the disk

    def payload(self) -> tuple[Any, ...]:
        """What is written on disk."""
        self.description.typemap = self.description.calltypes = None
        code = (self.library.name, self.library._final_module.as_bitcode())
        return self.signature, self.description, self.environment, code, self.reload

    @classmethod
    def read(cls, context: Any, payload: tuple[Any, ...]) -> _Merged:
        """The inverse of `payload`."""
        signature, description, environment, code, reload = payload
        for function in reload:
            function()
        library = _MergedLibrary.read(context.codegen(), *code)
        return cls(signature, description, environment, library, reload)


class _Compiler(_numba._FunctionCompiler):  # type: ignore[misc]
    unsigned_indices = False

    def _compile_core(self, args: Types, return_type: Any) -> Any:
        """A compile result for calls from Python."""
        codegen = self.targetdescr.target_context.codegen()
        library: Any = _FinalLibrary(codegen, self.py_func.__qualname__)  # type: ignore[no-untyped-call]
        library.enable_object_caching()
        result = self._compile_into(library, args, return_type, no_cfunc_wrapper=True)
        for environment in result._find_referenced_environments():
            result.codegen.set_env(environment.env_name, environment)
        return result

    def compile_merged(self, args: Types) -> _Merged:
        """Compile for callers in compiled code."""
        codegen = self.targetdescr.target_context.codegen()
        library: Any = _MergedLibrary(codegen, self.py_func.__qualname__)  # type: ignore[no-untyped-call]
        result = self._compile_into(
            library, args, None, no_cfunc_wrapper=True, no_cpython_wrapper=True, no_compile=True
        )
        library._ensure_finalized()
        reload = list(_reload(library))
        return _Merged(result.signature, result.fndesc, result.environment, library, reload)

    def _compile_into(self, library: Any, args: Types, return_type: Any, **options: bool) -> Any:
        name = f"{self.py_func.__module__}.{self.py_func.__qualname__}"
        count_compiled(name, optimized=isinstance(library, _FinalLibrary))
        flags: Any = compiler.Flags()  # type: ignore[no-untyped-call]
        self.targetdescr.options.parse_as_flags(flags, self.targetoptions)
        for name, value in options.items():
            setattr(flags, name, value)
        compile_extra: Any = compiler.compile_extra
        context = self.targetdescr.target_context
        return compile_extra(
            self.targetdescr.typing_context,
            with_unsigned_indices(context) if self.unsigned_indices else context,
            self.py_func,
            args=args,
            return_type=return_type,
            flags=flags,
            locals=self.locals,
            library=library,
            pipeline_class=self.pipeline_class,
        )


class CompiledFunction(CPUDispatcher):  # type: ignore[misc]
    """numba's dispatcher of a function, apart from calls from compiled code.

    Args:
        function: what is compiled.
        options: numba's options besides those of `numba.njit(nogil=True)`.
        cache: where compiled versions are kept; None for nowhere.
        unsigned_indices: whether no index of an array is negative in this function.
    """

    def __init__(
        self,
        function: Any,
        options: Mapping[str, Any],
        cache: DiskCache | None,
        unsigned_indices: bool,
    ) -> None:
        super().__init__(function, targetoptions={**_OPTIONS, **options})
        pipeline = compiler.Compiler
        self._compiler = _Compiler(function, self.targetdescr, self.targetoptions, {}, pipeline)
        self._compiler.unsigned_indices = unsigned_indices
        self._disk_cache = cache
        if cache is not None:
            self._cache: Any = cache
        self.merged: dict[Types, _Merged] = {}
        weakref.finalize(self, _forget, self.merged, self.targetctx).atexit = False

    def compile(self, sig: Any) -> Any:
        """numba asks for the version that Python calls with arguments of these types."""
        if self.targetoptions.get("_nrt", True):
            rtsys.initialize(self.targetctx)  # what is read from the disk needs it as well
        with _collector_paused():
            return super().compile(sig)  # type: ignore[no-untyped-call]

    def get_call_template(self, args: Any, kws: Any) -> tuple[Any, ...]:
        """numba asks for the version to call from compiled code with arguments of these types."""
        pysig, folded = self._compiler.fold_argument_types(args, kws)
        common = tuple(_common_type(each) for each in folded)
        self._compile_merged(common)
        name, make_template = self.py_func.__name__, vars(typing)["make_concrete_template"]
        signatures = [self.merged[common].signature]
        return make_template(f"CallTemplate({name})", name, signatures), pysig, common, {}

    def get_overload(self, sig: Any) -> Any:
        """numba asks for the key under which `insert_user_function` has put a version."""
        args, _ = sigutils.normalize_signature(sig)  # type: ignore[no-untyped-call]
        return self.merged[tuple(args)].library

    def _compile_merged(self, args: Types) -> None:
        """See to it that there is a version for arguments of these types."""
        if args in self.merged:
            return
        cache, key = self._disk_cache, ("merged", args)
        context: Any = self.targetctx
        with global_compiler_lock, self._compiling_counter:
            merged = None if cache is None else cache.load(key, context, _Merged.read)
            if merged is None:
                details = {"dispatcher": self, "args": args, "return_type": None}
                with event.trigger_event("numba:compile", data=details):
                    merged = self._compiler.compile_merged(args)
                if cache is not None and not merged.library.has_dynamic_globals:
                    cache.save(key, context.codegen(), merged.payload)
            library = merged.library
            context.insert_user_function(library, merged.description, [library])
            self.merged[args] = merged


@contextmanager
def _collector_paused() -> Iterator[None]:
    """Leave garbage for later: compiling and loading make many objects, most of which stay.

    Looking through them again and again took 6 % of a cold start and 13 % of a warm one.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _reload(library: Any) -> set[Any]:
    """Functions to call when a library is read from the disk; numba before 0.63 knows none."""
    found: set[Any] = getattr(library, "_reload_init", set())
    return found


def _common_type(given: Any) -> Any:
    """The type by which a function takes an argument: int64 for all integers that fit into it."""
    plain: Any = types.unliteral(given)  # type: ignore[no-untyped-call]
    if isinstance(plain, types.IntEnumMember):
        plain = plain.dtype
    if isinstance(plain, types.Integer) and plain != types.uint64:
        return types.int64
    return plain


def _forget(merged: dict[Types, _Merged], context: Any) -> None:
    """Remove what was compiled of a function that is deleted, as numba does."""
    for each in merged.values():
        context.remove_user_function(each.library)
