"""`/api/docs/<service>`: the OpenAPI document as a page without scripts or loaded resources, which its
Content-Security-Policy enforces."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from kit.http.core import Answer

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'"
_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; color: #1c2430; background: #fafaf7; margin: 2rem auto; max-width: 62rem;
  padding: 0 1rem }
h1 { font-size: 1.5rem } h2 { font-size: 1.05rem; margin: 2rem 0 .4rem; color: #4a5564 }
details { background: #fff; border: 1px solid #dfe3e0; border-radius: 8px; margin: .35rem 0; padding: .45rem .8rem }
summary { cursor: pointer } code { font: 13px ui-monospace, monospace }
b { display: inline-block; width: 4.2rem; font: 600 12px ui-monospace, monospace; color: #0f5a63 }
.may { float: right; color: #6b7480; font-size: 13px } table { border-collapse: collapse; margin: .4rem 0 }
td { padding: .15rem 1rem .15rem 0; vertical-align: top } pre { overflow: auto; font-size: 12.5px; max-height: 24rem }
"""


def page(title: str, document: Mapping[str, Any]) -> Answer:
    """Return the page: every operation with its rule, parameters, body and answer, grouped by the first word of its
    path, followed by the referenced schemas."""
    body = "".join(_groups(document)) + "".join(_shapes(document))
    text = (
        f"<!doctype html><html lang=en><head><meta charset=utf-8><title>Staffroom {html.escape(title)}</title>"
        f"<style>{_STYLE}</style></head><body><h1>Staffroom {html.escape(title)}</h1>"
        f'<p>As a document for programs: <a href="/api/docs/{title}.json">{title}.json</a></p>{body}</body></html>'
    )
    return Answer(text.encode(), media_type="text/html; charset=utf-8", headers={"Content-Security-Policy": _POLICY})


def _groups(document: Mapping[str, Any]) -> Iterator[str]:
    heading = ""
    for path, operations in sorted(document["paths"].items(), key=lambda entry: entry[0].split("/")[3:]):
        first = "/".join(path.split("/")[:4])
        if first != heading:
            heading = first
            yield f"<h2>{html.escape(first)}</h2>"
        for method, operation in operations.items():
            yield _operation(path, method, operation)


def _operation(path: str, method: str, operation: Mapping[str, Any]) -> str:
    rows = "".join(
        f"<tr><td><code>{html.escape(parameter['name'])}</code><td>{html.escape(parameter['in'])}"
        f"<td>{html.escape(str(parameter.get('description') or parameter.get('schema', {}).get('type', '')))}"
        for parameter in operation.get("parameters", [])
    )
    schemas = "".join(_content(operation.get("requestBody", {}), "Body"))
    for status, answer in operation["responses"].items():
        schemas += "".join(_content(answer, f"Answer {status}"))
    return (
        f"<details><summary><b>{method.upper()}</b><code>{html.escape(path)}</code>"
        f'<span class="may">{html.escape(str(operation.get("x-may", "")))}</span></summary>'
        f"<p>{html.escape(operation.get('summary', ''))}</p><table>{rows}</table>{schemas}</details>"
    )


def _content(section: Mapping[str, Any], name: str) -> Iterator[str]:
    for kind, body in section.get("content", {}).items():
        yield f"<p>{name}, <code>{html.escape(kind)}</code></p><pre>{_pretty(body.get('schema', {}))}</pre>"


def _shapes(document: Mapping[str, Any]) -> Iterator[str]:
    yield "<h2>Shapes</h2>"
    for name, schema in document.get("components", {}).get("schemas", {}).items():
        anchor = html.escape(name)
        yield f'<details id="{anchor}"><summary><code>{anchor}</code></summary><pre>{_pretty(schema)}</pre></details>'


def _pretty(schema: Any) -> str:
    """Return the schema as html, with a link for each referenced schema."""
    text = html.escape(json.dumps(schema, indent=1)[:6000], quote=False)
    return re.sub(r'\{\s*"\$ref": "#/components/schemas/([^"]+)"\s*\}', r'<a href="#\1">\1</a>', text)
