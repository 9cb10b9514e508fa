"""Words of loaded texts: letters, documents, messages."""

from __future__ import annotations

WORDS = tuple(
    (
        "the and to of we in is it for on with that not at by this from have be will you your please thank was are can"
        " student tutor lesson course week invoice term report homework exam date hours office room time paper slip"
        " family parent client note page number copy mail address name list file form change plan payment mark subject"
        " policy handbook guidance review school centre candidate board grade essay question answer teacher class"
        " Monday Tuesday Wednesday Thursday Friday Saturday January February March April June September October"
        " mathematics physics chemistry biology history geography economics English Latin French German Spanish"
        " attendance absence timetable seating invigilator certificate deadline deposit receipt refund discount credit"
        " balance contract signature safeguarding complaint procedure contingency inspection training induction"
        " calculator library corridor projector whiteboard printer password account screen browser download upload"
        " yesterday tomorrow morning afternoon evening holiday illness travel train bicycle umbrella kettle piano"
        " nightingale urn sonnet ballad quadratic vertex integral momentum titration enzyme glacier tariff inflation"
    ).split()
)
"""Frequent words first, as in real texts."""


def sentence(number: str, count: int) -> str:
    """Return SQL for `count` words derived from the SQL `number`, with the parameter `words`; early words are
    common."""
    drawn = f"(hashint8extended({number}, place) & 65535) / 65536.0"
    word = f"(%(words)s::text[])[1 + floor(cardinality(%(words)s::text[]) * ({drawn}) ^ 2)::int]"
    return f"(SELECT string_agg({word}, ' ') FROM generate_series(1, {count}) AS place)"  # noqa: S608  of constants
