"""The parts of an instance: components with their settings, secrets, accounts and probes."""
