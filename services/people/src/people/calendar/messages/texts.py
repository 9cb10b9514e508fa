"""Texts that tell a person of booked, moved or cancelled events: a notice, and further lines of its mail."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kit.policy import Row
from kit.values.days import LONDON
from people.calendar.policy import TEACH
from people.calendar.when import day, screen, screen_of_day, when, when_and_where

CHANGED, CANCELLED = "event", "eventCancelled"
"""The kinds of notice."""
MOST = 60
"""Maximum number of dates in a mail."""
IN_NOTICE = 3
"""Maximum number of dates in a notice."""
_TITLES = {
    "booked": "Booked",
    "moved": "Moved",
    "placed": "Another place",
    "restored": "Takes place after all",
    "cancelled": "Cancelled",
    "left": "Without you",
}
"""The beginning of a notice, by the kind of change."""
LONDON_TIMES = "All times are those of London."


class News(NamedTuple):
    """A change that affects a person on an `event`, whose earlier values are `before`. `on` are kinds and names of the
    persons on it, `of` is the kind of the person. `children` are the students for whom a client is notified, none for
    the person's own events."""

    what: str
    event: Row
    before: Row | None
    on: tuple[tuple[str, str], ...]
    of: str
    children: tuple[str, ...] = ()

    def with_children_of(self, other: News) -> News:
        """Return the news for further children; news of the person's own events stays as it is."""
        if not self.children or not other.children:
            return self if not self.children else other
        return self._replace(children=tuple(dict.fromkeys((*self.children, *other.children))))


class NoticeText(NamedTuple):
    """A notice without its readers. `key` is one of the events."""

    key: int
    kind: str
    title: str
    text: str
    target: str
    details: tuple[str, ...]


def written(news: Sequence[News]) -> NoticeText:
    """Return the text for one person about all their news, which are sorted by time."""
    first = news[0]
    gone = all(one.what == "left" for one in news)
    kind = CANCELLED if any(one.what in {"cancelled", "left"} for one in news) else CHANGED
    target = screen_of_day(first.event) if gone or len(news) > 1 else screen(first.event)
    title = f"{_begins(news)}: {_about(news)}"
    if len(news) == 1:
        text, *details = [_sentence(first), *_details(first)]
    else:
        text = "\n".join(_listed(news, IN_NOTICE))
        details = _listed(news, MOST) if len(news) > IN_NOTICE else []
        details += _common(news)
    if any(not one.event["all_day"] for one in news):
        details.append(LONDON_TIMES)
    return NoticeText(first.event["id"], kind, title, text, target, tuple(details))


def _begins(news: Sequence[News]) -> str:
    """Return `Booked` or `Cancelled for Alfie Smith`, or `Changes` for several kinds."""
    kinds = {one.what for one in news}
    children = tuple(dict.fromkeys(child for one in news for child in one.children))
    word = _TITLES[kinds.pop()] if len(kinds) == 1 else "Changes"
    if not children:
        return word
    names = " and ".join(filter(None, (", ".join(children[:-1]), children[-1])))
    return f"Without {names}" if word == _TITLES["left"] else f"{word} for {names}"


def _about(news: Sequence[News]) -> str:
    """Return `Physics, Thursday 3 December 2026, 10:00 to 11:00`. For several dates return `Physics, 12 dates from
    Thursday 3 December 2026`, and for several titles `3 events from …`."""
    first = news[0].event
    if len(news) == 1:
        return f"{first['title']}, {when(first)}"
    since = day(first["starts"].astimezone(LONDON))
    titles = {one.event["title"] for one in news}
    which = f"{first['title']}, {len(news)} dates" if len(titles) == 1 else f"{len(news)} events"
    return f"{which} from {since}"


def _sentence(one: News) -> str:
    """Return the text about a single event."""
    now, before = one.event, one.before
    match one.what:
        case "cancelled":
            return f"Because: {now['cancel_reason']}" if now["cancel_reason"] else "It does not take place."
        case "left":
            whom = " and ".join(one.children)
            return f"It takes place without {whom}." if whom else "You are no longer on it."
        case "moved" if before is not None:
            return f"{when_and_where(now)}, instead of {when(before)}{_place_before(one)}"
        case "placed" if before is not None:
            return f"{now['location'] or 'No place yet'}, instead of {before['location'] or 'no place'}"
        case _:
            return when_and_where(now)


def _place_before(one: News) -> str:
    before = one.before
    other = before is not None and before["location"] != one.event["location"]
    return f", {before['location'] or 'no place'}" if other and before is not None else ""


def _details(one: News) -> list[str]:
    """Return further lines about a single event."""
    row = one.event
    lines = [f"When: {when(row)}", f"Where: {row['location']}" if row["location"] else ""]
    if one.what in {"moved", "placed"} and one.before is not None:
        lines.append(f"Before: {when_and_where(one.before)}")
    return [*filter(None, lines), *_people(one)]


def _people(one: News) -> list[str]:
    """Return the persons on the event whom the reader may see: those who teach see everybody, others see who
    teaches."""
    if one.what == "left":
        return []
    teaches = one.of in TEACH and not one.children
    names = [name for kind, name in one.on if teaches or kind in TEACH]
    return [f"With: {', '.join(names)}"] if names else []


def _common(news: Sequence[News]) -> list[str]:
    """Return lines that apply to all news: the reason of a cancellation, and the persons on the events."""
    reasons = {one.event["cancel_reason"] for one in news if one.what == "cancelled"} - {""}
    people = {tuple(_people(one)) for one in news}
    return [*(f"Because: {reason}" for reason in sorted(reasons)), *(people.pop() if len(people) == 1 else ())]


def _listed(news: Sequence[News], most: int) -> list[str]:
    """Return a line for each date, up to the maximum."""
    alike = len({(one.what, one.event["title"], one.children) for one in news}) == 1
    lines = [_line(one, alike=alike) for one in news[:most]]
    more = len(news) - most
    return [*lines, f"and {more} more, which your calendar shows"] if more > 0 else lines


def _line(one: News, *, alike: bool) -> str:
    row, before = one.event, one.before
    line = when_and_where(row)
    if one.what in {"moved", "placed"} and before is not None:
        line += f", instead of {when(before)}{_place_before(one)}" if one.what == "moved" else _place_instead(before)
    if alike:
        return line
    return f"{_begins([one])}: {row['title']}, {line}"


def _place_instead(before: Row) -> str:
    return f", instead of {before['location'] or 'no place'}"
