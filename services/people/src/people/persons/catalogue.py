"""The seven kinds of person. An eighth is one more Kind in KINDS and a migration."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from kit.policy import OFFICE as OF_OFFICE
from kit.policy import Readers
from kit.values import (
    Boolean,
    Cell,
    Clock,
    Date,
    DateTime,
    DecimalNumber,
    Email,
    FileIds,
    Listed,
    MultiSelect,
    Option,
    Phone,
    Reference,
    RichText,
    Select,
    Table,
    Text,
    options,
)
from people.persons.kinds import FILTERED, LISTED, SORTED, Item, Kind, Narrowed, Part
from people.persons.rules import DigitText
from people.policy import (
    COMPLIANCE,
    EXAMS,
    OF_ADMINISTRATORS,
    OF_COMPLIANCE,
    OF_EXAMS,
    OF_WELFARE,
    OFFICE,
    STAFF,
    SYS_ADMIN,
)

ACTIVE = Option("active", "Active", "green")
RETIRED = Option("retired", "Retired", "grey")
TRAINING = Option("training", "Training", "orange")
ALUMNI = Option("alumni", "Alumni", "orange")
ENQUIRY = Option("enquiry", "Enquiry", "red")
"""Statuses and colours of `platform.md 4`."""

WEEKDAYS = options("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_CONTACT_BY = options(("email", "Email"), ("phone", "Phone"), ("text", "Text message"), ("post", "Post"))


def _personal(*more: Item) -> Part:
    """Return the attributes of name and birth date, common to all kinds."""
    return Part(
        "personal",
        "Personal",
        (
            Item(name="title", type=Listed(source="/system/titles", max_length=20), own=True),
            Item(name="firstName", type=Text(required=True, max_length=100)),
            Item(name="lastName", type=Text(required=True, max_length=100)),
            Item(name="preferredName", type=Text(max_length=100), own=True),
            Item(name="birthDate", type=Date(), title="Date of birth"),
            Item(name="nationality", type=Text(max_length=100)),
            *more,
        ),
    )


_CONTACT = Part(
    "contact",
    "Contact",
    (
        Item(name="email", type=Email(), own=True),
        Item(name="phone", type=Phone(), own=True),
        Item(name="mobile", type=Phone(), own=True),
        Item(name="contactBy", type=Select(choices=_CONTACT_BY), title="Prefers contact by", own=True),
    ),
)


def _place(statuses: tuple[Option, ...], *more: Item) -> Part:
    """Return the attributes of status, department and organisation."""
    return Part(
        "place",
        "Status and department",
        (
            Item(name="status", type=Select(choices=statuses, required=True), default=str(statuses[0].value)),
            Item(name="departmentId", type=Reference(source="/departments"), title="Department", links="department.id"),
            Item(name="organisationId", type=Reference(source="/orgs"), title="Organisation", links="organisation.id"),
            *more,
        ),
    )


def _notes(readers: Readers = OF_OFFICE) -> Part:
    """Return the attributes of notes and documents, which the person cannot see."""
    return Part(
        "notes",
        "Notes",
        (
            Item(name="notes", type=RichText(), readers=readers),
            Item(name="documentIds", type=FileIds(most=50), title="Documents", readers=readers),
        ),
    )


_CHECKS = (
    Item(name="dbsNumber", type=DigitText(digits=12), title="DBS certificate number", readers=OF_COMPLIANCE),
    Item(name="dbsDate", type=Date(), title="DBS issued", may=COMPLIANCE, listed=LISTED),
    Item(name="rightToWork", type=Boolean(), title="Right to work seen", may=COMPLIANCE),
    Item(name="rightToWorkDate", type=Date(), title="Right to work seen on", may=COMPLIANCE),
    Item(name="safeguardingTrained", type=Date(), title="Safeguarding training", may=COMPLIANCE),
)
_EMERGENCY = Item(
    name="emergencyContacts",
    title="Emergency contacts",
    own=True,
    type=Table(
        most=5,
        columns=(
            Cell("name", "Name", Text(required=True, max_length=100)),
            Cell("relation", "Relation", Text(max_length=50)),
            Cell("phone", "Phone", Phone(required=True)),
        ),
    ),
)
HOURS = Table(
    most=14,
    columns=(
        Cell("day", "Day", Select(choices=WEEKDAYS, required=True)),
        Cell("start", "From", Clock(required=True)),
        Cell("end", "To", Clock(required=True)),
    ),
)
"""Weekly hours: a row for each period of a day."""
_AVAILABILITY = Item(
    name="availability",
    type=HOURS,
    title="Working hours",
    own=True,
    help="Free times are looked for within these. Without any, those of the organisation hold",
)

STUDENT_TYPES = options(("asp", "ASP"), ("supp", "Supplementary"), ("fulltime", "Full time"))
"""`platform.md 3`, student types."""

STUDENT = Kind(
    name="student",
    plural="Students",
    path="/students",
    young=True,
    create=("studentType", "school"),
    ordered=(("birthDate", "enrolled", "left"),),
    also={
        "/students/socialMedia": Narrowed(
            "socialMediaRelease",
            "Students with social media release",
            listed=("socialMediaReleaseDate", "socialMediaHandles"),
        )
    },
    parts=(
        _personal(
            Item(name="firstLanguage", type=Text(max_length=100)),
            Item(name="passportExpires", type=Date(), readers=OF_COMPLIANCE),
            Item(
                name="visaType",
                type=Select(
                    choices=options(
                        ("none", "None needed"),
                        ("student", "Student"),
                        ("childStudent", "Child student"),
                        ("visitor", "Visitor"),
                        ("other", "Other"),
                    )
                ),
                readers=OF_COMPLIANCE,
            ),
            Item(name="visaExpires", type=Date(), readers=OF_COMPLIANCE),
        ),
        _CONTACT,
        _place(
            (ACTIVE, ENQUIRY, ALUMNI, RETIRED),
            Item(name="studentType", type=Select(choices=STUDENT_TYPES), listed=LISTED, filtered=FILTERED),
            Item(name="enrolled", type=Date()),
            Item(name="left", type=Date()),
            Item(name="agentId", type=Reference(source="/agents/names"), title="Agent", links="agent.id"),
            Item(name="lastContact", type=DateTime(), title="Last contact"),
        ),
        Part(
            "school",
            "School",
            (
                Item(name="school", type=Text(max_length=200), listed=SORTED),
                Item(name="yearGroup", type=Select(choices=options(*(f"Year {n}" for n in range(7, 14)), "Gap year"))),
                Item(name="destination", type=Text(max_length=200), title="Hopes to study"),
            ),
        ),
        Part(
            "welfare",
            "Welfare",
            (
                replace(_EMERGENCY, may=STAFF, readers=OF_WELFARE),
                Item(
                    name="medical",
                    type=Text(multiline=True, max_length=2000),
                    title="Medical and dietary needs",
                    may=STAFF,
                    readers=OF_WELFARE,
                    unlisted=True,
                ),
                Item(
                    name="learningNeeds",
                    type=Text(multiline=True, max_length=2000),
                    may=STAFF,
                    readers=OF_WELFARE,
                    unlisted=True,
                ),
                Item(
                    name="safeguarding",
                    type=RichText(),
                    title="Safeguarding notes",
                    readers=OF_COMPLIANCE,
                    unlisted=True,
                ),
                Item(
                    name="parentalConsent",
                    type=Date(),
                    title="Parental consent signed on",
                    may=STAFF,
                    help="The consent of a parent or guardian to tuition and to emergency treatment",
                ),
            ),
        ),
        Part(
            "release",
            "Social media and photos",
            (
                Item(name="socialMediaRelease", type=Boolean(), title="Social media release", filtered=FILTERED),
                Item(name="socialMediaReleaseDate", type=Date(), title="Release signed on"),
                Item(name="socialMediaHandles", type=Text(max_length=500), title="Accounts to mention"),
                Item(
                    name="photoOnDocuments",
                    type=Boolean(),
                    title="Photo on documents",
                    help="The family consents to the student's picture on the PDFs of reports",
                ),
            ),
        ),
        _notes(),
    ),
)

TUTOR = Kind(
    name="tutor",
    plural="Tutors",
    path="/tutors",
    ordered=(("birthDate", "started"),),
    parts=(
        _personal(),
        _CONTACT,
        _place(
            (ACTIVE, TRAINING, RETIRED),
            Item(name="isPT", type=Boolean(), title="Personal tutor", may=OFFICE, listed=LISTED, filtered=FILTERED),
            Item(name="started", type=Date()),
            Item(name="interviewed", type=DateTime()),
        ),
        Part(
            "teaching",
            "Teaching",
            (
                Item(
                    name="qualifications",
                    type=Table(
                        most=20,
                        columns=(
                            Cell("title", "Qualification", Text(required=True, max_length=100)),
                            Cell("institution", "Institution", Text(max_length=100)),
                            Cell("year", "Year", DigitText(digits=4)),
                        ),
                    ),
                    own=True,
                ),
                Item(name="teachesOnline", type=Boolean(), own=True, filtered=FILTERED, listed=LISTED),
                Item(
                    name="hoursPerWeek", type=DecimalNumber(maximum=Decimal(60)), title="Hours a week at most", own=True
                ),
                Item(name="availableFrom", type=Date(), own=True),
                _AVAILABILITY,
                Item(name="biography", type=RichText(max_length=4000), own=True),
            ),
        ),
        Part(
            "checks",
            "Checks",
            (
                *_CHECKS,
                Item(name="referencesReceived", type=Boolean(), may=COMPLIANCE),
                Item(name="charterAccepted", type=DateTime(), title="Tutor charter accepted", may=OFFICE),
            ),
        ),
        Part("emergency", "Emergency", (_EMERGENCY,)),
        _notes(),
    ),
)

STAFF_MEMBER = Kind(
    name="staff",
    plural="Staff",
    path="/staff",
    may=SYS_ADMIN,
    create=("jobTitle",),
    ordered=(("birthDate", "started", "left"),),
    parts=(
        _personal(),
        _CONTACT,
        _place(
            (ACTIVE, RETIRED),
            Item(name="jobTitle", type=Text(max_length=100), listed=SORTED),
            Item(name="extension", type=DigitText(digits=4), own=True, listed=LISTED),
            Item(name="workPattern", type=Text(max_length=200), help="Days and hours worked"),
            _AVAILABILITY,
            Item(name="started", type=Date()),
            Item(name="left", type=Date()),
            Item(name="firstAider", type=Boolean(), filtered=FILTERED),
        ),
        Part("checks", "Checks", _CHECKS),
        Part("emergency", "Emergency", (_EMERGENCY,)),
        _notes(OF_ADMINISTRATORS),
    ),
)

CLIENT = Kind(
    name="client",
    plural="Clients",
    path="/clients",
    create=("company",),
    parts=(
        _personal(),
        _CONTACT,
        _place(
            (ACTIVE, RETIRED),
            Item(name="company", type=Text(max_length=200), own=True, listed=SORTED),
            Item(name="invoiceEmail", type=Email(), title="Email for invoices", own=True),
            Item(name="heardFrom", type=Text(max_length=200), title="Heard of us from"),
            Item(name="newsletter", type=Boolean(), own=True),
            Item(name="newsletterDate", type=Date(), title="Newsletter agreed on"),
        ),
        _notes(),
    ),
)

ACCESS = options(
    ("extraTime25", "25 % extra time"),
    ("extraTime50", "50 % extra time"),
    ("restBreaks", "Supervised rest breaks"),
    ("wordProcessor", "Word processor"),
    ("reader", "Reader"),
    ("scribe", "Scribe"),
    ("separateRoom", "Separate room"),
    ("enlargedPaper", "Enlarged paper"),
    ("colouredPaper", "Coloured paper"),
)
CANDIDATE = Kind(
    name="candidate",
    plural="Candidates",
    path="/candidates",
    may=EXAMS,
    young=True,
    create=("examLastName", "examFirstName", "studentId"),
    searched=("exam_first_name", "exam_last_name", "uci"),
    ordered=(("accessApproved", "accessUntil"),),
    parts=(
        _personal(),
        Part(
            "exam",
            "Exam entry",
            (
                Item(name="examFirstName", type=Text(max_length=100), title="First name on certificates"),
                Item(name="examLastName", type=Text(max_length=100), title="Last name on certificates", listed=SORTED),
                Item(
                    name="uci",
                    type=Text(max_length=13, min_length=13, content="alphaNum"),
                    title="UCI",
                    listed=LISTED,
                    help="Unique candidate identifier: 12 digits and a letter",
                ),
                Item(name="uln", type=DigitText(digits=10), title="ULN", help="Unique learner number"),
                Item(name="centreNumber", type=DigitText(digits=5), listed=LISTED),
                Item(name="candidateNumber", type=DigitText(digits=4), listed=SORTED),
                Item(
                    name="studentId", type=Reference(source="/students/names"), title="Our student", links="student.id"
                ),
                Item(name="idSeen", type=Boolean(), title="Identity checked"),
                Item(name="idSeenOn", type=Date(), title="Identity checked on"),
            ),
        ),
        Part(
            "access",
            "Access arrangements",
            (
                Item(name="access", type=MultiSelect(choices=ACCESS), title="Arrangements"),
                Item(name="accessApproved", type=Date(), title="Approved on"),
                Item(name="accessUntil", type=Date(), title="Approved until"),
                Item(name="accessEvidenceIds", type=FileIds(most=50), title="Evidence", readers=OF_EXAMS),
            ),
        ),
        _CONTACT,
        _place((ACTIVE, ALUMNI)),
        _notes(),
    ),
)

INVIGILATOR = Kind(
    name="invigilator",
    plural="Invigilators",
    path="/invigilators",
    may=EXAMS,
    ordered=(("birthDate", "started"),),
    parts=(
        _personal(),
        _CONTACT,
        _place((ACTIVE, TRAINING, RETIRED), Item(name="started", type=Date())),
        Part(
            "duties",
            "Duties",
            (
                Item(
                    name="duties",
                    type=MultiSelect(
                        choices=options(
                            ("lead", "Lead invigilator"),
                            ("invigilator", "Invigilator"),
                            ("reader", "Reader"),
                            ("scribe", "Scribe"),
                        )
                    ),
                ),
                Item(name="trained", type=Date(), title="Trained on", listed=LISTED),
                _AVAILABILITY,
            ),
        ),
        Part("checks", "Checks", _CHECKS),
        Part("emergency", "Emergency", (_EMERGENCY,)),
        _notes(),
    ),
)

AGENT = Kind(
    name="agent",
    plural="Agents",
    path="/agents",
    create=("company", "country"),
    ordered=(("contractFrom", "contractUntil"),),
    parts=(
        _personal(),
        _CONTACT,
        _place(
            (ACTIVE, RETIRED),
            Item(name="company", type=Text(max_length=200), own=True, listed=SORTED),
            Item(name="country", type=Text(max_length=100), own=True, listed=SORTED),
            Item(name="website", type=Text(max_length=200), own=True),
            Item(name="contractFrom", type=Date()),
            Item(name="contractUntil", type=Date()),
            Item(name="commissionNote", type=Text(multiline=True, max_length=2000), readers=OF_OFFICE),
        ),
        _notes(),
    ),
)

KINDS = (STUDENT, TUTOR, STAFF_MEMBER, CLIENT, CANDIDATE, INVIGILATOR, AGENT)
BY_NAME = {kind.name: kind for kind in KINDS}
