"""The closed lists of JavaScript's names."""

from wicket.shell.languages.javascript_name_lists import DANGEROUS, GLOBALS, KEYWORDS, MODULES, NEVER, OF_PROCESS


def test_no_name_is_both_harmless_and_dangerous() -> None:
    assert not (GLOBALS | KEYWORDS | OF_PROCESS) & (NEVER | DANGEROUS)


def test_what_runs_texts_is_on_no_list() -> None:
    assert {"eval", "Function", "constructor", "globalThis"} <= NEVER
    assert not MODULES & {"vm", "worker_threads", "module", "repl", "inspector", "cluster"}
