"""The job that mirrors an account to Keycloak, for modules that enqueue it. `mirroring` has its handler."""

from __future__ import annotations

import datetime as dt

from kit.jobs import Job

MIRROR = Job("mirrorToKeycloak", patience=dt.timedelta(days=7))
"""Retried for longer than other jobs: nobody repeats it by hand, and the realm must refuse a deactivated user too."""
