"""Programs that not every machine has, and commands with a time limit."""
