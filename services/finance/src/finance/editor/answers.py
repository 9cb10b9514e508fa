"""Answers to calls about invoices (`money.md 3`). Amounts are in minor units."""

from __future__ import annotations

from typing import Annotated, NotRequired, TypedDict

from finance.accounts.answers import Nominal, RatedSubAccount
from finance.accounts.rules import VAT_TREATMENTS
from finance.copies.model import PERSON_KINDS
from finance.invoices import rules
from finance.invoices.actions import ACTIONS
from finance.invoices.answers import DatedDay, InvoiceMeta, LatestPayment, PaymentType, RecentComment, Status
from finance.invoices.attributes import INVOICE
from finance.invoices.model import PAYMENT_KINDS, PAYMENT_SOURCES
from finance.invoices.part_attributes import INSTALMENT, LINE, TEXT
from finance.invoices.sterling import SterlingVAT
from finance.reminding.answers import ReminderStop
from finance.sending.answers import SentEmail
from finance.sync.answers import InvoiceSync
from kit.policy import Internal
from kit.values.schemas import Moment, choice_of, one_of


class DatedMoment(TypedDict):
    """A time as the legacy calls wrap it."""

    date: Moment


class InvoiceAddress(TypedDict):
    """The address of the person who is invoiced."""


class InvoiceOrganisation(TypedDict):
    """The organisation of the invoice; `currency` is the currency of its books."""

    id: int
    title: str | None
    currency: str | None


class InvoicedPerson(TypedDict):
    """The person who is invoiced, by name."""

    title: str | None
    firstName: str | None
    lastName: str | None


class InvoicedIds(TypedDict):
    """The ids of the invoiced person and of the invoice's subject."""

    enquiryWithTypeId: int | None
    clientId: int | None
    studentId: int | None
    candidateId: int | None
    agentId: int | None


class InvoicedEntity(TypedDict):
    """The record that is invoiced."""

    kind: Annotated[str, one_of(PERSON_KINDS)]
    person: InvoicedPerson
    ids: InvoicedIds


class InvoicePayer(TypedDict):
    """The payer with the reason, as a choice and as a sentence; `typed` names the fields that the office entered."""

    kind: Annotated[str, one_of(PERSON_KINDS)]
    id: int
    name: str
    reason: Annotated[str, choice_of(rules.PAYER_REASONS)]
    text: str
    typed: list[Annotated[str, one_of(("email", "address"))]]
    follows: bool


class IssuedLaw(TypedDict):
    """For an issued invoice: the text that it no longer changes, and why it cannot be taken back, or null."""

    text: str
    takeBack: str | None


class PayerChoice(TypedDict):
    """A person who can be invoiced. `today`: who pays today; `current`: who is invoiced now."""

    kind: Annotated[str, one_of(PERSON_KINDS)]
    id: int
    name: str
    email: str
    text: str
    today: bool
    current: bool


class PayerChosen(TypedDict):
    """The invoice, and its payer."""

    id: int
    kind: Annotated[str, one_of(PERSON_KINDS)]
    payerId: int
    name: str


class InvoiceStudent(TypedDict):
    """The student that the invoice is about."""

    id: int
    name: str | None


@LINE.answer
class InvoiceLine(TypedDict):
    """A line; `discount` is an amount or hundredths of a percent, `discountAmount` the resulting amount."""

    id: int
    metaType: Annotated[str, choice_of(rules.META_OPTIONS)]
    type: Annotated[str, choice_of(rules.LINE_OPTIONS)]
    account: Nominal | None
    subAccount: RatedSubAccount | None
    discountType: Annotated[str, choice_of(rules.DISCOUNT_OPTIONS)]
    VATTreatment: Annotated[str, choice_of(VAT_TREATMENTS)]
    currency: str


@TEXT.answer
class InvoiceText(TypedDict):
    """A header or footer item, html."""

    id: int


@INSTALMENT.answer
class PlanPart(TypedDict):
    """An instalment; `left` is the amount still to pay after other payments."""

    id: int
    dueDate: DatedDay
    paidDate: DatedDay | None
    paymentType: PaymentType | None
    left: int
    overdue: bool


class PaymentMade(TypedDict):
    """A booking: money received, money paid back, or the reversal of either. `reversed` is set on both entries of a
    reversal; `reversible` on entries that can be reversed here."""

    id: int
    type: PaymentType
    amount: int
    currency: str
    datePaid: DatedDay
    source: Annotated[str, one_of(PAYMENT_SOURCES)]
    note: NotRequired[Internal[str]]
    reversed: bool
    kind: Annotated[str, one_of((*PAYMENT_KINDS, "reversal"))]
    reversible: bool


class InvoiceSum(TypedDict):
    """A step of the sums, signed as it enters the next total; `sums` holds the visible steps in order."""

    name: Annotated[str, one_of(rules.SUM_NAMES)]
    label: str
    amount: int


@INVOICE.part("number", "title", "total", "currency")
class LinkedInvoice(TypedDict):
    """The credited invoice, or a credit note."""

    id: int
    status: Status


class PayTry(TypedDict):
    """A passcode attempt."""

    date: Moment
    address: str
    outcome: Annotated[str, one_of(("right", "wrong", "limited", "expired"))]


class InvoiceTicket(TypedDict):
    """The newest support ticket about the invoice."""

    id: int
    status: str


class NamedUser(TypedDict):
    """A user by name."""

    id: int
    name: str


class NamedSender(TypedDict):
    """The sender of a mail."""

    name: str


@INVOICE.answer
class InvoiceExtra(TypedDict):
    """The parts of `GET /invoice/{id}` besides the fields; `reminderStop` is for accounting only."""

    shownTitle: str
    shownStatus: str
    status: Status
    sums: list[InvoiceSum]
    sterling: SterlingVAT | None
    readonly: bool
    uuid: str
    address: InvoiceAddress
    organisation: InvoiceOrganisation
    invoicedEntity: InvoicedEntity
    student: InvoiceStudent | None
    items: list[InvoiceLine]
    headerItems: list[InvoiceText]
    footerItems: list[InvoiceText]
    installmentPlan: list[PlanPart]
    payment: LatestPayment | None
    payments: list[PaymentMade]
    meta: InvoiceMeta
    parent: LinkedInvoice | None
    children: list[LinkedInvoice]
    payer: NotRequired[Internal[InvoicePayer]]
    issued: NotRequired[Internal[IssuedLaw | None]]
    actions: NotRequired[Internal[list[Annotated[str, one_of(ACTIONS)]]]]
    planMismatch: NotRequired[Internal[str | None]]
    passcode: NotRequired[Internal[str]]
    paymentLink: NotRequired[Internal[str | None]]
    linkExpires: NotRequired[Internal[Moment]]
    payTries: NotRequired[Internal[list[PayTry]]]
    emails: NotRequired[Internal[list[SentEmail]]]
    reminderStop: NotRequired[ReminderStop | None]
    sync: NotRequired[Internal[InvoiceSync]]
    supportTicket: NotRequired[Internal[InvoiceTicket | None]]
    mostRecentComment: NotRequired[Internal[RecentComment | None]]
    emailSent: NotRequired[Internal[DatedMoment | None]]
    emailSentBy: NotRequired[Internal[NamedSender | None]]
    createdBy: NotRequired[Internal[NamedUser]]
    modifiedBy: NotRequired[Internal[NamedUser | None]]


class BillingYearOffered(TypedDict):
    """2627 as `2026-2027`."""

    id: int
    title: str


class InvoiceDeleted(TypedDict):
    """A numbered invoice is cancelled instead: `deleted` says which."""

    id: int
    deleted: bool
    status: Status
