"""The version of this release; `python -m deploy release` writes it here and in every other place that contains it."""

VERSION = "1.103.0"
"""The version that the staff application shows (`platform.md 9`)."""
