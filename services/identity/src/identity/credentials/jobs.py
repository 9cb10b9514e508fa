"""The job that mirrors an account to Keycloak, for those who enqueue it. `mirroring` does the work."""

from __future__ import annotations

import datetime as dt

from kit.jobs import Job

MIRROR = Job("mirrorToKeycloak", patience=dt.timedelta(days=7))
"""Waits longer than other jobs: nobody repeats it by hand, and a deactivated user must be turned away there too."""
