"""The only sanitiser of rich text (`platform.md 5`, Rich text). The editor in `web/libs/ui` has the same allow-list."""

from __future__ import annotations

import re

import nh3

from kit.values import characters

TAGS = frozenset(
    "h1 h2 h3 h4 h5 h6 p a ul ol li dl dt dd b i strong em table thead tbody tfoot tr th td caption colgroup col pre "
    "iframe font sup sub u span div code hr br blockquote".split()
)
ATTRIBUTES: dict[str, set[str]] = {
    "*": {"style", "title", "dir"},
    "a": {"href", "name", "target"},
    "font": {"color", "size", "face"},
    "iframe": {"src", "width", "height", "allowfullscreen"},
    "td": {"colspan", "rowspan", "align", "valign"},
    "th": {"colspan", "rowspan", "align", "valign", "scope"},
    "col": {"span", "width"},
    "table": {"width", "border", "cellpadding", "cellspacing"},
    "ol": {"start", "type"},
}
STYLES = frozenset(
    "color background-color font-family font-size font-style font-weight text-align text-decoration line-height "
    "margin-left padding-left width height vertical-align border border-collapse list-style-type".split()
)
SCHEMES = frozenset({"http", "https", "ftp", "mailto"})

_COLOURS = re.compile(r"\b(rgb|hsl)a?\([\d\s,./%]*\)", re.IGNORECASE)
FRAMES = ("https://www.youtube.com/", "https://www.youtube-nocookie.com/", "https://player.vimeo.com/")
"""Video hosts that a text may embed. The editor (`web/libs/ui`) and the gateway's `frame-src` have the same list."""
DEEPEST = 50
"""Maximum levels of nested elements."""
LONGEST_MARKUP = 4
"""Maximum stored characters, including markup and entities, for each visible character that a text may have."""

_NUMBER = re.compile(r"(?<![\w#.])(-?)(\d*\.?\d+(?:e[+-]?\d+)?)([a-z%]*)", re.IGNORECASE)
_LARGEST = {"": 1_000, "px": 2_000, "pt": 1_500, "em": 100, "rem": 100, "%": 100}
"""The largest number of a style by its unit. Declarations with other units or negative numbers are removed."""
_COUNTS = {
    "width": 2_000,
    "height": 2_000,
    "border": 100,
    "cellpadding": 100,
    "cellspacing": 100,
    "colspan": 100,
    "rowspan": 1_000,
    "span": 100,
    "start": 1_000_000,
    "size": 100,
}
"""The largest number of an attribute."""
_COUNT = re.compile(r"([+-]?\d{1,7})(%|px)?")
_TAG = re.compile(r"""<(/?)([a-z][a-z0-9]*)(?:[^>"']|"[^"]*"|'[^']*')*>""", re.IGNORECASE)
_WITHOUT_END = {"br", "hr", "col"}


def _attribute(tag: str, attribute: str, value: str) -> str | None:
    if tag == "iframe" and attribute == "src":
        return value if value.startswith(FRAMES) else None
    if attribute == "target":
        return "_blank"
    if attribute in _COUNTS:
        count = _COUNT.fullmatch(value.strip())
        return value if count and abs(int(count[1])) <= _COUNTS[attribute] else None
    if attribute == "style":
        if "(" in _COLOURS.sub("", value):
            return None  # a style never loads or computes anything
        return ";".join(part for part in value.split(";") if _is_bounded(part)) or None
    return value


def _is_bounded(declaration: str) -> bool:
    """Return whether every number of a style declaration is within `_LARGEST`."""
    numbers = _NUMBER.findall(declaration)
    return all(not sign and float(number) <= _LARGEST.get(unit.lower(), -1) for sign, number, unit in numbers)


def sanitise(html: str) -> str:
    """Return `html` without anything that executes, loads or leaves its box. Text is kept, markup outside the
    allow-list is removed."""
    return nh3.clean(
        characters.stored(html),
        tags=set(TAGS),
        attributes=ATTRIBUTES,
        attribute_filter=_attribute,
        url_schemes=set(SCHEMES),
        filter_style_properties=set(STYLES),
        link_rel="noopener noreferrer nofollow",
        strip_comments=True,
    )


def depth(html: str) -> int:
    """Return the depth of nested elements in sanitised `html`."""
    level = deepest = 0
    for end, tag in _TAG.findall(html):
        if end:
            level -= 1
        elif tag.lower() not in _WITHOUT_END:
            level += 1
            deepest = max(deepest, level)
    return deepest


def excerpt(text: str, length: int) -> str:
    """Shorten a plain text to at most `length` characters, with an ellipsis if some are omitted."""
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"


def plain(html: str) -> str:
    """Return the plain text of `html`, for searches, previews and the check for emptiness."""
    import html as entities

    spaced = characters.stored(html).replace("<br", " <br").replace("</p>", " </p>").replace("</li>", " </li>")
    return " ".join(entities.unescape(nh3.clean(spaced, tags=set())).split())
