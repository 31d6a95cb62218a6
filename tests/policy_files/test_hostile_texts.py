"""A policy may be anybody's: what is wrong with one is said without repeating at length what it says."""

import re

import pytest

from policy_files.places import Person
from wicket.policy.errors import PolicyError

LONG = "A" * 5000

TEXTS = {
    "a key": f"{LONG}: 1",
    "a key of a rule": f"rules: [{{allow: ls, {LONG}: 1}}]",
    "an action": f"rules: [{{{LONG}: ls}}]",
    "a value": f"defaults: {{action: {LONG}}}",
    "a number": f"defaults: {{action: {'9' * 5000}}}",
    "a sandbox": f"defaults: {{sandbox: {LONG}}}",
    "a path list": f"rules: [{{deny: 'ls <path:{LONG}>'}}]",
    "a variable": f"rules: [{{deny: 'ls <var:{LONG}>'}}]",
    "a flag group": f"rules: [{{deny: 'ls <flag:{LONG}>'}}]",
    "a placeholder": f"rules: [{{deny: 'ls <{LONG}:x>'}}]",
    "a bracket": f"rules: [{{deny: 'ls [{LONG}'}}]",
    "a quote": f'rules: [{{deny: "ls \'{LONG}"}}]',
    "a condition": f"rules: [{{deny: ls, when: '{LONG} =='}}]",
    "a name in a condition": f"rules: [{{deny: ls, when: '{LONG[:900]}'}}]",
    "an extended file": f"extends: [{LONG}]",
    "an extended path": f"extends: ['./{LONG[:200]}/{LONG[:200]}/{LONG[:200]}.yml']",
    "a preset": f"extends: ['wicket:{LONG}']",
    "a repository": f"extends: ['github:a/{LONG}@v1']",
    "an address": f"extends: ['https://{LONG}/x']",
    "a validator": f"rules: [{{validate: {LONG}}}]",
    "an alias": f"definitions: {{aliases: {{{LONG}: 'a [b'}}}}",
    "a definition": f"definitions: {{{LONG}: 1}}",
    "a group that is none": f"definitions: {{flag_groups: {{{LONG}: 'nope'}}}}",
    "a wrapper": f"definitions: {{wrappers: ['{LONG} x']}}",
    "a version": f"required_runok_version: '{LONG}'",
    "a test": f"tests: {{cases: [{{{LONG}: x}}]}}",
    "YAML: an anchor": f"a: *{LONG}",
    "YAML: a tag": f"a: !!{LONG} x",
    "YAML: a handle": f"a: !{LONG}!x y",
    "YAML: a key twice": f"{LONG}: 1\n{LONG}: 2",
    "YAML: a directive": f"%TAG !{LONG}! x\n%TAG !{LONG}! x\n---\na: 1",
    "YAML: an escape": f'a: "\\{LONG}"',
    "no YAML": f"a: [{LONG}\nb: '",
    "a text": LONG,
    "many patterns": "rules:\n" + "".join(f"  - deny: 'ls [{number}'\n" for number in range(3000)),
    "many keys": "".join(f"k{number}: 1\n" for number in range(3000)),
    "many names": "rules:\n" + "".join(f"  - deny: 'ls <path:x{number}>'\n" for number in range(3000)),
}


@pytest.mark.parametrize("name", ["wicket.yml", "runok.yml"])
@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_no_sentence_about_a_policy_repeats_it_at_length(person: Person, name: str, text: str) -> None:
    person.put({name: text + "\n"})
    said: list[str] = []
    for config in (None, str(person.project / name)):
        try:
            said += map(str, person.compiled(config=config).warnings)
        except PolicyError as error:
            said += [*map(str, error.problems), *str(error).splitlines()]
    assert said
    repeated = max((len(run) for one in said for run in re.findall("A+|9+", one)), default=0)
    assert (repeated <= 400, max(map(len, said)) <= 1000, len(said) <= 1000) == (True, True, True), (repeated, said[0])
