"""The one sanitiser of rich text (`platform.md 5`, Rich text). The editor in `web/libs/ui` has the same allow-list."""

from __future__ import annotations

import re

import nh3

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
_IFRAME_HOSTS = ("https://www.youtube.com/", "https://www.youtube-nocookie.com/", "https://player.vimeo.com/")


def _attribute(tag: str, attribute: str, value: str) -> str | None:
    if tag == "iframe" and attribute == "src":
        return value if value.startswith(_IFRAME_HOSTS) else None
    if attribute == "target":
        return "_blank"
    if attribute == "style" and "(" in _COLOURS.sub("", value):
        return None  # a style never loads or computes anything
    return value


def sanitise(html: str) -> str:
    """`html` with nothing in it that runs, loads or escapes its place; text is kept, markup outside the list is not."""
    return nh3.clean(
        html,
        tags=set(TAGS),
        attributes=ATTRIBUTES,
        attribute_filter=_attribute,
        url_schemes=set(SCHEMES),
        filter_style_properties=set(STYLES),
        link_rel="noopener noreferrer nofollow",
        strip_comments=True,
    )


def plain(html: str) -> str:
    """The words of `html`, for searches, previews and 'is it empty'."""
    import html as entities

    spaced = html.replace("<br", " <br").replace("</p>", " </p>").replace("</li>", " </li>")
    return " ".join(entities.unescape(nh3.clean(spaced, tags=set())).split())
