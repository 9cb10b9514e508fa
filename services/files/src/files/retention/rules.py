"""Texts and limits of retention and of holds."""

from __future__ import annotations

import datetime as dt

NOTICE = dt.timedelta(days=30)
"""How long before a document goes to the trash its owner is notified."""
MAX_REASON = 200
NO_FOLDER = "There is no such folder"
PRESENT = "This folder already has a rule for this content type"
ON_HOLD = "It is already on hold"
NOT_ON_HOLD = "It is not on hold"
NO_REASON = "Please say why"
