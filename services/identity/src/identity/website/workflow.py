"""Workflow of a website notice: a draft, submitted, approved by another person, withdrawn.

An approved notice is live from its first day to its last, without another move."""

from __future__ import annotations

from identity.website.attributes import APPROVED, DRAFT, STATES, SUBMITTED, WITHDRAWN
from identity.website.model import website_notice
from identity.website.policy import everything, keeps_website
from kit.changes.hands import refuse_hand
from kit.values import Text
from kit.workflow import UNDO, Confirm, Move, Need, Workflow

_REASON = Text(required=True, max_length=500)

NOTICE_STATES = Workflow(
    name="websiteNotice",
    column=website_notice.c.status,
    states=STATES,
    scope=everything,
    moves=(
        Move(
            name="submit",
            title="Submit",
            source=(DRAFT,),
            target=SUBMITTED,
            who=keeps_website,
            path="/website-notices/{id}/submit",
            signs="submitted",
            style="primary",
            undo=UNDO,
            done="{title} waits for approval",
        ),
        Move(
            name="approve",
            title="Approve",
            source=(SUBMITTED,),
            target=APPROVED,
            who=keeps_website,
            path="/website-notices/{id}/approve",
            signs="approved",
            style="primary",
            undo=UNDO,
            when=refuse_hand("approves it", "entered", "submitted"),
            done="{title} approved",
            confirm=Confirm(
                "Approve {title}?",
                "Everybody can read it on the website from {shownFrom:date} on.",
                yes="Approve notice",
            ),
        ),
        Move(
            name="return",
            title="Return",
            source=(SUBMITTED,),
            target=DRAFT,
            who=keeps_website,
            path="/website-notices/{id}/return",
            unsigns=("submitted",),
            needs=(Need("reason", _REASON, "What should change", website_notice.c.reason),),
            done="{title} returned to draft",
        ),
        Move(
            name="withdraw",
            title="Withdraw",
            source=(APPROVED,),
            target=WITHDRAWN,
            who=keeps_website,
            path="/website-notices/{id}/withdraw",
            style="danger",
            needs=(Need("reason", _REASON, "Reason", website_notice.c.reason),),
            done="{title} withdrawn",
            confirm=Confirm(
                "Withdraw {title}?",
                "It leaves the website within five minutes.",
                yes="Withdraw notice",
                no="Keep notice",
            ),
        ),
        Move(
            name="revise",
            title="Back to draft",
            source=(WITHDRAWN,),
            target=DRAFT,
            who=keeps_website,
            path="/website-notices/{id}/revise",
            unsigns=("submitted", "approved"),
            done="{title} is a draft again",
        ),
    ),
)
