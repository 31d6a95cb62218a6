"""The state: what a text has done so far to what follows. Plain data; whoever walks the text changes it.

In: assignments, functions, aliases, folders and files, as the walk meets them. Out: what a name stands for at a place
of the text, or why that is not known.

Begin with `shell_state_variables_and_functions`. `variable_values_and_attributes` says what a variable may hold, and
keeps the attributes that all subshells of a text share, as `standard_input_and_glob_options` does with its input.
"""
