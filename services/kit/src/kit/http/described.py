"""The OpenAPI document of declared routes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from kit.http import answers, core
from kit.http.answers import Components
from kit.http.core import Route
from kit.http.operations import CHANGES, READS, fixed_path


def openapi(title: str, routes: Iterable[Route], known: Components) -> dict[str, Any]:
    """Describe declared routes as OpenAPI paths, each with its rule (`core.stated`); their schemas join the `known`
    ones. `x-stale` of a change names the lists that read the changed tables: a page reloads those after it."""
    paths: dict[str, dict[str, Any]] = {}
    routes = list(routes)
    read = {fixed_path(route.path): set(route.operation[READS]) for route in routes if READS in route.operation}
    for route in routes:
        template = re.sub(r"\{([^}:?]+)[^}]*\}", r"{\1}", route.full_path)
        media = {answers.JSON: {"schema": dict(route.answers(known))}}
        stated = {"responses": answers.responses(route.status, media), "tags": [title], **core.stated(route.may)}
        operation = {name: value for name, value in route.operation.items() if name not in {READS, CHANGES}}
        if (changed := route.operation.get(CHANGES)) is not None:
            stated["x-stale"] = sorted(path for path, tables in read.items() if not tables.isdisjoint(changed))
        paths.setdefault(template, {})[route.method.lower()] = {**operation, **stated}
    return paths
