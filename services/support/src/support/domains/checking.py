"""Check of a mail domain's records: SPF (RFC 7208), DKIM (RFC 6376) and DMARC (RFC 7489). Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

GOOD, WEAK, WRONG, UNKNOWN = "good", "weak", "wrong", "unknown"
_WORST_FIRST = (WRONG, UNKNOWN, WEAK)
MOST_LOOKUPS = 10
"""Maximum number of DNS lookups of an SPF record; receivers ignore a record with more."""
_LOOKS_UP = re.compile(r"[+~?-]?(include:|a($|[:/])|mx($|[:/])|ptr($|:)|exists:)|redirect=", re.IGNORECASE)

Texts = Sequence[str] | None
"""The TXT records of a name; None if no server answered."""


@dataclass(frozen=True)
class Finding:
    """A finding about one record: a sentence, and the record to set; `value` is empty if it can stay."""

    record: str
    state: str
    text: str
    name: str
    value: str = ""


def check(
    domain: str, sender: str, selector: str, reports: str, texts_of: Callable[[str], Texts]
) -> list[dict[str, Any]]:
    """Return the findings of the three records as JSON objects; `texts_of` looks up the TXT records of a name."""
    findings = [
        spf(domain, sender, texts_of(domain)),
        dkim(domain, selector, texts_of(f"{selector}._domainkey.{domain}") if selector else ()),
        dmarc(domain, reports, texts_of(f"_dmarc.{domain}")),
    ]
    return [asdict(finding) for finding in findings]


def state_of(findings: Sequence[dict[str, Any]]) -> str:
    """Return the worst state of the findings."""
    states = {finding["state"] for finding in findings}
    return next((state for state in _WORST_FIRST if state in states), GOOD)


def spf(domain: str, sender: str, texts: Texts) -> Finding:
    """Check that one SPF record names our sending server and refuses others."""
    wanted = f"v=spf1 {sender} ~all"

    def finding(state: str, text: str, value: str = "") -> Finding:
        return Finding("SPF", state, text, domain, value)

    if texts is None:
        return finding(UNKNOWN, _unanswered(domain))
    records = [text for text in texts if text.lower().split(" ", 1)[0] == "v=spf1"]
    if not records:
        return finding(WRONG, "There is no SPF record: receivers cannot tell our mail from forged mail.", wanted)
    if len(records) > 1:
        return finding(WRONG, f"There are {len(records)} SPF records, so receivers ignore all. Keep one.", wanted)
    terms = records[0].split()[1:]
    bare = [term.removeprefix("+").lower() for term in terms]
    if sum(bool(_LOOKS_UP.match(term)) for term in terms) > MOST_LOOKUPS:
        text = f"The SPF record looks up more than {MOST_LOOKUPS} names, so receivers ignore it. Take some out."
        return finding(WRONG, text, wanted)
    if "all" in bare:
        return finding(WRONG, "The SPF record ends with +all: it lets every server send in our name.", wanted)
    if sender.lower() not in bare:
        text = f"The SPF record does not name our sending server {sender}, so our mail looks forged."
        return finding(WRONG, text, _with_sender(terms, sender))
    if not {"-all", "~all"}.intersection(bare) and not any(term.startswith("redirect=") for term in bare):
        text = "The SPF record does not say what to do with mail of other servers."
        return finding(WEAK, text, " ".join(["v=spf1", *(term for term in terms if not term.endswith("all")), "~all"]))
    return finding(GOOD, f"The SPF record names our sending server {sender}.")


def dkim(domain: str, selector: str, texts: Texts) -> Finding:
    """Check that the key of the selector is published."""
    name = f"{selector or '<selector>'}._domainkey.{domain}"
    wanted = "v=DKIM1; k=rsa; p=<public key of the mail server>"
    if not selector:
        text = "No DKIM selector is entered. Enter the one with which the mail server signs."
        return Finding("DKIM", WEAK, text, name)
    if texts is None:
        return Finding("DKIM", UNKNOWN, _unanswered(name), name)
    keys = [_tags(text) for text in texts]
    keys = [tags for tags in keys if "p" in tags and tags.get("v", "DKIM1") == "DKIM1"]
    if not keys:
        text = f"There is no key for the selector {selector}: receivers cannot check the signature of our mail."
        return Finding("DKIM", WRONG, text, name, wanted)
    if not keys[0]["p"]:
        text = f"The key of the selector {selector} is revoked: its p is empty."
        return Finding("DKIM", WRONG, text, name, wanted)
    return Finding("DKIM", GOOD, f"The key of the selector {selector} is published.", name)


def dmarc(domain: str, reports: str, texts: Texts) -> Finding:
    """Check that one DMARC record tells receivers to reject or quarantine forged mail."""
    name = f"_dmarc.{domain}"
    rua = f"; rua=mailto:{reports}" if reports else ""
    wanted = f"v=DMARC1; p=quarantine{rua}"

    def finding(state: str, text: str, value: str = "") -> Finding:
        return Finding("DMARC", state, text, name, value)

    if texts is None:
        return finding(UNKNOWN, _unanswered(name))
    records = [tags for tags in map(_tags, texts) if tags.get("v") == "DMARC1"]
    if not records:
        text = "There is no DMARC record: receivers decide themselves what they do with forged mail."
        return finding(WRONG, text, f"v=DMARC1; p=none{rua}")
    if len(records) > 1:
        return finding(WRONG, f"There are {len(records)} DMARC records, so receivers ignore all. Keep one.", wanted)
    policy = records[0].get("p", "").lower()
    if policy not in ("none", "quarantine", "reject"):
        text = "The DMARC record has no valid policy: p is none, quarantine or reject."
        return finding(WRONG, text, wanted)
    if policy == "none":
        return finding(WEAK, "DMARC only watches (p=none). Once its reports show our mail alone, set this.", wanted)
    if reports and f"mailto:{reports.lower()}" not in records[0].get("rua", "").lower():
        text = f"DMARC keeps forged mail out, but sends no reports to {reports}."
        return finding(WEAK, text, f"v=DMARC1; p={policy}{rua}")
    return finding(GOOD, f"DMARC keeps forged mail out (p={policy}).")


def _with_sender(terms: Sequence[str], sender: str) -> str:
    """Return the record with our server inserted before its end."""
    last = [term for term in terms if re.fullmatch(r"[+~?-]?all|redirect=.*", term, re.IGNORECASE)]
    return " ".join(["v=spf1", *(term for term in terms if term not in last), sender, *(last or ["~all"])])


def _tags(text: str) -> dict[str, str]:
    """Return the tags of a record such as `v=DMARC1; p=none`."""
    pairs = (part.partition("=") for part in text.split(";"))
    return {key.strip().lower(): value.strip() for key, _, value in pairs if key.strip()}


def _unanswered(name: str) -> str:
    return f"The name server did not answer for {name}. Check again later."
