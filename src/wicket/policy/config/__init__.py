"""The config of a policy: documents become a checked `Config` (`wicket.policy.config_model`).

In: documents as plain values with their lines (`document_nodes`). Out: what all files say together, or every problem at
once, each with its place.

Begin with `keys_of_policy_file`, which reads one file; its parts are read by the modules called `…_entries`:
`rule_entries`, `file_rule_entries`, `definition_entries`, `sandbox_entries`, `validator_entries`,
`taught_program_entries`, `tool_rule_entries`. `merge_policy_files` joins several files; `untrusted_policy_files` says
what counts of those that nobody trusts.
"""
