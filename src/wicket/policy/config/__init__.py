"""The config of a policy: documents become a checked `Config` (`wicket.policy.config_model`).

In: documents as plain values with their lines (`document_nodes_and_checked_values`). Out: what all files say together,
or every problem at once, each with its place.

Begin with `keys_of_policy_file`, which reads one file; its parts are read by `rule_definition_and_validator_entries`
and `sandbox_and_program_entries`. `merge_and_untrusted_files` joins several files, and says what counts of those that
nobody trusts.
"""
