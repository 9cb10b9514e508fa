"""The route tables: every call reaches its service, and no two services claim one path."""

import itertools
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from devstack.layout import SERVICES, Instance, present_services
from devstack.stack import environment
from gateway.tests.table import GATEWAY, Route, load, owner, routes
from kit.processes.web import service_of

ENV = environment.gateway(Instance("dev", 8080, "127.0.0.1", Path("/nowhere")))
FILES = load(ENV)
TABLE = routes(FILES)
CLAIMS: dict[str, list[str]] = yaml.safe_load((GATEWAY / "ownership.yml").read_text())


def address(claim: str) -> str:
    """Return a claim as a path."""
    filled = claim.replace("{id}", "17")
    return f"/api/{filled}" if claim.startswith("v2/") else f"/api/v1/{filled}"


PATHS = [(address(claim), service) for service, claims in CLAIMS.items() for claim in claims]


@pytest.mark.parametrize(("path", "service"), PATHS)
def test_every_claim_reaches_its_service(path: str, service: str) -> None:
    for method, ending in itertools.product(("GET", "HEAD", "POST", "PUT", "DELETE"), ("", "/", "/17", "/17/history")):
        deeper = next((other for other, name in PATHS if path + ending == other and name != service), None)
        if deeper is None:
            assert owner(TABLE, path + ending, method) == service, f"{method} {path}{ending}"


@pytest.mark.parametrize("path", [path for path, _ in PATHS])
def test_longer_word_is_not_claimed(path: str) -> None:
    above = next((name for other, name in PATHS if path.startswith(other + "/")), "answers")
    assert owner(TABLE, path + "-x") == above


def test_no_claim_is_made_twice() -> None:
    claims = [claim for claims in CLAIMS.values() for claim in claims]
    assert sorted(claims) == sorted(set(claims))
    assert set(CLAIMS) == set(SERVICES)


def test_two_services_with_one_path_are_reported() -> None:
    twice = [*TABLE, Route("thief", "thief", "PathRegexp(`^/api/v1/slips(/|$)`)", 100, "finance")]
    with pytest.raises(ValueError, match="/api/v1/slips is claimed by teaching and thief"):
        owner(twice, "/api/v1/slips")


@pytest.mark.parametrize("service", SERVICES)
def test_every_word_of_a_rule_is_a_claim(service: str) -> None:
    """A route table therefore takes only paths that are in the list of claims."""
    claimed = {path for path, name in PATHS if name == service}
    for route in TABLE:
        if route.file != service:
            continue
        for pattern in re.findall(r"PathRegexp\(`([^`]*)`\)", route.rule):
            if "/jobs/" in pattern or "/docs/" in pattern or "health" in pattern or "/auth/" in pattern:
                continue
            for path in spelled_out(pattern):
                # a claim includes the paths below it
                known = path in claimed or any(path.startswith(f"{claim}/") for claim in claimed)
                assert known, f"{route.name} takes {path}, which ownership.yml does not give to {service}"


def spelled_out(pattern: str) -> list[str]:
    """Return the paths of v1 (or only of v2) that one of our patterns matches."""
    plain = pattern.removeprefix("^").removesuffix("(/|$)").removesuffix("$").replace("[^/]+", "17")
    plain = plain.replace("v[12]", "v1")
    parts = re.split(r"\(([^)]*)\)", plain)
    choices = [part.split("|") if index % 2 else [part] for index, part in enumerate(parts)]
    return ["".join(choice) for choice in itertools.product(*choices)]


@pytest.mark.parametrize("service", SERVICES)
def test_each_service_answers_its_jobs_and_descriptions(service: str) -> None:
    for path in (f"/api/v1/jobs/{service}-12", f"/api/v1/jobs/{service}-12/cancel"):
        assert owner(TABLE, path, "POST") == service
    assert owner(TABLE, f"/api/docs/{service}") == service
    assert owner(TABLE, f"/api/docs/{service}.json") == service


def test_homework_files_are_uploaded_to_files() -> None:
    path, form = "/api/v1/student/homework/add", {"Content-Type": "multipart/form-data; boundary=x"}
    assert owner(TABLE, path, "POST", form) == "files"
    assert owner(TABLE, path, "POST", {"Content-Type": "application/json"}) == "teaching"
    assert owner(TABLE, "/api/v1/student/homework/17", "POST", form) == "teaching"


def test_unclaimed_paths_reach_the_web_or_a_fallback() -> None:
    assert owner(TABLE, "/api/health") == "identity"
    assert owner(TABLE, "/api/v1/auth/login", "POST") == "identity"
    assert owner(TABLE, "/api/v1/notifications/stream") == "support"
    assert owner(TABLE, "/") == owner(TABLE, "/remotes/people/remoteEntry.js") == "static"
    for path in ("/api", "/api/", "/api/v1/", "/api/v1/nothing", "/api/v3/slips", "/api/v1/jobs/other-1"):
        assert owner(TABLE, path) == "answers"
    for path in ("/metrics", "/readyz", "/healthz"):
        assert owner(TABLE, path) == "static"


def test_each_remote_is_served_by_its_own_image() -> None:
    table = routes(load(ENV | {"REMOTES": ",".join(SERVICES), "REMOTES_PREFIX": "office-"}))
    for name in SERVICES:
        assert owner(table, f"/remotes/{name}/remoteEntry.js") == f"{name}-remote"
    for path in ("/", "/remotes.json", "/static/js/index.js", "/remotes/nothing/area.json"):
        assert owner(table, path) == "static"
    files = load(ENV | {"REMOTES": "people,files", "REMOTES_PREFIX": "office-"})
    assert files["remotes"]["services"]["people-remote"] == {
        "loadBalancer": {"servers": [{"url": "http://office-people-remote:8081"}]}
    }


def test_the_stream_passes_nothing_that_holds_it_back() -> None:
    stream = FILES["support"]["routers"]["support-stream"]
    assert stream["middlewares"] == ["unavailable"]


def test_secret_address_of_a_calendar_is_not_logged() -> None:
    routers = FILES["people"]["routers"]
    assert [name for name, router in routers.items() if "observability" in router] == ["people-feed"]
    assert routers["people-feed"]["observability"] == {"accessLogs": False}
    feed = next(route for route in TABLE if route.name == "people-feed")
    assert feed.priority > max(route.priority for route in TABLE if route.name in ("people", "people-inside"))


@pytest.mark.parametrize("service", SERVICES)
def test_every_service_has_retries_health_checks_and_a_fallback(service: str) -> None:
    routers, services = FILES[service]["routers"], FILES[service]["services"]
    assert "safe-retry" in routers[f"{service}-read"]["middlewares"]
    assert "safe-retry" not in routers[f"{service}-write"]["middlewares"]
    for router in routers.values():
        assert "parentRefs" in router or "unavailable" in router["middlewares"]
    assert services[service]["failover"] == {"service": f"{service}-replicas", "fallback": "answers"}
    balancer = services[f"{service}-replicas"]["loadBalancer"]
    assert balancer["healthCheck"]["path"] == "/readyz"
    assert balancer["serversTransport"] == "services"


def test_several_replicas_are_separated_by_commas() -> None:
    files = load(ENV | {"PEOPLE_URL": "http://a:1,http://b:2"})
    servers = files["people"]["services"]["people-replicas"]["loadBalancer"]["servers"]
    assert servers == [{"url": "http://a:1"}, {"url": "http://b:2"}]


def test_policy_admits_no_foreign_or_inline_script() -> None:
    policy = FILES["common"]["middlewares"]["policy"]["headers"]["contentSecurityPolicy"]
    directives = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert directives["script-src"] == directives["default-src"] == directives["connect-src"] == "'self'"
    assert directives["object-src"] == "'none'"
    assert "http:" not in policy
    assert "unsafe-eval" not in policy


def test_web_has_the_policy_and_services_have_their_own() -> None:
    routers = {name: router for content in FILES.values() for name, router in content.get("routers", {}).items()}
    assert [name for name, router in routers.items() if "policy" in router.get("middlewares", [])] == ["shell"]
    assert "contentSecurityPolicy" not in FILES["common"]["middlewares"]["security-headers"]["headers"]


def test_no_refusal_comes_from_the_gateway() -> None:
    """Services keep all rates and limits; the gateway only buffers bodies with a short Content-Length."""
    middlewares = {name: next(iter(what)) for name, what in FILES["common"]["middlewares"].items()}
    assert not {"rateLimit", "inFlightReq", "circuitBreaker", "ipAllowList"} & set(middlewares.values())
    buffered = [name for name, kind in middlewares.items() if kind == "buffering"]
    most = FILES["common"]["middlewares"]["body-1mb"]["buffering"]["maxRequestBodyBytes"]
    users = {
        name: router
        for content in FILES.values()
        for name, router in content.get("routers", {}).items()
        if set(buffered) & set(router.get("middlewares", []))
    }
    assert set(users) == {"files-short", "pay-short"}
    for router in users.values():
        pattern = re.search(r"HeaderRegexp\(`Content-Length`, `([^`]*)`\)", router["rule"])
        assert pattern
        assert [bool(re.search(pattern[1], str(size))) for size in (0, 7, most - 50_000, most, most + 1, 10**9)] == [
            True,
            True,
            True,
            True,
            False,
            False,
        ]


def test_keycloak_has_routes_where_it_stores_the_passwords() -> None:
    assert FILES["sso"] == {}
    assert owner(TABLE, "/sso/realms/staffroom/account/") == "static"
    shown = routes(load(ENV | {"SSO_URL": "http://a:1,http://b:2"}))
    console = routes(load(ENV | {"SSO_URL": "http://a:1", "SSO_CONSOLE": "1"}))
    for path in ("/sso/realms/staffroom/account/", "/sso/resources/x/login/style.css"):
        assert owner(shown, path) == owner(console, path, "POST") == "sso"
    for path in ("/sso/admin/", "/sso/realms/master/protocol/openid-connect/auth"):
        assert (owner(shown, path), owner(console, path)) == ("answers", "sso")
    for path in ("/sso", "/sso/", "/sso/health/ready", "/sso/metrics", "/sso/realms"):
        assert owner(shown, path) == owner(console, path) == "answers"


def test_payment_page_has_a_fallback() -> None:
    assert owner(TABLE, "/pay/17") == owner(TABLE, "/pay/17/pdf") == owner(TABLE, "/pay/17", "POST") == "pay"
    assert owner(TABLE, "/payments") == "static"
    assert FILES["pay"]["services"]["pay"]["failover"]["fallback"] == "answers"


def described(service: str) -> dict[str, Any]:
    """The OpenAPI description of a service; skips the test if there is none."""
    if service not in present_services():
        pytest.skip(f"{service} is not written yet")
    return dict(service_of(service).http_app().openapi())


@pytest.mark.parametrize("service", SERVICES)
def test_every_route_of_a_service_is_reached_through_the_gateway(service: str) -> None:
    description = described(service)
    assert description["paths"]
    lost = []
    for path, operations in description["paths"].items():
        if not path.startswith("/api/"):
            continue
        filled = re.sub(r"\{[^}]+\}", "17", path)
        for method, operation in operations.items():
            kinds = operation.get("requestBody", {}).get("content", {})
            taker = owner(TABLE, filled, method.upper(), {"Content-Type": next(iter(kinds), "")})
            if taker != service:
                lost.append(f"{method.upper()} {path} goes to {taker}")
    assert not lost, "\n".join(lost)
