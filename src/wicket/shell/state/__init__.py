"""The state: what a text has done so far to what follows. Plain data; whoever walks the text changes it.

In: assignments, functions, aliases, folders and files, as the walk meets them. Out: what a name stands for at a place
of the text, or why that is not known.

Begin with `variables_and_functions`. `values_of_variables` says what a variable may hold, `name_attributes` and
`standard_input` hold what all subshells of a text share.
"""
