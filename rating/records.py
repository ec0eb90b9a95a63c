"""Named tuples written as with `typing.NamedTuple`, which they are for whoever checks types.

Importing `typing` takes as long as the whole rating core, so they are made without it.
"""

from collections import namedtuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple  # noqa: PLC0414 - for those who import it here
else:

    class _Maker(type):
        """Turns the body of a class with annotated fields into a named tuple."""

        def __new__(cls, name, bases, body):
            if not bases:
                return super().__new__(cls, name, bases, body)
            written = type(name, (), body)
            fields = written.__annotations__
            defaults = [body.pop(field) for field in fields if field in body]
            made = namedtuple(name, fields, defaults=defaults, module=written.__module__)
            for attribute, value in body.items():
                if attribute not in {"__module__", "__qualname__"}:
                    setattr(made, attribute, value)
            return made

    class NamedTuple(metaclass=_Maker):
        """The base that a class of annotated fields names, to become a tuple of them."""
