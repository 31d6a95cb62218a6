"""`Record` is what `typing.NamedTuple` is to whoever writes or checks a class, and made in less time.

A contained command waits for what wicket imports: `typing` takes longer than all records together.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple as Record
else:
    from operator import itemgetter

    class Record(tuple):
        """A tuple whose fields have names, in the order in which the class declares them."""

        __slots__ = ()
        _names = ()
        _defaults = {}  # noqa: RUF012 - each class gets its own

        def __init_subclass__(cls) -> None:
            names = tuple(cls.__annotations__)
            cls._names = cls.__match_args__ = names
            cls._defaults = {name: cls.__dict__[name] for name in names if name in cls.__dict__}
            for number, name in enumerate(names):
                setattr(cls, name, property(itemgetter(number)))

        def __new__(cls, *values: object, **named: object) -> "Record":
            names = cls._names
            if len(values) < len(names):
                left, known = names[len(values) :], cls._defaults | named
                if missing := [name for name in left if name not in known]:
                    raise TypeError(f"{cls.__name__} needs {', '.join(missing)}")
                values = (*values, *(known[name] for name in left))
                if not named.keys() <= frozenset(left):
                    raise TypeError(f"{cls.__name__} takes each of {', '.join(names)} once, and nothing else")
            elif named or len(values) > len(names):
                raise TypeError(f"{cls.__name__} takes each of {', '.join(names)} once, and nothing else")
            return tuple.__new__(cls, values)

        def __getnewargs__(self) -> tuple[object, ...]:
            return tuple(self)

        def __repr__(self) -> str:
            said = ", ".join(f"{name}={value!r}" for name, value in zip(self._names, self, strict=True))
            return f"{type(self).__name__}({said})"

        def _replace(self, **named: object) -> "Record":
            return type(self)(**(dict(zip(self._names, self, strict=True)) | named))


__all__ = ["Record"]
