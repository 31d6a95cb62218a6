"""The demo: a sample policy and a sample extension. `sample_files` lays them out for `wicket demo`."""
