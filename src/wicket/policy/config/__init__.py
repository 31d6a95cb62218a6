"""The config of a policy: documents become a checked `Config` (`wicket.policy.config_model`).

In: documents as plain values with their lines (`document_nodes`). Out: what all files say together, or every problem at
once, each with its place.

Begin with `rules_and_defaults`, which reads one file; `definitions_and_types` are the parts that give names to things;
`merge_policy_files` joins several files, with less said by those that nobody trusts.
"""
