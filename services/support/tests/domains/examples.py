"""Examples of mail domains, for the conformance suite."""

from __future__ import annotations

from typing import Any

FIELDS: dict[str, Any] = {
    "mailDomain": {
        "domain": {"accepts": ["school.example"], "refuses": ["", "school", "a b.example", 5]},
        "sender": {"accepts": ["ip4:192.0.2.10", "mx"], "refuses": ["", "all", "v=spf1 mx", 5]},
        "selector": {"accepts": ["mail2027", ""], "refuses": ["my key", "s" * 64]},
        "reports": {"accepts": ["dmarc@school.example", ""], "refuses": ["dmarc", "a@b.example, c@d.example"]},
    },
}
LISTS: dict[str, Any] = {"mailDomains": {"filters": {"state": "wrong,weak,good"}}}
