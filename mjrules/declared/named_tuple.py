"""Named tuples that are quick to make: a start makes fifty classes of them.

`typing.NamedTuple` compiles the text of every annotation, and `collections.namedtuple` that of a function that makes
the tuples, which is most of what such a class costs. Here annotations stay the texts that they are, from which
`typing.get_type_hints` makes the types of a class as ever. The function is one that was compiled with this module, for
as many fields, and is given their names.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

__all__ = ["NamedTuple"]

if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple
else:
    from collections import namedtuple
    from types import FunctionType

    _new = tuple.__new__
    _STRANGE_NAMES = TypeError if sys.version_info >= (3, 13) else ValueError
    """What named tuples raise for names that are no fields."""
    _MAKERS = (
        lambda _cls: _new(_cls, ()),
        lambda _cls, a: _new(_cls, (a,)),
        lambda _cls, a, b: _new(_cls, (a, b)),
        lambda _cls, a, b, c: _new(_cls, (a, b, c)),
        lambda _cls, a, b, c, d: _new(_cls, (a, b, c, d)),
        lambda _cls, a, b, c, d, e: _new(_cls, (a, b, c, d, e)),
        lambda _cls, a, b, c, d, e, f: _new(_cls, (a, b, c, d, e, f)),
        lambda _cls, a, b, c, d, e, f, g: _new(_cls, (a, b, c, d, e, f, g)),
        lambda _cls, a, b, c, d, e, f, g, h: _new(_cls, (a, b, c, d, e, f, g, h)),
    )
    """What makes a tuple of so many fields, the class before them."""
    _Pattern = namedtuple("_Pattern", "field")
    _getter = type(_Pattern.field)

    def _make(cls, values):
        """A tuple of these values, one for each field. Raises TypeError for more or fewer."""
        made = _new(cls, values)
        if len(made) != len(cls._fields):
            raise TypeError(f"Expected {len(cls._fields)} arguments, got {len(made)}")
        return made

    def _replace(self, /, **changes):
        """The tuple with other values in some fields. Raises ValueError, from Python 3.13 on TypeError, for names that
        are no fields."""
        made = self._make(map(changes.pop, self._fields, self))
        if changes:
            raise _STRANGE_NAMES(f"Got unexpected field names: {[*changes]!r}")
        return made

    def _shown(self):
        shown = ", ".join([f"{name}={value!r}" for name, value in zip(self._fields, self, strict=True)])
        return f"{type(self).__name__}({shown})"

    _METHODS = {
        "__slots__": (),
        "_make": classmethod(_make),
        "_replace": _replace,
        "__replace__": _replace,
        "_asdict": _Pattern._asdict,
        "__repr__": _shown,
        "__getnewargs__": _Pattern.__getnewargs__,
    }

    class _NamedTupleMaker(type):
        """Makes a named tuple of the body of a class, its fields those that are annotated."""

        def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> type:
            if not bases:
                return super().__new__(cls, name, bases, body)
            types = body.pop("__annotations__", {})
            defaults = {field: body.pop(field) for field in types if field in body}
            if len(types) < len(_MAKERS):
                return _quickly_made(name, types, defaults, body)
            made = namedtuple(name, types, defaults=defaults.values(), module=body.pop("__module__"))
            made.__annotations__ = made.__new__.__annotations__ = types
            for key, value in body.items():
                setattr(made, key, value)
            return made

    def _quickly_made(name, types, defaults, body):
        """The class of few fields, as `collections.namedtuple` makes it."""
        fields = tuple(types)
        names = {"co_varnames": ("_cls", *fields), "co_name": "__new__", "co_qualname": f"{name}.__new__"}
        code = _MAKERS[len(fields)].__code__.replace(**names)
        maker = FunctionType(code, globals(), "__new__", tuple(defaults.values()))
        maker.__annotations__ = types
        told = {"__new__": maker, "_fields": fields, "_field_defaults": defaults, "__match_args__": fields}
        getters = {field: _getter(place, f"Alias for field number {place}") for place, field in enumerate(fields)}
        shown = {"__doc__": f"{name}({', '.join(fields)})", "__annotations__": types}
        return type(name, (tuple,), {**_METHODS, **told, **getters, **shown, **body})

    class NamedTuple(metaclass=_NamedTupleMaker):
        """The base of a named tuple, written as those of `typing` are."""
