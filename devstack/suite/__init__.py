"""The test suite: its stages, what each part depends on, and the results that are kept."""
