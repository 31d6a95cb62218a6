"""Evaluation tasks: set up, let an agent work, verify, clean up, and say how it went.

The pure part (documents, templates, selection, limits, results, assertions, reports) knows no processes; `task_runner`
takes one task and gives one result, `eval_run` takes many.
"""
