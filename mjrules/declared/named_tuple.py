"""Named tuples that are quick to make: a start makes fifty classes of them.

`typing.NamedTuple` compiles the text of every annotation, which is most of what such a class costs. Here annotations
stay the texts that they are, from which `typing.get_type_hints` makes the types of a class as ever.
"""

from __future__ import annotations

from collections import namedtuple
from typing import TYPE_CHECKING, Any

__all__ = ["NamedTuple"]

if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple
else:

    class _NamedTupleMaker(type):
        """Makes a named tuple of the body of a class, its fields those that are annotated."""

        def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> type:
            if not bases:
                return super().__new__(cls, name, bases, body)
            types = body.pop("__annotations__", {})
            defaults = [body.pop(field) for field in types if field in body]
            made = namedtuple(name, types, defaults=defaults, module=body.pop("__module__"))
            made.__annotations__ = made.__new__.__annotations__ = types
            for key, value in body.items():
                setattr(made, key, value)
            return made

    class NamedTuple(metaclass=_NamedTupleMaker):
        """The base of a named tuple, written as those of `typing` are."""
