"""The FastAPI adapter: hand-written routes with a stated rule, the declared routes, errors, request ids, limits."""

from __future__ import annotations

import contextlib
import functools
import inspect
import json
import re
import typing
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any

from fastapi import APIRouter, Depends, FastAPI
from fastapi.exceptions import HTTPException as FrameworkRefusal
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from starlette.concurrency import run_in_threadpool
from starlette.convertors import Convertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.requests import Request as WebRequest
from starlette.responses import Response, StreamingResponse
from starlette.routing import BaseRoute, Match
from starlette.routing import Route as WebRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from kit import telemetry
from kit.errors import Malformed, Refused, TooLarge
from kit.http import answers as answer_types
from kit.http import background, bodies, core, described
from kit.http import docs as docs_page
from kit.http.bodies import Body, Id
from kit.http.dispatch import Dispatch
from kit.http.handwritten import HandwrittenCall, Written
from kit.http.handwritten import Routes as HandwrittenRoutes
from kit.http.middleware import Guard
from kit.http.reading import read_json
from kit.values import FieldType

__all__ = ["Body", "Call", "Id", "RequestCall", "Routes", "application"]


class _Id(Convertor[int]):
    """A record id: at most 18 digits, which a bigint holds."""

    regex = "[0-9]{1,18}"

    def convert(self, value: str) -> int:
        return int(value)

    def to_string(self, value: int) -> str:
        return str(value)


register_url_convertor("id", _Id())


class _BodyRequest(WebRequest):
    """A request whose JSON is read as in declared routes."""

    async def json(self) -> Any:
        body = await self.body()
        try:
            return read_json(body)
        except Malformed as refusal:  # the framework treats only this error as an unreadable body
            raise json.JSONDecodeError(refusal.text, "", 0) from None
        except TooLarge as refusal:
            raise _WrappedRefusal(refusal) from None


class _WrappedRefusal(FrameworkRefusal):
    """Carries a refusal through the framework, which replaces any other error raised while it reads a body."""

    def __init__(self, refusal: Refused) -> None:
        super().__init__(refusal.status)
        self.refusal = refusal


class _BodyRoute(APIRoute):
    def get_route_handler(self) -> Callable[[WebRequest], Coroutine[Any, Any, Response]]:
        handler = super().get_route_handler()

        async def handle(request: WebRequest) -> Response:
            return await handler(_BodyRequest(request.scope, request.receive))

        return handle


class RequestCall(HandwrittenCall):
    """One request of a hand-written route, with its actor and its only transaction."""

    def __init__(self, request: WebRequest, body: bytes = b"") -> None:
        super().__init__()
        self.request = request
        self.body = body
        self.cookies: list[dict[str, Any]] = []

    def set_cookie(self, name: str, value: str, **options: Any) -> None:
        self.cookies.append({"key": name, "value": value, **options})

    def header(self, name: str) -> str:
        return self.request.headers.get(name, "")

    def whole_body(self) -> bytes:
        return self.body


async def _call(request: WebRequest) -> RequestCall:
    needs_body = "idempotency-key" in request.headers and request.method == "POST"
    return RequestCall(request, await request.body() if needs_body else b"")


Call = Annotated[RequestCall, Depends(_call)]


@dataclass(frozen=True, kw_only=True)
class _Written(Written):
    """Register a route. `takes` documents a body that the handler reads by field types (`kit.values.bodies`).

    `before(call, arguments)` runs after the rule and before any transaction, with the handler's arguments: for a call
    of another service whose answer the handler does not need.
    """

    takes: Mapping[str, FieldType] = field(default_factory=dict)
    before: Callable[[RequestCall, Mapping[str, Any]], None] | None = None


class Routes(HandwrittenRoutes[_Written]):
    kind = _Written


def _router(routes: Iterable[Routes]) -> APIRouter:
    router = APIRouter(route_class=_BodyRoute)
    for entry in (entry for routing in routes for entry in routing.written):
        endpoint = _endpoint(entry)
        endpoint.may = entry.may  # type: ignore[attr-defined]  # read when a request is refused before the call
        router.add_api_route(
            _with_ids(entry.full_path, entry.handler),
            endpoint,
            methods=[entry.method],
            status_code=entry.status,
            summary=entry.title,
            openapi_extra=core.stated(entry.may) | (_body_of(entry.takes) if entry.takes else {}),
            response_model=None,
        )
    return router


def _with_files(routes: Iterable[Routes]) -> frozenset[str]:
    """Return the paths of pages that are posted with files."""
    return frozenset(entry.full_path for routing in routes for entry in routing.written if entry.files)


def _with_ids(path: str, handler: Callable[..., Any]) -> str:
    """Return the path in the router's form: a parameter that the handler takes as a number matches only numbers, so
    that `/invoice/abc` gets a 404 with any method."""
    hints = typing.get_type_hints(handler)

    def parameter(match: re.Match[str]) -> str:
        return f"{{{match[1]}:id}}" if hints.get(match[1]) is int else match[0]

    return re.sub(r"\{([a-zA-Z]+)\}", parameter, path)


def _body_of(types: Mapping[str, FieldType]) -> dict[str, Any]:
    schema = {"type": "object", "properties": {name: kind.schema() for name, kind in types.items()}}
    return {"requestBody": {"content": {core.JSON: {"schema": {**schema, "additionalProperties": False}}}}}


def _endpoint(entry: _Written) -> Callable[..., Any]:
    """Wrap a handler: rule first, then the handler, then the commit, then the answer."""
    handler = entry.handler
    hints = typing.get_type_hints(handler, include_extras=True)
    signature = inspect.signature(handler)
    parameters = [p.replace(annotation=hints.get(p.name, p.annotation)) for p in signature.parameters.values()]
    takes_call = "call" in signature.parameters
    if not takes_call:
        parameters.append(inspect.Parameter("call", inspect.Parameter.KEYWORD_ONLY, annotation=Call))

    def begin(arguments: dict[str, Any]) -> tuple[RequestCall, dict[str, Any]]:
        """Return the call with its actor, and the handler's arguments."""
        call: RequestCall = arguments["call"]
        call.actor = core.authenticate(call.header("authorization"), entry.may)
        return call, arguments if takes_call else _without_call(arguments)

    if inspect.iscoroutinefunction(handler):

        @functools.wraps(handler)
        async def run_async(**arguments: Any) -> Response:
            call, handler_arguments = begin(arguments)
            result = await handler(**handler_arguments)
            if isinstance(result, Response):
                return result
            return _response(result if isinstance(result, core.Answer) else call.data(entry, result), call)

        wrapper: Callable[..., Any] = run_async
    else:

        @functools.wraps(handler)
        def run(**arguments: Any) -> Response:
            call, handler_arguments = begin(arguments)
            if entry.before is not None:
                entry.before(call, arguments)
            answer = call.answer(entry, handler_arguments, Response)
            return answer if isinstance(answer, Response) else _response(answer, call)

        wrapper = run
    wrapper.__signature__ = signature.replace(parameters=parameters, return_annotation=Any)  # type: ignore[attr-defined]  # read by FastAPI
    wrapper.__annotations__ = {p.name: p.annotation for p in parameters}
    return wrapper


def _without_call(arguments: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in arguments.items() if name != "call"}


def _response(answer: core.Answer, call: RequestCall | None = None) -> Response:
    headers = dict(answer.headers)
    if call is not None:
        headers |= call.headers
    if isinstance(answer.body, bytes):
        response: Response = Response(answer.body, answer.status, headers, media_type=answer.media_type)
    else:
        response = StreamingResponse(answer.body, answer.status, headers, media_type=answer.media_type)
    for cookie in call.cookies if call is not None else ():
        response.set_cookie(**cookie)
    return response


def _declared(route: core.Route) -> BaseRoute:
    path = re.sub(r"\{(id|number|[a-zA-Z]+Id)\}", r"{\1:id}", route.full_path)

    async def endpoint(request: WebRequest) -> Response:
        core_request = core.Request(
            path={name: str(value) for name, value in request.path_params.items()},
            query=dict(request.query_params),
            headers=request.headers,
            body=await request.body() if route.method != "GET" else b"",
            route=route.template,
        )
        return _response(await run_in_threadpool(route.serve, core_request))

    return WebRoute(path, endpoint, methods=[route.method], name=route.template)


class _Application(FastAPI):
    """FastAPI behind our dispatcher. As a middleware the dispatcher would be inside four layers of the framework, which
    cost a list of 50 rows as much as its query (docs/performance.md)."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.outermost: ASGIApp = super().__call__

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.outermost(scope, receive, send)


def application(
    title: str,
    routes: Sequence[Routes],
    declared_routes: Sequence[core.Route],
    checks: Mapping[str, Callable[[], None]],
    background_tasks: Sequence[background.BackgroundTask] = (),
) -> FastAPI:
    """Yield the service's ASGI app with its background tasks (`kit.http.background`)."""

    @contextlib.asynccontextmanager
    async def live(_: FastAPI) -> AsyncIterator[None]:
        async with background.running(background_tasks):
            yield

    docs = f"/api/docs/{title}"
    app = _Application(
        title=f"Staffroom {title}",
        version="1",
        lifespan=live,
        docs_url=None,
        redoc_url=None,
        openapi_url=f"{docs}.json",
    )
    written = _router(routes)
    app.include_router(written)
    app.router.routes.extend(_declared(route) for route in declared_routes)
    app.router.routes.extend(_health(checks))
    app.router.routes.sort(key=_specificity)
    app.router.redirect_slashes = False
    plain_openapi = app.openapi

    def full_openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _document(title, plain_openapi(), routes, declared_routes)
        return app.openapi_schema or {}

    def page(_: WebRequest) -> Response:
        return _response(docs_page.page(title, full_openapi()))

    app.openapi = full_openapi  # type: ignore[method-assign]  # as FastAPI extends it
    app.router.routes.append(WebRoute(docs, page))
    _handlers(app, written.routes)
    app.add_middleware(Guard, service=title, with_files=_with_files(routes))
    app.outermost = Dispatch(app.outermost, declared_routes, title)
    return app


def _document(
    title: str, document: dict[str, Any], routes: Sequence[Routes], declared_routes: Sequence[core.Route]
) -> dict[str, Any]:
    """Return the framework's document, with the answers of the hand-written routes and with the declared routes."""
    components = answer_types.Components()
    for entry in (entry for routing in routes for entry in routing.written):
        operation = document["paths"][entry.full_path][entry.method.lower()]
        operation["responses"] = answer_types.written(entry.status, entry.answers, components)
    for path, operations in described.openapi(title, declared_routes, components).items():
        document["paths"].setdefault(path, {}).update(operations)
    for unused in ("HTTPValidationError", "ValidationError"):
        document.get("components", {}).get("schemas", {}).pop(unused, None)
    answer_types.finish(document, components)
    return document


def _specificity(route: BaseRoute) -> list[int]:
    """Sort key: fixed segments before parameters, so that `/students/columns` never matches `/students/{id}`."""
    path = getattr(route, "path", "")
    return [1 if "{" in segment else 0 for segment in path.split("/")]


def _health(checks: Mapping[str, Callable[[], None]]) -> Iterator[BaseRoute]:
    async def alive(_: WebRequest) -> Response:
        return Response(b'{"alive":true}', media_type=core.JSON)

    async def readiness(_: WebRequest) -> Response:
        return _response(await run_in_threadpool(core.ready, checks))

    def metrics(_: WebRequest) -> Response:
        body, media_type = telemetry.exposition()
        return Response(body, headers={"Content-Type": media_type})

    yield WebRoute("/metrics", metrics)
    yield WebRoute("/healthz", alive)
    yield WebRoute("/readyz", readiness)


def _methods(routes: Iterable[BaseRoute], scope: Scope) -> list[str]:
    """Return the methods of all routes with the path of `scope`."""
    matching = [route for route in routes if route.matches(scope)[0] is not Match.NONE]
    return sorted({method for route in matching for method in getattr(route, "methods", None) or ()})


def _handlers(app: FastAPI, written: Sequence[BaseRoute]) -> None:
    @app.exception_handler(Refused)
    async def refused(_: WebRequest, error: Refused) -> Response:
        return _response(core.refusal(error))

    @app.exception_handler(RequestValidationError)
    async def invalid(request: WebRequest, error: RequestValidationError) -> Response:
        may = getattr(getattr(request.scope.get("route"), "endpoint", None), "may", None)
        if may is not None:
            try:  # a caller without the right gets that refusal, not the faults of the body
                await run_in_threadpool(core.authenticate, request.headers.get("authorization"), may)
            except Refused as refusal:
                return _response(core.refusal(refusal))
        return _response(core.refusal(bodies.refused(error.errors())))

    @app.exception_handler(HTTPException)
    async def http_error(request: WebRequest, error: HTTPException) -> Response:
        if isinstance(error, _WrappedRefusal):
            return _response(core.refusal(error.refusal))
        headers = dict(error.headers or {})
        if error.status_code == 405:  # the framework names only those of the first matching route
            headers["Allow"] = ", ".join(_methods([*written, *app.router.routes], request.scope))
        return _response(core.unmatched(error.status_code, str(error.detail), headers))
