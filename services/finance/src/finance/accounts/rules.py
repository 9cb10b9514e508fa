"""The chart of accounts of an organisation, and the arithmetic of VAT (`money.md 7`, `9`)."""

from __future__ import annotations

from kit.values import options

CHART_OF = {4: 1, 5: 1}
"""Cambridge (4) and Online (5) use organisation 1's chart, so the legacy call asks for the sub accounts of organisation
1 only. Every other organisation has its own chart."""

VAT_TREATMENTS = options(("zeroRated", "Zero-rated"), ("exempt", "Exempt"), ("outside", "Outside the scope"))
"""Treatments of a VAT rate of 0. HMRC wants each reported separately."""
OUTSIDE = "outside"

STANDARD_RATE = {3: 2_300}
"""The standard rate of VAT in Portugal (3); the other charts use UK_STANDARD_RATE."""
UK_STANDARD_RATE = 2_000

OTHER_CHART = "This account is not in the chart of the organisation"
OTHER_ACCOUNT = "This sub account belongs to another account"
STAYS = "An account stays in the chart it was made in"
SUB_STAYS = "A sub account stays with the account it was made for"
NO_ORGANISATION = "There is no such organisation"


def chart_of(organisation_id: int) -> int:
    """Return the organisation whose chart `organisation_id` uses."""
    return CHART_OF.get(organisation_id, organisation_id)


def vat_key(rate: int, treatment: str) -> str:
    """Return the key of a kind of VAT: the rate, or the treatment if the rate is 0."""
    return str(rate) if rate else treatment


def vat_name(treatment: str) -> str:
    """Return the label of a treatment: `Zero-rated`, `Exempt`, `Outside the scope`."""
    return next(option.label for option in VAT_TREATMENTS if option.value == treatment)


def vat_on(net: int, rate: int) -> int:
    """Return the VAT on `net` pence at `rate` hundredths of a percent, rounded half up to the penny. The database
    computes the VAT of a line the same way."""
    sign = -1 if net < 0 else 1
    return sign * ((abs(net) * rate * 2 + 10_000) // 20_000)
