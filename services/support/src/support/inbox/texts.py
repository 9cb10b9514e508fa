"""The text of a mail as sanitised rich text: its charset, its new text and its quotes. Pure."""

from __future__ import annotations

import html as entities
import re
from dataclasses import dataclass
from email.message import Message
from itertools import groupby

from mailparser_reply import EmailReplyParser
from mailparser_reply.constants import MAIL_LANGUAGES

from kit.mail import as_text
from kit.values import characters, richtext

LONGEST = 20_000
"""Visible characters of a message on a ticket; the rest is in the raw mail."""
REST = "The rest is in the original mail."
_LONGEST_HTML = LONGEST * richtext.LONGEST_MARKUP
_LONGEST_LINE, _LONGEST_PARSED = 1_000, 20_000
"""Above these limits the parser's expressions would take too long."""
_FALLBACKS = ("utf-8", "cp1252")

# the library has no Portuguese; its table takes further languages
MAIL_LANGUAGES.setdefault(
    "pt",
    {
        "wrote_header": r"^((?:> ?)*(?:Em|A|No dia)\s(?:.+?\s?.+?)\s?escreveu:?)$",
        "from_header": r"((?:(?:^|\n|\n(?:> ?)*)[* ]*(?:De|Enviad[ao](?: em)?|Para|Assunto|Data|Cc):[ *]*(?:\s{,2}).*)"
        r"{2,}(?:\n.*){,1})",
        "sent_from": "Enviado do meu|Enviado a partir do|Obter o Outlook para",
    },
)
_PARSER = EmailReplyParser(languages=["en", "pt", "de", "fr", "es"])

_SIGNATURE = re.compile(
    r"^(?:-- ?|_{32,})$"
    r"|^(?:Sent from my|Get Outlook for|Enviado do meu|Obter o Outlook para|Gesendet von|Envoyé de mon)[^\n]{0,60}$",
    re.MULTILINE,
)
_HEAD = re.compile(r"<head\b.*?</head\s*>|<title\b.*?</title\s*>|<!--.*?-->", re.IGNORECASE | re.DOTALL)
_QUOTE_MARKS = re.compile(
    r"<(?:div|blockquote|hr|span|table|p)\b[^>]{0,600}?(?:"
    r"class=[\"']?[^\"'>]{0,200}\b(?:gmail_quote|gmail_attr|yahoo_quoted|protonmail_quote|moz-cite-prefix)"
    r"|id=[\"']?(?:x_)?(?:appendonsend|divRplyFwdMsg|stopSpelling|OLK_SRC_BODY_SECTION|reply-intro)"
    r"|type=[\"']?cite"
    r"|border-top:\s*solid\s*#(?:E1E1E1|B5C4DF)"
    r")[^>]*>",
    re.IGNORECASE,
)
_SIGNATURE_MARKS = re.compile(
    r"<(?:div|span|table|p)\b[^>]{0,600}?(?:class=[\"']?[^\"'>]{0,200}\bgmail_signature"
    r"|id=[\"']?(?:x_)?(?:Signature|ms-outlook-mobile-signature|AppleMailSignature))[^>]*>",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Text:
    """The text of a mail as sanitised html: the new text, and `folded`: quotes and the signature."""

    new: str
    folded: str = ""


def decoded(part: Message) -> str:
    """Return the text of a part in its charset, falling back to UTF-8 or Windows-1252. Never raises."""
    try:
        content = part.get_payload(decode=True)
    except (ValueError, AssertionError, TypeError):
        content = str(part.get_payload()).encode("utf-8", "replace")
    data = content if isinstance(content, bytes) else b""
    try:
        charset = str(part.get_content_charset() or "utf-8")
    except (ValueError, LookupError, AttributeError, TypeError):
        charset = "utf-8"
    for name in (charset, *_FALLBACKS):
        try:
            return characters.stored(data.decode(name))
        except (LookupError, ValueError):
            continue
    return characters.stored(data.decode("latin-1"))


def of_plain(text: str) -> Text:
    """Parse the text of a plain text mail."""
    new, folded = _split(text.replace("\r\n", "\n").replace("\r", "\n"))
    return Text(_fitting(_as_html(new), new), _fitting(_as_html(folded), folded) if folded else "")


def of_html(source: str) -> Text:
    """Parse the text of an html mail: split at the quote marks of mail programs, otherwise like its plain text."""
    body = _HEAD.sub("", source)
    marks = [mark.start() for mark in (_QUOTE_MARKS.search(body), _SIGNATURE_MARKS.search(body)) if mark]
    place = min(marks, default=len(body))
    new, folded = body[:place], body[place:]
    if not richtext.plain(new):
        new, folded = body, ""
    if not folded and len(body) <= _LONGEST_HTML:
        plain = of_plain(as_text(body))
        if plain.folded:
            return plain
    return Text(_fitting(new, new), _fitting(folded, folded) if richtext.plain(folded) else "")


def _split(text: str) -> tuple[str, str]:
    """Return the new text and the rest: from the first quote header, the quoted lines at the end, or the signature. A
    text that starts with a quote stays whole: its answers are between the lines."""
    place = min(len(text), _header(text))
    signature = _SIGNATURE.search(text[:place])
    if signature:
        place = signature.start()
    lines = text[:place].rstrip().split("\n")
    while lines and (lines[-1].startswith(">") or not lines[-1].strip()):
        lines.pop()
    new = "\n".join(lines)
    if not new.strip():
        return text.strip(), ""
    return new.strip(), text[len(new) :].strip()


def _header(text: str) -> int:
    """Return the position of the first quote header, such as `On Monday Ada wrote:`; the end if there is none."""
    lines = text[:_LONGEST_PARSED].split("\n")
    if any(len(line) > _LONGEST_LINE for line in lines):
        return len(text)
    replies = _PARSER.read("\n".join(lines)).replies
    if len(replies) < 2 or not replies[1].headers:
        return len(text)
    # the parser strips the lines, so find its header again by its first line
    first = replies[1].headers.split("\n")[0]
    place = 0
    for line in lines:
        if line.strip() == first:
            return place
        place += len(line) + 1
    return len(text)


def _as_html(text: str) -> str:
    """Return paragraphs of a plain text; lines that begin with `>` are a quote, even directly below the line that names
    their author."""
    blocks = []
    for block in re.split(r"\n\s*\n", text.strip("\n")):
        for quoted, lines in groupby(block.split("\n"), key=lambda line: line.startswith(">")):
            if quoted:
                inner = "<br>".join(entities.escape(line.removeprefix(">").strip()) for line in lines)
                blocks.append(f"<blockquote>{inner}</blockquote>")
            else:
                blocks.append(f"<p>{'<br>'.join(entities.escape(line.rstrip()) for line in lines)}</p>")
    return "".join(blocks)


def _fitting(source: str, plain: str) -> str:
    """Return sanitised html within the limits of a message; longer text is cut, without markup."""
    if len(source) <= _LONGEST_HTML * 4:
        html = richtext.sanitise(source)
        fits = len(html) <= _LONGEST_HTML and len(richtext.plain(html)) <= LONGEST
        if fits and richtext.depth(html) <= richtext.DEEPEST:
            return html
    # a cut may lie within a tag; drop what is left of it
    text = richtext.plain(plain[: _LONGEST_HTML * 4])[: LONGEST - len(REST) - 1]
    return f"<p>{entities.escape(text)}</p><p>{REST}</p>"
