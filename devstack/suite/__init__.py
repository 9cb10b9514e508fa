"""The test suite: its stages, the inputs of each part, and the results that are kept."""
