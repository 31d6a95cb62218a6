"""The walk: nodes become every command that would run, in order, as bash would run them.

In: nodes of the grammar. Out: commands with their words expanded (`wicket.shell.script`), those of substitutions, of
functions, of traps, and of texts that other commands run.

Begin with `walker`. Its classes build on one another: `variable_assignment`, `parameter_expansion`, `word_expansion`,
`source_texts`, `running_commands`, `command_substitution`, `simple_commands`, `loops`, `walker`. Builtins are functions
that are given the walk. A word that is not known stays so, with the reason (`wicket.shell.words`).
"""
