"""Reads `files`: the paths that must not be read, written or deleted, and what a relative one means."""

from wicket.policy.config.absolute_paths import rebased
from wicket.policy.config.checked_values import Form, quoted
from wicket.policy.config.document_nodes import Items, Node
from wicket.policy.config_model import Files, Origin
from wicket.policy.patterns.home_folder import with_tilde

__all__ = ["file_rules"]


def file_rules(form: Form, node: Node, line: int, folder: str, home: str, *, of_all_projects: bool) -> Files:
    """Read `files`; a relative path leads from `folder`, in which the file lies.

    A file `of_all_projects` is a person's own: some of its lists mean the project that is worked in.
    """
    entries = form.mapping(node, line, "`files`", Files.LISTS)

    def absolute(text: str, key: str) -> str:
        return _absolute(text, key, folder, home, of_all_projects=of_all_projects)

    def paths(key: str) -> tuple[tuple[str, Origin], ...]:
        at, value = entries.get(key, (line, Items([], line)))
        listed = form.texts(value, at, f"`files.{key}`", one=True)
        for text, where in listed:
            if of_all_projects and folder:
                _warn_beside_own_file(form, text, key, where, absolute(text, key))
        return tuple((absolute(text, key), form.origin(where)) for text, where in listed)

    files = Files(fences=(), **{key: paths(key) for key in Files.LISTS})
    if "write_only_in" in entries and not files.write_only_in:
        hint = "list a folder, or remove the key; to forbid all writing, deny_write: [/**]"
        form.problem(entries["write_only_in"].line, "`files.write_only_in` lists nothing", hint)
    return files


def _warn_beside_own_file(form: Form, text: str, key: str, line: int, meant: str) -> None:
    """Say that a relative path in a person's own file leads to what lies beside that, and in no project."""
    if key in Files.OF_PROJECT:
        return
    if text.startswith(("/", "**/")) or with_tilde(text)[:1] == "~":
        return
    hint = "write the whole path of a folder"
    if key in Files.FORBIDDING:
        bare = text.removeprefix("./")
        hint = f"write `**/{bare}` to mean it wherever it lies" if bare.strip("./") else f"write `{meant}` to mean it"
    form.warn(line, f"{quoted(text)} in `files.{key}` of your own file means {meant}, in no project", hint)


def _absolute(text: str, key: str, folder: str, home: str, *, of_all_projects: bool) -> str:
    # What is forbidden as `**/.env` is meant wherever it lies; what is permitted lies with the file that says so.
    if key in (*Files.FORBIDDING, "ask_delete_outside") and text.startswith("**/"):
        return f"/{text}"
    # A person's own file is for every project: there, what is relative lies in the one that is worked in.
    of_project = key in Files.OF_PROJECT and of_all_projects
    return rebased(text, "" if of_project else folder, home)
