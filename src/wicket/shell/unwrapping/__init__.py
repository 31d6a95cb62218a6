"""Unwrapping: what a command runs in turn. `sudo rm x` runs `rm x`, and `sh -c TEXT` reads the text.

In: a command, and the walk that reads what it runs (`walk_interface`). Out: nothing; each command or text that is found
goes back to the walk, and what cannot be known makes the command opaque.

Begin with `what_a_program_runs.follow`. Options that run something are in `options_that_run`, shells and interpreters
in `shells_and_interpreters`, the files and the input that they run in `scripts_and_input_that_are_run`, aliases and
settings of version control in `git_settings_that_run`, programs with ways of their own in `program_specific_wrappers`,
variables of make in `make_variables`, what find runs in `find_actions`, the command among a wrapper's operands in
`wrapped_commands_and_code`, what xargs reads in `xargs_input`, settings of builds in `build_settings_that_run`, and
files that a program runs without being told so in `files_and_variables_loaded_implicitly`; `written_files` remembers
what the text makes for that.
"""
