"""Options and limits of exam series and exams. The specs name only the fields; the choices are ours."""

from __future__ import annotations

from kit.values import options

TYPES = options(("public", "Public", "blue"), ("trial", "Trial", "amber"))
"""Public series have the screens under /exams, trial series those under /trialexams (`platform.md 2`)."""
SEASONS = options(("january", "January"), ("summer", "Summer"), ("november", "November"))
FIRST_YEAR, LAST_YEAR = 2019, 2100
MOST_PAPERS = 50
