"""What an instance consists of: its components, their settings, secrets, accounts and probes."""
