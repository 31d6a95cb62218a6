"""Patterns: the text of a rule becomes what is matched.

In: a pattern as its author wrote it, and the definitions of the policy. Out: tuples of a program, positions and flags
(`pattern_parser`), which are stored in a compiled policy; `compiled_pattern` gives them by the names of their parts.

Begin with `pattern_tokenizer`, which cuts a pattern, then `pattern_parser`; `alternatives_and_definitions` spells out
what stands for several patterns. `globs_of_words_and_home_folder` compares single words, with three answers: yes, no,
and maybe where a word is not known.
"""
