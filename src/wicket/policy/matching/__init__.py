"""Matching: does a pattern match a command? Yes, no, or maybe where a word is not known.

In: a pattern, and a command with its words. Out: a level, and what the placeholders stand for (`captures`).

Begin with `pattern_match`. `lazy_command_views` gives a command in all the ways that a rule may need: its positions and
flags, its words as paths (`path_patterns`), in other spellings (`program_specific_spellings`, with
`mode_and_signal_spellings` and `rm_and_find_spellings`), the branches that it pushes (`pushed_branches`), without the
versions of packages (`package_versions`).
"""
