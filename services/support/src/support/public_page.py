"""Public pages that are opened from a mail, in the frame of `kit.http.pages`."""

from __future__ import annotations

import html

from kit.http import pages
from kit.http.core import Answer
from kit.settings import settings

UNSUBSCRIBE = pages.one_click("Unsubscribe")


def unknown() -> Answer:
    """Return the page for a link that is not ours, or was cut off. It is no refusal: people read it, and a refusal of
    the API is JSON."""
    return page("This link does not work", f"Open the link in the mail again, or write to {settings().support_email}.")


def page(title: str, text: str, form: str = "") -> Answer:
    """Return a page: `text` is escaped, `form` is html."""
    return pages.page(title, f"<p>{html.escape(text)}</p>{form}")
