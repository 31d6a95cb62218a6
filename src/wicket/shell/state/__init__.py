"""The state: what a text has done so far to what follows. Plain data; whoever walks the text changes it.

In: assignments, functions, aliases, folders and files, as the walk meets them. Out: what a name stands for at a place
of the text, or why that is not known.

Begin with `variables_and_functions`. `standard_input` holds what is shared by all subshells of a text, `written_files`
the files that the text has written, since whoever runs one of them runs what the text says.
"""
