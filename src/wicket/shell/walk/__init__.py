"""The walk: nodes become every command that would run, in order, as bash would run them.

In: nodes of the grammar. Out: commands with their words expanded (`wicket.shell.read_result`), those of substitutions,
of functions, of traps, and of texts that other commands run.

Begin with `control_flow`. Its classes build on one another: `variable_assignment`, `arithmetic`, `parameter_operators`,
`parameter_lookup`, `word_and_tilde_expansion`, `nested_texts_and_redirects`,
`function_calls_and_scripts_written_later`, `command_dispatch`, `command_substitution`,
`simple_commands_and_assignments`, `loops_and_pipelines`, `control_flow`. Builtins are functions that are given the
walk. A word that is not known stays so, with the reason (`wicket.shell.unknown_values`).
"""
