"""Evaluation: rules, file rules and conditions give a verdict on a script, with the evidence.

In: a compiled policy, a script, and what is known of the world (`wicket.policy.machine_view`). Out: a verdict.

Begin with `evaluate`. It asks `rule_lookup_and_untrusted_budget` for the rules about each command, `rule_match` which
of them match, `cel_conditions` for their `when` (`values_that_conditions_see`), `command_effects` for what a command
does beside its words, `hidden_commands_in_arguments_and_code` for commands among the words of an unknown program, and
`ask_about_code_and_unreadable_commands` for what else cannot be told.
"""
