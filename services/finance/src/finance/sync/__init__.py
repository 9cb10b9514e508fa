"""The accounting system in step: what is to go out, what came back, and the proof (`docs/finance.md`)."""
