"""Sign-in over HTTP, and the caller's own second factors."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, model_validator

from identity.factors import answers, commands, signing_in
from identity.factors.enrolling import NewFactor
from identity.factors.rules import LONGEST_NAME
from identity.factors.signing_in import SecondFactorAsked
from identity.factors.verifying import Proof
from identity.personal.policy import keeps as in_person
from identity.sessions.answers import SignedInAnswer
from identity.sessions.browser import App, Secrets, count_call, device_of, note_origin, set_device, set_session
from identity.sessions.commands import SignedIn
from kit.http import core
from kit.http.fastapi import Body, Call, RequestCall, Routes
from kit.policy import public, sys_admin

routes = Routes()

Challenge = Annotated[str, Field(max_length=100)]
Code = Annotated[str, Field(max_length=40)]
Name = Annotated[str, Field(max_length=LONGEST_NAME)]


class Login(Secrets):
    """The user who wants to sign in, and the app."""

    username: str = Field(max_length=200)
    password: str = Field(max_length=1000)
    app: App = "staff"


def _require_one(*given: object) -> None:
    if sum(value is not None for value in given) != 1:
        raise ValueError("Please give exactly one proof")


class SecondStep(Body):
    """The answer to the challenge of a sign-in, by one of the three."""

    challenge: Challenge
    code: Code | None = None
    recoveryCode: Code | None = None
    passkey: dict[str, Any] | None = None

    @model_validator(mode="after")
    def _one_of_three(self) -> SecondStep:
        _require_one(self.code, self.recoveryCode, self.passkey)
        return self

    def proof(self) -> Proof:
        return Proof(self.challenge, self.code, self.recoveryCode, self.passkey)


class OwnerProof(Secrets):
    """The proof that the owner is present: the answer to a challenge, or the password of a user without a factor."""

    challenge: Challenge = ""
    code: Code | None = None
    recoveryCode: Code | None = None
    passkey: dict[str, Any] | None = None
    password: str | None = Field(None, max_length=1000)

    @model_validator(mode="after")
    def _one_of_four(self) -> OwnerProof:
        _require_one(self.code, self.recoveryCode, self.passkey, self.password)
        return self

    def proof(self) -> Proof:
        return Proof(self.challenge, self.code, self.recoveryCode, self.passkey, self.password)


class Enrolling(Body):
    """The challenge under which a factor is added."""

    challenge: Challenge


class FirstAnswer(Body):
    """The first code of an app, or the registration of a passkey, and a name for it."""

    challenge: Challenge
    name: Name = ""
    code: Code | None = None
    passkey: dict[str, Any] | None = None

    @model_validator(mode="after")
    def _one_of_two(self) -> FirstAnswer:
        _require_one(self.code, self.passkey)
        return self

    def factor(self) -> NewFactor:
        return NewFactor(self.challenge, self.name, self.code, self.passkey)


class FactorName(Body):
    """A name for a factor."""

    name: Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]


def _begin(call: RequestCall, app: App | str, session: SignedIn) -> dict[str, Any]:
    set_session(call, app, session.secret, session.seconds)
    set_device(call, session.device)
    return session.answer


# Calls that return secrets are `remote`: an answer stored for an Idempotency-Key could be read again.
@routes.post("/auth/login", may=public, remote=True, answers=SignedInAnswer, before=count_call)
def login(call: Call, body: Login) -> Any:
    """Sign in. With a second factor the answer is 401 `second_factor`, or `second_factor_missing` if the role requires
    one, and a challenge."""
    try:
        session = signing_in.sign_in(call.db, body.username.strip(), body.password, body.app, device_of(call))
    except SecondFactorAsked as asked:
        answer = core.refusal(asked)
        set_device(call, asked.device)
        return answer
    return _begin(call, body.app, session)


@routes.post("/auth/login/second", may=public, remote=True, answers=SignedInAnswer, before=count_call)
def second_step(call: Call, body: SecondStep) -> Any:
    """Complete the second step of signing in: a code, a passkey or a recovery code."""
    session = signing_in.finish(call.db, body.proof(), device_of(call))
    return _begin(call, session.app, session)


@routes.post("/auth/login/enrolment", may=public, remote=True, answers=answers.Enrolment, before=count_call)
def first_enrolment(call: Call, body: Enrolling) -> Any:
    """Return the secret and the options of a first factor, for a user whose role requires one."""
    return signing_in.first_enrolment(call.db, body.challenge, device_of(call))


@routes.post("/auth/login/enrol", may=public, remote=True, answers=answers.SignedInWithCodes, before=count_call)
def enrol(call: Call, body: FirstAnswer) -> Any:
    """Add the first factor, and sign in."""
    session, codes = signing_in.enrol(call.db, body.factor(), device_of(call))
    return _begin(call, session.app, session) | {"recoveryCodes": codes}


@routes.get("/auth/second-factors", may=in_person, answers=answers.OwnFactors)
def own_factors(call: Call) -> Any:
    """Return one's own second factors."""
    return commands.overview(call.db, call.actor)


@routes.post("/auth/second-factors/challenge", may=in_person, remote=True, answers=answers.ProofAsked)
def ask(call: Call) -> Any:
    """Return the challenge for a change of one's factors."""
    return commands.ask(call.db, call.actor)


@routes.post(
    "/auth/second-factors/enrolment", may=in_person, remote=True, answers=answers.Enrolment, before=note_origin
)
def start(call: Call, body: OwnerProof) -> Any:
    """Return the secret and the options of a further factor, after a proof."""
    return commands.start(call.db, call.actor, body.proof())


@routes.post(
    "/auth/second-factors",
    may=in_person,
    remote=True,
    status=201,
    answers=answers.FactorAdded,
    before=note_origin,
)
def add(call: Call, body: FirstAnswer) -> Any:
    """Add a factor to one's own account."""
    return commands.add(call.db, call.actor, body.factor())


@routes.put("/auth/second-factors/{factorId}", may=in_person, answers=answers.FactorNamed)
def rename(call: Call, factorId: int, body: FactorName) -> Any:
    """Rename one's own factor."""
    return commands.rename(call.tx, factorId, body.name)


@routes.post(
    "/auth/second-factors/{factorId}/remove",
    may=in_person,
    remote=True,
    answers=answers.FactorRemoved,
    before=note_origin,
)
def remove(call: Call, factorId: int, body: OwnerProof) -> Any:
    """Remove one's own factor, after a proof."""
    return commands.remove(call.db, call.actor, factorId, body.proof())


@routes.post(
    "/auth/second-factors/recovery-codes",
    may=in_person,
    remote=True,
    answers=answers.RecoveryCodes,
    before=note_origin,
)
def make_codes(call: Call, body: OwnerProof) -> Any:
    """Return new recovery codes, after a proof; previous ones become invalid."""
    return commands.make_codes(call.db, call.actor, body.proof())


@routes.post("/users/{userId}/second-factors/remove", may=sys_admin, answers=answers.FactorsRemoved, before=note_origin)
def reset(call: Call, userId: int) -> Any:
    """Remove the factors of a user who has lost theirs; their sessions end, and they get an email."""
    return commands.reset(call.tx, userId)
