"""Sanitising of the HTML from which a PDF is made (`platform.md 7`, POST /pdf/make): layout stays; anything that
fetches or runs is removed.

The renderer refuses every address too. This check is a second defence, and also works with another renderer.
"""

from __future__ import annotations

import re

import nh3

from kit.values import richtext

TAGS = richtext.TAGS - {"iframe"} | set(
    "img center small big del ins s strike mark abbr address section article header footer main aside figure "
    "figcaption q cite var samp kbd wbr".split()
)
_ATTRIBUTES = {tag: set(names) for tag, names in richtext.ATTRIBUTES.items() if tag != "iframe"}
_ATTRIBUTES["*"] = {"style", "title", "dir", "lang", "align"}
_ATTRIBUTES["img"] = {"src", "width", "height", "alt"}
for _tag in ("td", "th", "tr", "table"):
    _ATTRIBUTES[_tag] = _ATTRIBUTES.get(_tag, set()) | {"bgcolor", "width", "height", "valign", "colspan", "rowspan"}
STYLES = richtext.STYLES | set(
    "display position top right bottom left float clear overflow visibility opacity box-sizing margin margin-top "
    "margin-right margin-bottom padding padding-top padding-right padding-bottom min-width max-width min-height "
    "max-height border-top border-right border-bottom border-left border-color border-style border-width border-radius "
    "border-spacing background font letter-spacing word-spacing white-space word-break overflow-wrap text-indent "
    "text-transform table-layout caption-side empty-cells list-style page-break-before page-break-after "
    "page-break-inside break-before break-after break-inside orphans widows flex flex-direction flex-wrap "
    "justify-content align-items align-self flex-grow flex-shrink flex-basis gap order columns column-count "
    "column-gap".split()
)
_PICTURE = re.compile(r"^data:image/(?:png|jpeg|gif);base64,[A-Za-z0-9+/=\s]+$")
_FETCHES = re.compile(r"url|image|src|expression|element|cross-fade|@|\\|/\*", re.IGNORECASE)


def sanitise(html: str) -> str:
    """Return `html` with its layout, and without any address that a renderer would open."""
    return nh3.clean(
        html,
        tags=set(TAGS),
        attributes=_ATTRIBUTES,
        attribute_filter=_attribute,
        url_schemes={"http", "https", "mailto", "data"},
        filter_style_properties=set(STYLES),
        link_rel=None,
        strip_comments=True,
    )


def _attribute(tag: str, attribute: str, value: str) -> str | None:
    if tag == "img" and attribute == "src":
        return value if _PICTURE.match(value) else None
    if attribute == "href":
        return None if value.strip().lower().startswith("data:") else value
    if attribute == "style":
        safe = [part.strip() for part in value.split(";") if part.strip() and not _FETCHES.search(part)]
        return "; ".join(safe) or None
    return value
