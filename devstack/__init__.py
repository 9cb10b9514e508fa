"""Runs the whole system on one machine: environment, components, supervisor, tests."""
