"""Patterns: the text of a rule becomes what is matched.

In: a pattern as its author wrote it, and the definitions of the policy. Out: tuples of a program, positions and flags
(`elements`), which are stored in a compiled policy; `compiled_pattern` gives them by the names of their parts.

Begin with `tokens`, which cuts a pattern, then `elements`. `globs` compares single words, with three answers: yes, no,
and maybe where a word is not known.
"""
