"""What the staff side of the payment link answers."""

from __future__ import annotations

import datetime as dt
from typing import TypedDict


class LinkRenewed(TypedDict):
    """The link as it is now."""

    passcode: str
    linkExpires: dt.datetime
    paymentLink: str
