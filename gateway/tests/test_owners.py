"""Claims and rules derived from the routes that the services declare (`devstack/written/owners.py`)."""

import re

import pytest
import yaml

from devstack.layout import ROOT, Trouble
from devstack.written import owners
from devstack.written.owners import Planned

TABLE = """\
http:
  routers:
    people:
      rule: >-
        PathRegexp(`^/old`)
      priority: 100
    people-inside:
      rule: >-
        PathRegexp(`^/old`) ||
        PathRegexp(`^/older`)
      priority: 200
    people-feed:
      rule: PathRegexp(`^/by/hand`)
"""


def claims(planned: Planned | None = None, **routes: list[str]) -> dict[str, list[str]]:
    return owners.claims(routes, planned or Planned())


def test_ownership_and_rules_follow_declared_routes() -> None:
    stale = [str(path.relative_to(ROOT)) for path, text in owners.files().items() if path.read_text() != text]
    assert not stale, f"`python -m devstack gateway` writes {', '.join(stale)}"


def test_new_call_claims_its_first_segment() -> None:
    routes = ["/equipment", "/equipment/{id}", "/equipment/{id}/history", "/jobs/people-{number}", "/api/health"]
    assert claims(people=routes) == {"people": ["equipment"]}


def test_segment_belongs_to_the_service_that_answers_it_and_its_parts_to_others() -> None:
    claimed = claims(people=["/exam/{id}", "/exam/{id}/edit"], finance=["/exam/{exam}/invoiceitems/{id}"])
    assert claimed == {"people": ["exam"], "finance": ["exam/{id}/invoiceitems"]}


def test_shared_segment_belongs_to_nobody() -> None:
    planned = Planned(shared=frozenset({"my"}))
    assert claims(planned, teaching=["/my/offers", "/my/offers/{id}"]) == {"teaching": ["my/offers"]}


def test_calls_of_the_second_version_have_a_claim_where_the_first_is_another_service() -> None:
    claimed = claims(people=["/course/{id}", "/slip"], teaching=["/v2/course/{id}", "/v2/homework"])
    assert claimed == {"people": ["course", "slip"], "teaching": ["homework", "v2/course"]}
    assert owners.rules("people", claimed)[0][:2] == ["^/api/v[12]/(slip)(/|$)", "^/api/v1/course(/|$)"]
    assert owners.rules("teaching", claimed)[0][:2] == ["^/api/v[12]/(homework)(/|$)", "^/api/v2/course(/|$)"]


def test_planned_claim_is_kept_and_decides_like_a_route() -> None:
    planned = Planned(claims={"people": ["enquiry", "forms"]})
    claimed = claims(planned, people=[], finance=["/enquiry/{id}/invoices"])
    assert claimed == {"people": ["enquiry", "forms"], "finance": ["enquiry/{id}/invoices"]}


@pytest.mark.parametrize(
    ("routes", "text"),
    [
        ({"people": ["/exam"], "finance": ["/exam"]}, "people and finance both answer /exam of v1"),
        ({"people": ["/system/exam"], "finance": ["/system/exam/{id}"]}, "people and finance both answer system/exam"),
        ({"people": ["/exam"], "finance": ["/exam/{id}/{part}"]}, r"/exam/\{id\}/\{id\} lies below a segment"),
    ],
)
def test_call_of_two_services_is_refused(routes: dict[str, list[str]], text: str) -> None:
    with pytest.raises(Trouble, match=text):
        claims(**routes)


def test_exception_leaves_a_path_to_a_router_written_by_hand() -> None:
    planned = Planned(frozenset({"student"}), {}, frozenset({("files", "student/homework/add")}))
    claimed = claims(planned, teaching=["/student/homework/add"], files=["/student/homework/add", "/file"])
    assert claimed == {"teaching": ["student/homework"], "files": ["file"]}


def test_table_keeps_what_is_written_by_hand() -> None:
    claimed = {"people": ["events", "events/feed/{id}", "system/exam"], "files": ["system/uploader"]}
    text = owners.table("people", TABLE, claimed)
    rules = {name: router["rule"] for name, router in yaml.safe_load(text)["http"]["routers"].items()}
    assert rules["people-inside"] == "PathRegexp(`^/api/v[12]/system/exam(/|$)`)"
    assert re.findall(r"`([^`]*)`", rules["people"])[0] == "^/api/v[12]/(events)(/|$)"
    assert rules["people-feed"] == "PathRegexp(`^/by/hand`)" and "old" not in text
    assert owners.table("people", text, claimed) == text


def test_table_without_a_router_that_claims_need_says_so() -> None:
    with pytest.raises(Trouble, match=r"people.yml needs a router people-inside"):
        owners.table(
            "people", TABLE.partition("    people-inside")[0], {"people": ["system/exam"], "files": ["system/x"]}
        )


def test_service_without_calls_is_named_without_claims() -> None:
    assert yaml.safe_load(owners.ownership({"people": ["exam"], "library": []})) == {"people": ["exam"], "library": []}
