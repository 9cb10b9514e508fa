"""The Flask adapter, the WSGI twin of `kit.http.fastapi`: hand-written routes with a stated rule, the declared routes,
errors, request ids, limits. For services that stream bytes (`files`): a thread streams a body in or out."""

from __future__ import annotations

import inspect
import re
import tempfile
import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import flask
from pydantic import ValidationError
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge
from werkzeug.routing import BaseConverter
from werkzeug.wrappers import Response

from kit import telemetry
from kit.errors import Refused
from kit.http import answers as answer_types
from kit.http import bodies, core, described, docs, operations
from kit.http.bodies import Body
from kit.http.handwritten import Handler, HandwrittenCall, Written
from kit.http.handwritten import Routes as HandwrittenRoutes
from kit.http.reading import MOST_VALUES
from kit.http.wsgi import LIMIT, ROUTE, Guard
from kit.policy import Actor

__all__ = ["Application", "Body", "Call", "Routes", "application", "response"]

_SPOOLED_IN_MEMORY = 1_048_576
_CHUNK = 65_536


class Call(HandwrittenCall):
    """One request of a hand-written route, with its actor and its only transaction."""

    def __init__(self, request: flask.Request, actor: Actor) -> None:
        super().__init__(actor)
        self.request = request

    def header(self, name: str) -> str:
        return self.request.headers.get(name, "")

    def whole_body(self) -> bytes:
        return _body(self.request)


@dataclass(frozen=True, kw_only=True)
class _Written(Written):
    """Register a route. `limit` is the largest body in bytes, `values` the largest number of values in it; `schema`
    describes a body without a JSON model, `query` the query parameters. `no_id` builds the refusal of an address whose
    id is not a number, if it differs from that of an unknown address."""

    limit: int = core.BODY_LIMIT
    values: int = MOST_VALUES
    query: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    no_id: Callable[[], Refused] | None = None
    schema: Mapping[str, Any] | None = None


class Routes(HandwrittenRoutes[_Written]):
    kind = _Written


class _Id(BaseConverter):
    """A record id: at most 18 digits, which a bigint holds."""

    regex = "[0-9]{1,18}"
    part_isolating = True
    weight = 50  # before a text in the same place

    def to_python(self, value: str) -> int:
        return int(value)


class Application(flask.Flask):
    """Flask without redirects, OPTIONS, static folder and HTML errors."""

    def __init__(self, title: str, document: Callable[[], dict[str, Any]]) -> None:
        super().__init__(f"staffroom-{title}", static_folder=None)
        self.title = title
        self._document = document
        self.config["MAX_CONTENT_LENGTH"] = core.BODY_LIMIT
        self.config["PROVIDE_AUTOMATIC_OPTIONS"] = False
        self.url_map.strict_slashes = True
        self.url_map.merge_slashes = False
        self.url_map.redirect_defaults = False
        self.url_map.converters["id"] = _Id
        self.limits: dict[str, int] = {}
        self.templates: dict[str, str] = {}

    def openapi(self) -> dict[str, Any]:
        """Return the OpenAPI document."""
        return self._document()

    def serve(self, method: str, path: str, view: Handler, limit: int = core.BODY_LIMIT) -> None:
        """Serve `method path` (with `{parameters}`) by `view`."""
        endpoint = f"{method} {path}"
        self.limits[endpoint] = limit
        self.templates[endpoint] = path
        self.add_url_rule(
            _rule(path), endpoint, view, methods=[method], provide_automatic_options=False, strict_slashes=True
        )

    def serve_health(self, checks: Mapping[str, Callable[[], None]]) -> None:
        """Serve `/healthz`, `/readyz`, which asks `checks`, and `/metrics`."""
        self.serve("GET", "/healthz", lambda: response(core.Answer(b'{"alive":true}')))
        self.serve("GET", "/readyz", lambda: response(core.ready(checks)))
        self.serve("GET", "/metrics", _metrics)


def _rule(path: str) -> str:
    """Return `/file/{id}` in werkzeug's form; ids are whole numbers, as in the ASGI adapter, and a `{uuid}` is a
    UUID."""

    def parameter(match: re.Match[str]) -> str:
        name = match[1]
        if name == "uuid":
            return "<uuid:uuid>"
        return f"<id:{name}>" if name in {"id", "number"} or name.endswith("Id") else f"<{name}>"

    return re.sub(r"\{([a-zA-Z]+)\}", parameter, path)


def application(
    title: str,
    routes: Sequence[Routes],
    declared_routes: Sequence[core.Route],
    checks: Mapping[str, Callable[[], None]],
) -> Application:
    """Return the service's WSGI app."""
    written = [entry for routing in routes for entry in routing.written]
    cached: list[dict[str, Any]] = []

    def document() -> dict[str, Any]:
        if not cached:
            cached.append(_openapi(title, written, declared_routes))
        return cached[0]

    app = Application(title, document)
    for entry in written:
        app.serve(entry.method, entry.full_path, _endpoint(entry), entry.limit)
        if entry.no_id is not None:
            app.serve(entry.method, entry.full_path.replace("{id}", "{text}"), _no_id(entry), entry.limit)
    for route in declared_routes:
        app.serve(route.method, route.full_path, _declared(route))
    app.serve_health(checks)
    app.serve("GET", f"/api/docs/{title}", lambda: response(docs.page(title, document())))
    app.serve("GET", f"/api/docs/{title}.json", lambda: response(core.Answer(core.encode(document()))))
    _handlers(app)
    app.wsgi_app = Guard(app.wsgi_app, title)  # type: ignore[method-assign]  # as Flask wraps
    return app


def _metrics() -> Response:
    body, media_type = telemetry.exposition()
    return Response(body, content_type=media_type)


def _endpoint(entry: _Written) -> Handler:
    """Wrap a handler: rule, body, handler, commit, answer, in this order."""
    hints = typing.get_type_hints(entry.handler)
    takes_call = "call" in inspect.signature(entry.handler).parameters
    models = {name: kind for name, kind in hints.items() if inspect.isclass(kind) and issubclass(kind, Body)}

    def run(**path: Any) -> Response:
        actor = core.authenticate(flask.request.headers.get("authorization"), entry.may)
        call = Call(flask.request, actor)
        arguments: dict[str, Any] = {**path}
        if takes_call:
            arguments["call"] = call
        for name, model in models.items():
            arguments[name] = _parsed(model, call, entry.values)
        return response(call.answer(entry, arguments, core.Answer), call.headers)

    return run


def _no_id(entry: _Written) -> Handler:
    def refuse(text: str, **others: Any) -> Response:
        core.authenticate(flask.request.headers.get("authorization"), entry.may)
        assert entry.no_id is not None
        raise entry.no_id()

    return refuse


def _body(request: flask.Request) -> bytes:
    body = request.get_data()
    if request.max_content_length is not None and len(body) >= request.max_content_length:
        raise core.too_large(request.max_content_length)
    return body


def _parsed(model: type[Body], call: Call, values: int) -> Body:
    core_request = core.Request(path={}, query={}, headers={}, body=call.whole_body())
    try:
        return model.model_validate(core_request.json(values))
    except ValidationError as error:
        problems = [{**problem, "loc": ("body", *problem["loc"])} for problem in error.errors()]
        raise bodies.refused(problems) from None


def _declared(route: core.Route) -> Handler:
    def run(**path: Any) -> Response:
        request = flask.request
        core_request = core.Request(
            path={name: str(value) for name, value in path.items()},
            query=request.args.to_dict(),
            headers=_Headers(request),
            body=_body(request) if route.method != "GET" else b"",
            route=route.template,
        )
        return response(route.serve(core_request))

    return run


class _Headers(Mapping[str, str]):
    """The request's headers, by name in any case."""

    def __init__(self, request: flask.Request) -> None:
        self._headers = request.headers

    def __getitem__(self, name: str) -> str:
        return self._headers[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._headers.keys())

    def __len__(self) -> int:
        return len(self._headers)


def response(answer: core.Answer, more: Mapping[str, str] | None = None) -> Response:
    """Return the answer, with `more` headers, in the framework's form."""
    body, length = answer.body, None
    if not isinstance(body, bytes) and "Content-Length" not in answer.headers:
        body, length = _spooled(body)
    response = Response(body, answer.status, content_type=answer.media_type)
    if length is not None:
        response.content_length = length
    for name, value in {**answer.headers, **(more or {})}.items():
        response.headers[name] = value
    return response


def _spooled(body: Iterator[bytes]) -> tuple[Iterator[bytes], int]:
    """Spool a stream of unknown length, and return the body with its length; a long one goes to disk. A WSGI server
    ends a failed stream as if it were complete, so the length must be known before the first byte is sent."""
    spool = tempfile.SpooledTemporaryFile(max_size=_SPOOLED_IN_MEMORY)  # noqa: SIM115  # closed with the stream
    spool.writelines(body)
    length = spool.tell()
    spool.seek(0)

    def chunks() -> Iterator[bytes]:
        with spool:
            while chunk := spool.read(_CHUNK):
                yield chunk

    return chunks(), length


def _handlers(app: Application) -> None:
    @app.before_request
    def limits() -> None:
        """Apply the route's own limit before the body is read, including a body of unknown length."""
        request = flask.request
        endpoint = request.endpoint or ""
        limit = app.limits.get(endpoint, core.BODY_LIMIT)
        request.environ[ROUTE] = app.templates.get(endpoint, "unmatched")
        request.environ[LIMIT] = limit
        request.max_content_length = limit + 1  # werkzeug truncates a longer body of unknown length; see `_body`
        core.check_length(request.headers.get("content-length"), limit)

    @app.errorhandler(Refused)
    def refused(error: Refused) -> Response:
        return response(core.refusal(error))

    @app.errorhandler(HTTPException)
    def http_error(error: HTTPException) -> Response:
        if isinstance(error, RequestEntityTooLarge):
            limit = app.limits.get(flask.request.endpoint or "", core.BODY_LIMIT)
            return response(core.refusal(core.too_large(limit)))
        headers = {name: value for name, value in error.get_headers() if name == "Allow"}
        return response(core.unmatched(error.code or 400, error.description or "", headers))

    @app.errorhandler(Exception)
    def failed(error: Exception) -> Response:
        return response(core.failure(error))


def _openapi(title: str, written: Sequence[_Written], declared_routes: Sequence[core.Route]) -> dict[str, Any]:
    document: dict[str, Any] = {
        "openapi": "3.1.0",
        "info": {"title": f"Staffroom {title}", "version": "1"},
        "paths": {},
        "components": {"schemas": {}},
    }
    components = answer_types.Components()
    for entry in written:
        document["paths"].setdefault(entry.full_path, {})[entry.method.lower()] = _operation(
            entry, document, components
        )
    for path, entries in described.openapi(title, declared_routes, components).items():
        document["paths"].setdefault(path, {}).update(entries)
    answer_types.finish(document, components)
    return document


def _operation(entry: _Written, document: dict[str, Any], components: answer_types.Components) -> dict[str, Any]:
    parameters = operations.path_parameters(entry.path)
    parameters += [{"name": name, "in": "query", "schema": dict(schema)} for name, schema in entry.query.items()]
    operation: dict[str, Any] = {
        "summary": entry.title,
        **core.stated(entry.may),
        "parameters": parameters,
        "responses": answer_types.written(entry.status, entry.answers, components),
    }
    for kind in typing.get_type_hints(entry.handler).values():
        if inspect.isclass(kind) and issubclass(kind, Body):
            schema = kind.model_json_schema(ref_template="#/components/schemas/{model}")
            document["components"]["schemas"].update(schema.pop("$defs", {}))
            operation["requestBody"] = {"required": True, "content": {core.JSON: {"schema": schema}}}
    if entry.schema is not None:
        operation["requestBody"] = {"required": True, "content": dict(entry.schema)}
    return operation
