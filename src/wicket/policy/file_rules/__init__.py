"""File rules: where a word points, and whether a policy lists that place.

In: what a command does to files (`file_effect`), and the lists of the policy. Out: what is denied or asked about, added
to the evidence.

Begin with `judge_files`. `work_tree_and_writable_folders` and `protected_wicket_files` are parts of it.
`path_resolution_and_links` finds where a word points, also as the text leads it;
`listed_path_match_and_folder_contents` compares that with a list by `listed_path_patterns`, `listed_path_index` makes
long lists fast, and `embedded_paths_and_unmatched_globs` finds possible paths in the words of an unknown program.
"""
