"""Public pages opened from a mail, in the frame of `kit.http.pages`."""

from __future__ import annotations

import html

from kit.http import pages
from kit.http.core import Answer

UNSUBSCRIBE = pages.one_click("Unsubscribe")


def page(title: str, text: str, form: str = "") -> Answer:
    """Return a page: `text` is escaped, `form` is html."""
    return pages.page(title, f"<p>{html.escape(text)}</p>{form}")
