"""The walk: nodes become every command that would run, in order, as bash would run them.

In: nodes of the grammar. Out: commands with their words expanded (`wicket.shell.read_result`), those of substitutions,
of functions, of traps, and of texts that other commands run.

Begin with `control_flow`. Its classes build on one another: `variable_assignment`, `arithmetic`,
`parameter_operators`, `parameter_lookup`, `tilde_expansion`, `word_expansion`, `nested_texts_line_by_line`,
`redirects`, `running_written_files`, `function_calls`, `command_dispatch`, `command_substitution`, `assignment_words`,
`dangerous_assignments`, `simple_commands`, `loops`, `lists_and_pipelines`, `control_flow`. Builtins are functions that
are given the walk. A word that is not known stays so, with the reason (`wicket.shell.unknown_values`).
"""
