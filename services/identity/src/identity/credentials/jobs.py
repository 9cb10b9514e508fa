"""The jobs that copy accounts and sign-outs to Keycloak, for modules that enqueue them; `mirroring` has the
handlers."""

from __future__ import annotations

import datetime as dt

from kit.jobs import Job

MIRROR = Job("mirrorToKeycloak", patience=dt.timedelta(days=7))
"""Retried for longer than other jobs: nobody repeats it by hand, and the realm must refuse a deactivated user too."""
SIGN_OUT = Job("signOutOfKeycloak")
"""Ends sessions of the realm after Keycloak did not answer when ours ended."""
