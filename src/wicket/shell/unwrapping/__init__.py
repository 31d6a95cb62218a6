"""Unwrapping: what a command runs in turn. `sudo rm x` runs `rm x`, and `sh -c TEXT` reads the text.

In: a command, and the walk that reads what it runs (`walk_interface`). Out: nothing; each command or text that is found
goes back to the walk, and what cannot be known makes the command opaque.

Begin with `what_a_program_runs.follow`. Options that run something are in `options_that_run`, shells, interpreters and
the files and input that they run in `shells_interpreters_and_scripts`, the code that these are given in
`code_for_interpreters`, aliases and settings of version control in `git_settings_that_run`, programs with ways of their
own in `program_specific_wrappers`, variables of make and settings of builds in
`build_tool_settings_and_make_variables`, what find runs in `find_actions_and_tmux_commands`, the command among a
wrapper's operands in `wrapped_commands_and_shell_texts`, what xargs reads in `xargs_and_placeholders`, and files that a
program runs without being told so in `files_and_variables_loaded_implicitly`; `written_files` and `fetched_files`
remember what the text makes for that.
"""
