"""The form of a policy: documents become a checked `Config` (`wicket.policy.model`).

In: documents as plain values with their lines (`document`). Out: what all files say together, or every problem at once,
each with its place.

Begin with `policy_file`, which reads one file; `declarations` are the parts that give names to things; `merge` joins
several files, with less said by those that nobody trusts.
"""
