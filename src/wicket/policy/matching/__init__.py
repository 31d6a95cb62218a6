"""Matching: does a pattern match a command? Yes, no, or maybe where a word is not known.

In: a pattern, and a command with its words. Out: a level, and what the placeholders stand for (`positions_and_flags`).

Begin with `pattern_match`. `lazy_command_views` gives a command in all the ways that a rule may need: its positions and
flags, its words as paths (`path_patterns`), in other spellings (`program_script_and_package_spellings`,
`rm_find_chmod_kill_and_other_argument_spellings`, `flag_and_option_variable_spellings`), and pushed branches
(`pushed_branches`).
"""
