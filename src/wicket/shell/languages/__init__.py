"""Other languages: small programs that are shown to do nothing but compute, print and read files that they name.

In: the code behind `python -c`, `awk`, `sed`, `perl -e`, `node -e` or `psql -c`. Out: whether it is harmless, and which
files it reads. What is not shown to be harmless is not understood; no code is ever shown to be dangerous.

Begin with `language_dispatch`, which knows the languages and asks the right module. Each module has a grammar of its
own, of the few forms that people type into a command line.
"""
