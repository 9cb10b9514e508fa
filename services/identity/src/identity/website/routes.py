"""The public calls: live notices without sign-in, as JSON, RSS, HTML and a script (`docs/website.md`)."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Query

from identity.website import public, queries
from identity.website.answers import PublicNotice, Snippet
from identity.website.attributes import AUDIENCES, LANGUAGES
from identity.website.limits import count_public
from identity.website.pictures import MEDIA_TYPES, MOST_BYTES
from identity.website.policy import keeps_website
from kit import store
from kit.errors import Invalid, NotFound
from kit.http import core
from kit.http.fastapi import Call, Id, Routes
from kit.policy import as_service
from kit.policy import public as anyone

routes = Routes()
Values = Annotated[str, Query(max_length=100)]


def _chosen(name: str, text: str, allowed: tuple[str, ...]) -> list[str]:
    """Return the values of a filter, which are separated by commas. Raises Invalid."""
    values = [value for value in text.split(",") if value]
    if unknown := [value for value in values if value not in allowed]:
        raise Invalid(f"Unknown {name} {unknown[0]}; allowed are: {', '.join(allowed)}", field=name)
    return values


def _live(call: Call, language: str, audience: str) -> list[dict[str, Any]]:
    languages = _chosen("language", language, tuple(str(option.value) for option in LANGUAGES))
    audiences = _chosen("audience", audience, tuple(str(option.value) for option in AUDIENCES))
    return call.read(queries.live, languages, audiences)


def _language(language: str) -> str:
    return language if language in public.TITLES else "en"


@routes.get(public.PATH, may=anyone, answers=list[PublicNotice], before=count_public)
def read_notices(call: Call, language: Values = "", audience: Values = "") -> core.Answer:
    """Get the live notices of the website, for everybody"""
    content = core.encode({"data": public.notices(_live(call, language, audience))})
    return public.answer(content, core.JSON, call.header("if-none-match"))


@routes.get(f"{public.PATH}.rss", may=anyone, answers=public.RSS, before=count_public)
def read_feed(call: Call, language: Values = "", audience: Values = "") -> core.Answer:
    """Get the live notices as an RSS feed"""
    content = public.rss(_live(call, language, audience), _language(language))
    return public.answer(content, public.RSS, call.header("if-none-match"))


@routes.get(f"{public.PATH}.html", may=anyone, answers=public.FRAGMENT, before=count_public)
def read_fragment(call: Call, language: Values = "", audience: Values = "") -> core.Answer:
    """Get the live notices as HTML to put into a page"""
    content = public.fragment(_live(call, language, audience), _language(language))
    return public.answer(content, public.FRAGMENT, call.header("if-none-match"))


@routes.get(f"{public.PATH}.js", may=anyone, answers=public.SCRIPT, before=count_public)
def read_script(call: Call) -> core.Answer:
    """Get the script that shows the notices on another site"""
    return public.answer(public.script(), public.SCRIPT, call.header("if-none-match"))


@routes.get(f"{public.PATH}/{{id}}/picture", may=anyone, remote=True, answers="image/*", before=count_public)
def read_picture(call: Call, id: Id) -> core.Answer:
    """Get the picture of a live notice"""
    file_id = call.read(queries.picture, id)
    if file_id is None:
        raise NotFound()
    stored = store.get(file_id, as_service("identity"), MOST_BYTES)
    if stored.media_type not in MEDIA_TYPES.values():
        raise NotFound()
    return public.answer(stored.content, stored.media_type, call.header("if-none-match"), public.PICTURE_SECONDS)


@routes.get("/website-notices/snippet", may=keeps_website, answers=Snippet)
def read_snippet() -> dict[str, Any]:
    """Get the lines that a site copies into its page, and the addresses of the feeds"""
    paths = {"json": public.PATH, "rss": f"{public.PATH}.rss", "html": f"{public.PATH}.html"}
    return {"snippet": public.snippet(), **{name: public.address(path) for name, path in paths.items()}}
