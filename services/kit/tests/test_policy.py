"""Rules: the callers they admit, and their combinations."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from kit.errors import NOT_ALLOWED, Forbidden
from kit.policy import (
    ANONYMOUS,
    Actor,
    Rule,
    Scope,
    as_service,
    has_role,
    holders,
    internal,
    is_a,
    may_map,
    me,
    nobody,
    own,
    public,
    signed_in,
    staff,
    sys_admin,
)
from staffroom_testing import actor

TUTOR = actor("tutor", persons={"tutor": 7})


def test_anonymous_caller_is_refused() -> None:
    assert (ANONYMOUS.user_id, ANONYMOUS.acting_user_id, ANONYMOUS.expires) == (0, 0, 0)
    assert not ANONYMOUS.signed_in and Actor(user_id=1).signed_in
    assert [rule(ANONYMOUS) for rule in (public, signed_in, nobody, internal, staff, sys_admin)] == [
        True,
        False,
        False,
        False,
        False,
        False,
    ]


def test_rule_has_a_name_for_people() -> None:
    names = [rule.name for rule in (public, signed_in, nobody, internal, staff, sys_admin)]
    assert names == ["anyone", "signed in", "nobody", "services", "staff", "sysAdmin"]


def test_roles_admit_their_holders_and_sysadmin() -> None:
    rule = has_role("accounting", "finance")
    assert rule.name == "accounting or finance"
    assert [rule(actor(role)) for role in ("accounting", "finance", "sysAdmin", "staff")] == [True, True, True, False]
    assert [each(as_service("files")) for each in (rule, signed_in, internal)] == [True] * 3
    assert not internal(actor("sysAdmin"))
    assert not nobody(actor("sysAdmin"))


def test_both_rules_and_either_rule() -> None:
    mine = own("tutor", "tutor_id")
    both, either = staff & mine, staff | mine
    assert (both.name, either.name) == ("(staff) and (own tutor)", "staff or own tutor")
    colleague = actor("staff", persons={"tutor": 7})
    assert [both(who, {"tutor_id": 7}) for who in (TUTOR, colleague, actor("staff"))] == [False, True, False]
    assert [either(who, {"tutor_id": 7}) for who in (TUTOR, actor("staff"), actor("student"))] == [True, True, False]


def test_rule_raises_for_refused_callers() -> None:
    staff.require(actor("staff"))
    with pytest.raises(Forbidden, match=NOT_ALLOWED):
        staff.require(actor("student"))


def test_own_record_is_allowed_to_its_owner() -> None:
    mine = own("tutor", "tutor_id")
    assert [mine(TUTOR, row) for row in (None, {"tutor_id": 7}, {"tutor_id": 8}, {})] == [True, True, False, False]
    assert not mine(ANONYMOUS, {"tutor_id": None})
    assert not own("user", "user_id")(ANONYMOUS, {"user_id": 0})
    assert own("user", "user_id")(Actor(user_id=3), {"user_id": 3})


def test_kind_of_person_is_allowed_whatever_the_record() -> None:
    rule = is_a("tutor", "tutor of the course")
    assert (rule.name, is_a("tutor").name, rule.columns) == ("tutor of the course", "tutor", frozenset())
    assert [rule(one, row) for one in (TUTOR, ANONYMOUS, actor("tutor")) for row in (None, {"tutor_id": 8})] == [
        True,
        True,
        False,
        False,
        False,
        False,
    ]


def test_record_has_the_rights_of_the_caller() -> None:
    rules = {"read": staff, "change": own("tutor", "tutor_id")}
    assert may_map(TUTOR, {"tutor_id": 7}, rules) == {"read": False, "change": True}
    assert may_map(actor("staff"), {"tutor_id": 7}, rules) == {"read": True, "change": False}


def test_impersonator_is_accountable() -> None:
    assert Actor(user_id=3, real_user_id=5).acting_user_id == 5
    assert Actor(user_id=3).acting_user_id == 3


def test_scope_has_own_rows_and_those_of_a_role() -> None:
    place, owner = sa.column("place", sa.Text), sa.column("owner_id", sa.BigInteger)
    scope = Scope(sys_admin, {"tutor": owner == me("tutor")}, {"finance": place == "office"})
    both = actor("finance", persons={"tutor": 7})
    assert scope.variant(both) == ("role finance", "tutor")
    assert scope.params(both) == {"me_tutor": 7}
    assert str(scope.condition(scope.variant(both))) == "place = :place_1 OR owner_id = :me_tutor"
    assert scope.variant(actor("finance")) == ("role finance",)
    assert scope.variant(actor("tutor", persons={"tutor": 7})) == ("tutor",)
    assert scope.variant(actor("sysAdmin", persons={"tutor": 7})) == ("*",)
    assert not scope.covers(actor("staff"))


@pytest.mark.parametrize(
    ("rule", "roles"),
    [
        (public, None),
        (signed_in, None),
        (staff | own("user", "user_id"), None),
        (nobody, []),
        (sys_admin, ["sysAdmin"]),
        (staff, ["staff"]),
        (has_role("finance", "accounting"), ["accounting", "finance"]),
        (staff & has_role("finance"), ["finance"]),
        (staff | has_role("finance") | own("tutor", "tutor_id"), ["staff", "tutor"]),
        (Rule("child of theirs", lambda actor, row: actor.person("client") is not None), ["client"]),
    ],
    ids=lambda one: one.name if isinstance(one, Rule) else "",
)
def test_admitted_roles_of_a_rule(rule: Rule, roles: list[str] | None) -> None:
    assert holders(rule) == roles
