"""The texts of declared lists and records in the OpenAPI document, which the page's catalogue translates."""

from __future__ import annotations

from kit.http import described
from kit.http.answers import Components
from kit.http.list_routes import list_routes
from kit.http.record_routes import fieldset_routes
from kit.http.texts import TEXTS

from .conftest import FIELDS, LIST


def test_columns_and_fields_name_their_texts() -> None:
    routes = [*list_routes(LIST), *fieldset_routes(FIELDS)]
    paths = described.openapi("made-up", routes, Components())
    texts = {
        path.rsplit("/", 1)[1]: entry["get"][TEXTS] for path, entry in paths.items() if TEXTS in entry.get("get", {})
    }
    assert {LIST.title, *(column.label() for column in LIST.columns)} <= set(texts["columns"])
    assert {field.label() for field in FIELDS.fields.values()} <= set(texts["fields"])
    assert all(own == sorted(set(own)) and "" not in own for own in texts.values())
