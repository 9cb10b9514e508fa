"""Types of text fields, and the base of all types (`kit.values.types`)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kit.actors import Actor
from kit.errors import Invalid
from kit.values import addresses, characters, richtext
from kit.values.addresses import BAD_EMAIL

REQUIRED = "Field is required"
NUMBERS_ONLY = "Numbers only"
NO_LIST = "Please send a list; an empty list takes every entry away"
TOO_DEEP = f"This text is nested more than {richtext.DEEPEST} levels deep; please paste it without its formatting"

CONTENT: dict[str, tuple[re.Pattern[str], str]] = {
    "alpha": (re.compile(r"^[^\W\d_]+$"), "Letters only"),
    "alphaNum": (re.compile(r"^[^\W_]+$"), "Letters and numbers only"),
    "alphaSpace": (re.compile(r"^[^\W\d_]+(?: +[^\W\d_]+)*$"), "Letters and spaces only"),
    "alphaNumSpace": (re.compile(r"^[^\W_]+(?: +[^\W_]+)*$"), "Letters, numbers and spaces only"),
    "numeric": (re.compile(r"^\d+$"), NUMBERS_ONLY),
    "phone": (re.compile(r"^[+\d][+\d ]*$"), "Please enter digits and + only"),
}
"""Content types of text (`platform.md 5`); texts that the spec does not specify are ours."""


@dataclass(frozen=True, kw_only=True)
class FieldType:
    """Base of all types. `required` refuses null and blank. `many` types hold several values: a change needs a list,
    since null or blank would remove all of them."""

    required: bool = False
    kind = "text"
    many = False
    remote = False
    """Whether `ask` asks another service about a new value."""

    def ask(self, actor: Actor, name: str, title: str, old: Any, new: Any) -> None:
        """Ask another service, before the transaction, whether the actor may replace `old` by `new` in field `name`.
        Raises Invalid, Unavailable."""

    def parse(self, raw: Any) -> Any:
        if raw is None or (isinstance(raw, str) and not characters.trimmed(raw)):
            if self.required:
                raise Invalid(REQUIRED)
            return self.empty()
        return self.read(raw)

    def empty(self) -> Any:
        return None

    def read(self, raw: Any) -> Any:
        raise NotImplementedError

    def encode(self, value: Any) -> Any:
        """Return the stored value as JSON."""
        return value

    def text(self, value: Any) -> str | None:
        """Return the label of a stored code; None for other values."""
        return None

    def meta(self) -> dict[str, Any]:
        return {"type": self.kind, "required": self.required}

    def schema(self) -> dict[str, Any]:
        return {"type": ["string", "null"]}

    def answer(self) -> dict[str, Any]:
        return {"type": "string"}


@dataclass(frozen=True, kw_only=True)
class Text(FieldType):
    """One line of text (or several, `multiline`), trimmed. An empty string is stored as `blank`. Any other text is
    stored in `case` (`str.upper`), and must then fully match `pattern`, or is refused with `refusal`."""

    max_length: int = 255
    min_length: int = 0
    content: str = ""
    multiline: bool = False
    blank: str | None = ""
    case: Callable[[str], str] | None = None
    pattern: str = ""
    refusal: str = ""

    @property
    def kind(self) -> str:  # type: ignore[override]  # depends on the field
        return "textarea" if self.multiline else "text"

    def empty(self) -> Any:
        return self.blank

    def read(self, raw: Any) -> str:
        if not isinstance(raw, str):
            raise Invalid("Please enter a text")
        text = characters.trimmed(characters.stored(raw))
        if not self.multiline:
            text = characters.trimmed(characters.seen(" ".join(text.splitlines())))
        if len(text) < self.min_length:
            raise Invalid(f"Field must have at least {self.min_length} characters")
        if len(text) > self.max_length:
            raise Invalid(f"Field must have at most {self.max_length} characters")
        if self.content:
            pattern, refusal = CONTENT[self.content]
            if not pattern.match(text):
                raise Invalid(refusal)
        text = self.case(text) if self.case else text
        if self.pattern and not re.fullmatch(self.pattern, text):
            raise Invalid(self.refusal)
        return text

    def meta(self) -> dict[str, Any]:
        meta = super().meta() | {"maxLength": self.max_length}
        if self.min_length:
            meta["minLength"] = self.min_length
        if self.content:
            meta["content"] = self.content
        return meta

    def schema(self) -> dict[str, Any]:
        return {"type": ["string", "null"], "maxLength": self.max_length}


@dataclass(frozen=True, kw_only=True)
class Email(FieldType):
    """An email address (`kit.values.addresses`), stored with the domain in the form that mail servers accept."""

    kind = "email"

    def read(self, raw: Any) -> str:
        if not isinstance(raw, str):
            raise Invalid(BAD_EMAIL)
        return addresses.stored(raw)

    def empty(self) -> Any:
        return ""


@dataclass(frozen=True, kw_only=True)
class Phone(Text):
    content: str = "phone"
    max_length: int = 30
    kind = "phone"


@dataclass(frozen=True, kw_only=True)
class Colour(Text):
    """A colour as `#rrggbb`, in lower case; the page shows a colour picker."""

    max_length: int = 7
    case: Callable[[str], str] | None = str.lower
    pattern: str = "#[0-9a-f]{6}"
    refusal: str = "Please enter a colour like #1d4f91"
    kind = "colour"


_CLOCK = re.compile(r"([01]\d|2[0-3]):[0-5]\d|24:00")
NO_CLOCK = "Please enter a time like 09:00"


@dataclass(frozen=True, kw_only=True)
class Clock(Text):
    """A time of the day, `09:00`; the end of the day is `24:00`."""

    max_length: int = 5

    def read(self, raw: Any) -> str:
        text = super().read(raw)
        if text and not _CLOCK.fullmatch(text):
            raise Invalid(NO_CLOCK)
        return text


@dataclass(frozen=True, kw_only=True)
class RichText(FieldType):
    """Sanitised html; `min_length` and `max_length` count the visible characters, not the markup."""

    max_length: int = 20_000
    min_length: int = 0
    kind = "richtext"

    def empty(self) -> Any:
        return ""

    def read(self, raw: Any) -> str:
        if not isinstance(raw, str):
            raise Invalid("Please enter a text")
        longest = self.max_length * richtext.LONGEST_MARKUP
        if len(raw) > longest:
            raise Invalid(f"Field must have at most {self.max_length} characters")
        html = richtext.sanitise(characters.stored(raw))
        visible = richtext.plain(html)
        if self.required and not visible and "<iframe" not in html:
            raise Invalid(REQUIRED)
        if len(visible) < self.min_length:
            raise Invalid(f"Field must have at least {self.min_length} characters")
        if len(visible) > self.max_length:
            raise Invalid(f"Field must have at most {self.max_length} characters")
        if richtext.depth(html) > richtext.DEEPEST:
            raise Invalid(TOO_DEEP)
        if len(html) > longest:
            raise Invalid(
                f"Field must have at most {longest} characters, its formatting and special characters counted"
            )
        return html

    def meta(self) -> dict[str, Any]:
        return super().meta() | {"maxLength": self.max_length}
