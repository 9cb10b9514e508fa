"""The promises of docs/api.md (Basics), tested with both adapters."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from kit.settings import settings
from kit.version import VERSION
from staffroom_testing import actor

Signed = Callable[..., dict[str, str]]
Titles = Callable[[], list[str]]
STAFF = actor("staff", name="Ada")


def refusal(answer: httpx.Response, status: int, code: str) -> dict[str, Any]:
    """Return the body of a refusal, after checking the shape that all of them have."""
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/json"
    body: dict[str, Any] = answer.json()
    assert body["code"] == code
    assert body["error"]
    assert body["requestId"] == answer.headers["x-request-id"]
    return body


# Errors


def test_refusal_has_text_title_code_and_fields(web: httpx.Client) -> None:
    body = refusal(web.get("/api/v1/refused"), 422, "missing")
    assert body["error"] == "Due date is missing"
    assert body["title"] == "Missing due date"
    assert body["fields"] == {"dueDate": "Missing"}


def test_unexpected_error_reveals_nothing_and_is_logged(web: httpx.Client, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        answer = web.get("/api/v1/broken")
    refusal(answer, 500, "internal")
    assert "secret" not in answer.text
    assert "ZeroDivisionError" in caplog.text


@pytest.mark.parametrize(
    "path", ["/api/v1/nothing", "/nothing", "/api/v1/open/", "/api/v1/written/abc", "/api/v1//open"]
)
def test_unknown_path_is_a_json_404(web: httpx.Client, signed: Signed, path: str) -> None:
    refusal(web.get(path, headers=signed(STAFF)), 404, "not_found")


def test_id_of_twenty_digits_is_a_404(web: httpx.Client, signed: Signed) -> None:
    assert web.get("/api/v1/notes/" + "9" * 20, headers=signed(STAFF)).status_code in {400, 404}


def test_id_of_five_thousand_digits_is_a_404(web: httpx.Client, signed: Signed) -> None:
    assert web.get("/api/v1/notes/" + "9" * 5000, headers=signed(STAFF)).status_code in {400, 404}


def test_405_names_the_allowed_methods(web: httpx.Client) -> None:
    answer = web.delete("/api/v1/open")
    refusal(answer, 405, "method_not_allowed")
    assert "GET" in answer.headers["allow"]


@pytest.mark.parametrize(
    ("path", "methods"), [("/api/v1/notes/7", {"GET", "PUT"}), ("/api/v1/written/7", {"GET", "DELETE"})]
)
def test_405_allows_methods_of_all_matching_routes(web: httpx.Client, path: str, methods: set[str]) -> None:
    answer = web.request("PATCH", path)
    refusal(answer, 405, "method_not_allowed")
    assert set(answer.headers["allow"].split(", ")) - {"HEAD"} == methods


@pytest.mark.parametrize("name", ["abc", "-1", "1.5", "1e3", "٣", "true", "%20", "1%20"])
@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "POST"])
def test_invalid_id_is_a_404_with_any_method(web: httpx.Client, signed: Signed, method: str, name: str) -> None:
    for path in (f"/api/v1/notes/{name}", f"/api/v1/written/{name}"):
        refusal(web.request(method, path, headers=signed(STAFF)), 404, "not_found")


def test_encoded_slash_does_not_separate_segments(adapter: str, web: httpx.Client, signed: Signed) -> None:
    created = web.post("/api/v1/notes", json={"title": "A"}, headers=signed(STAFF)).json()["data"]["id"]
    if adapter == "flask":
        return  # WSGI passes only decoded paths; the gateway refuses all of these
    for path in (f"/api/v1/notes%2f{created}", f"/api/v1%2Fnotes/{created}", f"/api/v1/notes%5c{created}"):
        refusal(web.get(path, headers=signed(STAFF)), 404, "not_found")


@pytest.mark.parametrize("path", ["/api/v1/notes/%00", "/api/v1/notes/1%00", "/api/v1/open%00", "/%00"])
def test_null_character_in_an_address_is_400(web: httpx.Client, signed: Signed, path: str) -> None:
    refusal(web.get(path, headers=signed(STAFF)), 400, "malformed")


@pytest.mark.parametrize("method", ["OPTIONS", "PATCH", "TRACE"])
def test_undeclared_method_is_refused(web: httpx.Client, method: str) -> None:
    refusal(web.request(method, "/api/v1/open"), 405, "method_not_allowed")


def test_head_and_patch_are_separate_routes(web: httpx.Client, signed: Signed) -> None:
    head = web.head("/api/v1/pieces")
    assert (head.status_code, head.headers["x-offset"], head.content) == (200, "7", b"")
    assert web.patch("/api/v1/pieces", headers=signed(STAFF)).status_code == 204
    assert web.patch("/api/v1/pieces").status_code == 401
    refusal(web.get("/api/v1/pieces"), 405, "method_not_allowed")


def test_no_answer_is_html(web: httpx.Client, signed: Signed) -> None:
    for path in ("/api/v1/nothing", "/api/v1/broken", "/api/v1/notes/77", "/healthz", "/readyz"):
        assert "html" not in web.get(path, headers=signed(STAFF)).headers["content-type"]


# Callers


def test_missing_token_is_401_and_wrong_role_403(web: httpx.Client, signed: Signed) -> None:
    refusal(web.post("/api/v1/written", json={"title": "A"}), 401, "not_signed_in")
    refusal(web.post("/api/v1/notes", json={"title": "A"}, headers=signed(actor("student"))), 403, "forbidden")


def test_expired_token_is_401_except_on_public_routes(web: httpx.Client, signed: Signed) -> None:
    old = signed(STAFF, exp=1_600_000_000)
    refusal(web.get("/api/v1/written/1", headers=old), 401, "not_signed_in")
    assert web.get("/api/v1/open", headers=old).json() == {"data": {"open": True}}


def test_context_has_the_caller_only_during_the_request(web: httpx.Client, signed: Signed) -> None:
    assert web.get("/api/v1/written/1", headers=signed(STAFF)).json()["data"]["actor"] == "Ada"
    other = actor("staff", name="Bea")
    assert web.get("/api/v1/written/1", headers=signed(other)).json()["data"]["actor"] == "Bea"


# Request id


def test_valid_request_id_is_kept_everywhere(web: httpx.Client, signed: Signed) -> None:
    answer = web.get("/api/v1/written/5", headers={"X-Request-Id": "abcdef-123456", **signed(STAFF)})
    assert answer.headers["x-request-id"] == "abcdef-123456"
    assert answer.json() == {"data": {"id": 5, "requestId": "abcdef-123456", "actor": "Ada"}}


@pytest.mark.parametrize("offered", ["short", "with space in it", "x" * 65, "<script>alert(1)</script>"])
def test_invalid_request_id_is_replaced(web: httpx.Client, offered: str) -> None:
    given = web.get("/api/v1/open", headers={"X-Request-Id": offered}).headers["x-request-id"]
    assert given != offered
    assert len(given) == 20


# Bodies


@pytest.mark.parametrize("path", ["/api/v1/written", "/api/v1/notes"])
@pytest.mark.parametrize("body", [b"{", b"", b"\xff\xfe", b"nul", b"[" * 40_000])
def test_body_that_is_not_json_is_400(web: httpx.Client, signed: Signed, path: str, body: bytes) -> None:
    headers = {"Content-Type": "application/json", **signed(STAFF)}
    answer = web.post(path, content=body, headers=headers)
    # FastAPI reports a missing body as a missing field.
    assert answer.status_code == 400 or (body == b"" and answer.status_code == 422), answer.text


@pytest.mark.parametrize("path", ["/api/v1/written", "/api/v1/notes"])
@pytest.mark.parametrize(
    ("body", "text"),
    [
        (b'{"title": "half a pair: \\ud800"}', "The request body is not JSON"),
        (b'{"title": NaN}', "The request body is not JSON"),
        (b'{"title": "a\\u0000b"}', "A text cannot contain a null character"),
        (b'{"a\\u0000": 1}', "A text cannot contain a null character"),
        (b'{"title": ' + b"[" * 100 + b"]" * 100 + b"}", "The request body is nested too deeply"),
    ],
)
def test_body_that_cannot_be_stored_is_400(
    web: httpx.Client, signed: Signed, path: str, body: bytes, text: str
) -> None:
    answer = web.post(path, content=body, headers={"Content-Type": "application/json", **signed(STAFF)})
    assert refusal(answer, 400, "malformed")["error"] == text


@pytest.mark.parametrize("path", ["/api/v1/written", "/api/v1/notes"])
def test_escaped_null_character_in_a_text_is_accepted(
    web: httpx.Client, signed: Signed, titles: Titles, path: str
) -> None:
    assert web.post(path, json={"title": "\\u0000"}, headers=signed(STAFF)).status_code == 201
    assert titles() == ["\\u0000"]


@pytest.mark.parametrize("path", ["/api/v1/notes", "/api/v1/written"])
@pytest.mark.parametrize(
    "value",
    [
        [1] * 50_000,
        [[]] * 50_000,
        [{"a": "b"}] * 50_000,
        {str(number): 1 for number in range(50_000)},
        ['"\\'] * 50_000,
    ],
    ids=["numbers", "lists", "objects", "names", "texts"],
)
def test_body_of_too_many_values_is_refused_before_validation(
    web: httpx.Client, signed: Signed, path: str, value: object
) -> None:
    body = refusal(web.post(path, json={"title": value}, headers=signed(STAFF)), 413, "too_many_values")
    assert body["error"] == "The request body has more than 50,000 values"


@pytest.mark.parametrize("path", ["/api/v1/notes", "/api/v1/written"])
@pytest.mark.parametrize("text", ["a, [b], {c}", '"a\\" , ', "\\", '"'])
def test_marks_in_a_text_are_not_counted_as_values(web: httpx.Client, signed: Signed, path: str, text: str) -> None:
    title = text * 60_000
    assert web.post(path, json={"title": title}, headers=signed(STAFF)).status_code in {201, 422}


@pytest.mark.parametrize(
    ("pages", "text"),
    [
        (True, "Numbers only"),
        (False, "Numbers only"),
        ("many", "Numbers only"),
        (1.5, "Numbers only"),
        ([1], "Numbers only"),
        (10**30, "Please enter a number between -9007199254740991 and 9007199254740991"),
    ],
)
def test_invalid_number_is_refused_with_our_text(web: httpx.Client, signed: Signed, pages: object, text: str) -> None:
    answer = web.post("/api/v1/written", json={"title": "A", "pages": pages}, headers=signed(STAFF))
    assert refusal(answer, 422, "invalid")["fields"] == {"pages": text}


@pytest.mark.parametrize("path", ["/api/v1/written", "/api/v1/notes"])
def test_ten_megabytes_of_json_are_413(web: httpx.Client, signed: Signed, path: str, titles: Titles) -> None:
    body = json.dumps({"title": "x" * 10_000_000}).encode()
    answer = web.post(path, content=body, headers={"Content-Type": "application/json", **signed(STAFF)})
    assert refusal(answer, 413, "too_large")["error"] == "This is more than 1 MB"
    assert titles() == []


def test_ten_megabytes_without_a_length_are_413(web: httpx.Client, signed: Signed) -> None:
    def pieces() -> Iterator[bytes]:
        yield b'{"title": "'
        for _ in range(160):
            yield b"x" * 65_536
        yield b'"}'

    headers = {"Content-Type": "application/json", **signed(STAFF)}
    refusal(web.post("/api/v1/written", content=pieces(), headers=headers), 413, "too_large")


def test_every_invalid_field_is_named(web: httpx.Client, signed: Signed) -> None:
    answer = web.post("/api/v1/written", json={"pages": "many", "colour": "red"}, headers=signed(STAFF))
    body = refusal(answer, 422, "invalid")
    assert body["title"] == "Form errors"
    assert body["error"] == "Please check for errors in the form"
    assert body["fields"]["title"] == "Field is required"
    assert body["fields"]["colour"] == "Unknown field"
    assert "pages" in body["fields"]


# Transactions and idempotency


def test_handler_commits_and_sets_status_and_headers(web: httpx.Client, signed: Signed, titles: Titles) -> None:
    answer = web.post("/api/v1/written", json={"title": " One ", "pages": 3}, headers=signed(STAFF))
    assert answer.status_code == 201
    assert answer.headers["x-pages"] == "3"
    assert titles() == ["One"]


def test_refusal_rolls_back(web: httpx.Client, signed: Signed, titles: Titles) -> None:
    refusal(web.post("/api/v1/written", json={"title": "roll back"}, headers=signed(STAFF)), 409, "conflict")
    assert titles() == []


@pytest.mark.parametrize("path", ["/api/v1/written", "/api/v1/notes"])
def test_repeated_key_has_one_effect_and_one_answer(
    web: httpx.Client, signed: Signed, titles: Titles, path: str
) -> None:
    headers = {"Idempotency-Key": "key-1", **signed(STAFF)}
    first = web.post(path, json={"title": "Once"}, headers=headers)
    again = web.post(path, json={"title": "Once"}, headers=headers)
    assert first.status_code == again.status_code == 201
    assert again.json() == first.json()
    assert again.headers["idempotency-replayed"] == "true"
    other = web.post(path, json={"title": "Twice"}, headers=headers)
    refusal(other, 409, "idempotency_key_reused")
    assert titles() == ["Once"]


def test_key_belongs_to_its_user(web: httpx.Client, signed: Signed, titles: Titles) -> None:
    for who in (actor("staff"), actor("staff")):
        answer = web.post("/api/v1/written", json={"title": "Mine"}, headers={"Idempotency-Key": "k", **signed(who)})
        assert "idempotency-replayed" not in answer.headers
    assert titles() == ["Mine", "Mine"]


def test_refused_request_leaves_its_key_free(web: httpx.Client, signed: Signed, titles: Titles) -> None:
    headers = {"Idempotency-Key": "key-2", **signed(STAFF)}
    assert web.post("/api/v1/written", json={"title": "roll back"}, headers=headers).status_code == 409
    assert web.post("/api/v1/written", json={"title": "Now"}, headers=headers).status_code == 201
    assert titles() == ["Now"]


# Declared routes


def test_declared_routes_are_served(web: httpx.Client, signed: Signed) -> None:
    created = web.post("/api/v1/notes", json={"title": "First"}, headers=signed(STAFF)).json()["data"]["id"]
    path = f"/api/v1/notes/{created}"
    changed = web.put(path, json={"field": "title", "newValue": "Second"}, headers=signed(STAFF))
    assert changed.json()["data"]["value"] == "Second"
    assert web.get(path, headers=signed(STAFF)).json()["data"]["title"] == "Second"
    assert web.get("/api/v1/notes/fields", headers=signed(STAFF)).json()["data"]["sections"][0]["name"] == "main"


# Streamed answers


def test_stream_is_complete_and_has_an_etag(web: httpx.Client) -> None:
    with web.stream("GET", "/api/v1/stream") as answer:
        assert answer.headers["x-kind"] == "stream"
        assert answer.headers["x-request-id"]
        assert sum(len(piece) for piece in answer.iter_bytes()) == 40 * 65_536


# Browser policies of answers


@pytest.mark.parametrize(
    "path", ["/api/v1/open", "/api/v1/refused", "/api/v1/broken", "/api/v1/notes/fields", "/api/v1/stream", "/nowhere"]
)
def test_api_answers_send_strict_csp(web: httpx.Client, signed: Signed, path: str) -> None:
    policies = web.get(path, headers=signed(STAFF)).headers.get_list("content-security-policy")
    assert policies == ["default-src 'none'; frame-ancestors 'none'"]


@pytest.mark.parametrize(
    "path", ["/api/v1/open", "/api/v1/refused", "/api/v1/broken", "/api/v1/notes/fields", "/api/v1/stream", "/nowhere"]
)
def test_answers_are_not_cached(web: httpx.Client, signed: Signed, path: str) -> None:
    assert web.get(path, headers=signed(STAFF)).headers.get_list("cache-control") == ["no-store"]


def test_cacheable_answer_keeps_its_header(web: httpx.Client) -> None:
    assert web.get("/api/v1/strict").headers.get_list("cache-control") == ["public, max-age=60"]


def test_own_policy_is_kept(web: httpx.Client) -> None:
    assert web.get("/api/v1/strict").headers.get_list("content-security-policy") == ["sandbox"]
    (page,) = web.get("/api/docs/conformance").headers.get_list("content-security-policy")
    assert "default-src 'none'; style-src 'unsafe-inline'" in page and "script-src" not in page


# Health, metrics, documentation


def test_health(web: httpx.Client) -> None:
    assert web.get("/healthz").json() == {"alive": True}
    assert web.get("/readyz").json() == {"ready": True, "version": VERSION}


def test_service_of_an_area_released_alone_names_its_own_version(
    web: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings(), "release", f"{VERSION}.1")
    assert web.get("/readyz").json() == {"ready": True, "version": f"{VERSION}.1"}


def test_failed_check_is_503_and_named(ill: httpx.Client) -> None:
    answer = ill.get("/readyz")
    assert answer.status_code == 503
    assert answer.headers["retry-after"]
    assert answer.json() == {"ready": False, "version": VERSION, "failed": {"database": "OSError"}}
    assert ill.get("/healthz").status_code == 200


def test_requests_are_counted_by_template(web: httpx.Client, signed: Signed, adapter: str) -> None:
    for number in (11, 12):
        web.get(f"/api/v1/written/{number}", headers=signed(STAFF))
    web.get("/api/v1/no-such-thing-at-all")
    text = web.get("/metrics").text
    assert 'route="/api/v1/written/{noteId}"' in text
    assert "/written/11" not in text
    assert "no-such-thing" not in text


def test_every_operation_states_its_rule_and_its_refusals(document: dict[str, Any]) -> None:
    operations = {
        (path, method): operation
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    }
    assert ("/api/v1/written", "post") in operations
    assert ("/api/v1/notes/{id}", "put") in operations
    for (path, method), operation in operations.items():
        assert operation["x-may"], (path, method)
        assert operation["responses"]["422"] == {"$ref": "#/components/responses/Refusal"}
    assert operations["/api/v1/notes", "post"]["x-may"] == "staff"
    assert operations["/api/v1/notes", "post"]["x-roles"] == ["staff"]
    written = operations["/api/v1/written", "post"]["requestBody"]["content"]["application/json"]["schema"]
    schema = document["components"]["schemas"].get("NewNote", written)
    assert set(schema["properties"]) == {"title", "pages"}
    parameters = operations["/api/v1/written/{noteId}", "get"]["parameters"]
    assert [(entry["name"], entry["schema"]["type"]) for entry in parameters] == [("noteId", "integer")]


def test_document_is_served(web: httpx.Client, document: dict[str, Any]) -> None:
    assert web.get("/api/docs/conformance.json").json() == document


def test_document_page_works_without_scripts(web: httpx.Client) -> None:
    answer = web.get("/api/docs/conformance")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "/api/v1/written" in answer.text
    assert "signed in" in answer.text
    assert "<script" not in answer.text
    assert "://" not in answer.text
