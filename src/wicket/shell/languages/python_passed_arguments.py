"""What the functions of a program of Python are called with: the expressions that each parameter stands for."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["arguments_of_functions", "bound_by"]

_FUNCTIONS = frozenset(["FunctionDef", "AsyncFunctionDef"])


def arguments_of_functions(nodes: "list[Any]") -> "dict[int, list[Any]]":
    """Give, for each parameter whose values all stand in the program, the expressions for them.

    Parameters go by the ids of their nodes. Left out are those of methods, of functions that are decorated, handed to
    others or defined twice, and of such that are called with stars: what these are given may come from anywhere.
    """
    functions: dict[str, list[Any]] = {}
    calls: dict[str, list[Any]] = {}
    called: set[int] = set()  # names that stand there to be called
    unsure: set[str] = set()
    for node in nodes:
        kind = type(node).__name__
        if kind in _FUNCTIONS:
            functions.setdefault(node.name, []).append(node)
        elif kind == "ClassDef":
            unsure.update([node.name, *_methods(node.body)])
        elif kind == "Call" and type(node.func).__name__ == "Name":
            calls.setdefault(node.func.id, []).append(node)
            called.add(id(node.func))
        elif kind in ("Import", "ImportFrom"):
            unsure.update([alias.asname or alias.name for alias in node.names])
        elif kind in ("arg", "ExceptHandler", "MatchAs", "MatchStar", "MatchMapping"):
            unsure.add(bound_by(node))
    unsure.update([node.id for node in nodes if type(node).__name__ == "Name" and id(node) not in called])
    found: dict[int, list[Any]] = {}
    for name, defined in functions.items():
        if len(defined) == 1 and name not in unsure and name in calls and not defined[0].decorator_list:
            found.update(_passed(defined[0].args, calls[name]))
    return found


def _methods(body: "list[Any]") -> "list[str]":
    """Name the methods that stand in the body of a class, below whatever condition."""
    found: list[str] = []
    ahead = [*body]
    while ahead:
        node = ahead.pop()
        if type(node).__name__ in _FUNCTIONS:
            found.append(node.name)
        elif type(node).__name__ != "ClassDef":  # which is seen for itself
            for field in ("body", "orelse", "finalbody", "handlers", "cases"):
                inner = getattr(node, field, ())
                ahead += inner if isinstance(inner, list) else ()
    return found


def bound_by(node: "Any") -> str:
    """Give the name that a parameter, an exception that is caught or a pattern binds; empty: none."""
    return next((name for field in ("arg", "name", "rest") if isinstance(name := getattr(node, field, None), str)), "")


def _passed(parameters: "Any", calls: "list[Any]") -> "dict[int, list[Any]]":
    """Match what calls give with the parameters of a function; nothing if one of them may give it otherwise."""
    if parameters.vararg is not None or parameters.kwarg is not None:
        return {}
    by_place = [*parameters.posonlyargs, *parameters.args]
    found: dict[int, list[Any]] = {id(one): [] for one in (*by_place, *parameters.kwonlyargs)}
    of_name = {one.arg: id(one) for one in (*by_place, *parameters.kwonlyargs)}
    if parameters.defaults:
        for one, value in zip(by_place[-len(parameters.defaults) :], parameters.defaults, strict=True):
            found[id(one)].append(value)
    for one, value in zip(parameters.kwonlyargs, parameters.kw_defaults, strict=True):
        found[id(one)] += [value] if value is not None else []
    for call in calls:
        if len(call.args) > len(by_place) or any(type(part).__name__ == "Starred" for part in call.args):
            return {}
        for one, value in zip(by_place, call.args, strict=False):
            found[id(one)].append(value)
        for keyword in call.keywords:
            if keyword.arg not in of_name:
                return {}
            found[of_name[keyword.arg]].append(keyword.value)
    return {one: values for one, values in found.items() if values}
