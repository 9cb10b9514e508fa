"""The seven kinds of person. An eighth is one more Kind in KINDS and a migration."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from kit.policy import OFFICE as OF_OFFICE
from kit.values import (
    Boolean,
    Cell,
    Date,
    DateTime,
    DecimalNumber,
    Email,
    FileIds,
    MultiSelect,
    Reference,
    RichText,
    Select,
    Table,
    Text,
    options,
)
from people.persons.kinds import FILTERED, LISTED, SORTED, Item, Kind, Narrowed, Part
from people.persons.parts import (
    ACTIVE,
    ALUMNI,
    AVAILABILITY,
    CHECKS,
    CONTACT,
    EMERGENCY,
    ENQUIRY,
    RETIRED,
    TRAINING,
    notes,
    personal,
    place,
)
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
        personal(
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
        CONTACT,
        place(
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
                replace(EMERGENCY, may=STAFF, readers=OF_WELFARE),
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
        notes(),
    ),
)

TUTOR = Kind(
    name="tutor",
    plural="Tutors",
    path="/tutors",
    ordered=(("birthDate", "started"),),
    parts=(
        personal(),
        CONTACT,
        place(
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
                AVAILABILITY,
                Item(name="biography", type=RichText(max_length=4000), own=True),
            ),
        ),
        Part(
            "checks",
            "Checks",
            (
                *CHECKS,
                Item(name="referencesReceived", type=Boolean(), may=COMPLIANCE),
                Item(name="charterAccepted", type=DateTime(), title="Tutor charter accepted", may=OFFICE),
            ),
        ),
        Part("emergency", "Emergency", (EMERGENCY,)),
        notes(),
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
        personal(),
        CONTACT,
        place(
            (ACTIVE, RETIRED),
            Item(name="jobTitle", type=Text(max_length=100), listed=SORTED),
            Item(name="extension", type=DigitText(digits=4), own=True, listed=LISTED),
            Item(name="workPattern", type=Text(max_length=200), help="Days and hours worked"),
            AVAILABILITY,
            Item(name="started", type=Date()),
            Item(name="left", type=Date()),
            Item(name="firstAider", type=Boolean(), filtered=FILTERED),
        ),
        Part("checks", "Checks", CHECKS),
        Part("emergency", "Emergency", (EMERGENCY,)),
        notes(OF_ADMINISTRATORS),
    ),
)

CLIENT = Kind(
    name="client",
    plural="Clients",
    path="/clients",
    create=("company",),
    parts=(
        personal(),
        CONTACT,
        place(
            (ACTIVE, RETIRED),
            Item(name="company", type=Text(max_length=200), own=True, listed=SORTED),
            Item(name="invoiceEmail", type=Email(), title="Email for invoices", own=True),
            Item(name="heardFrom", type=Text(max_length=200), title="Heard of us from"),
            Item(name="newsletter", type=Boolean(), own=True),
            Item(name="newsletterDate", type=Date(), title="Newsletter agreed on"),
        ),
        notes(),
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
        personal(),
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
        CONTACT,
        place((ACTIVE, ALUMNI)),
        notes(),
    ),
)

INVIGILATOR = Kind(
    name="invigilator",
    plural="Invigilators",
    path="/invigilators",
    may=EXAMS,
    ordered=(("birthDate", "started"),),
    parts=(
        personal(),
        CONTACT,
        place((ACTIVE, TRAINING, RETIRED), Item(name="started", type=Date())),
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
                AVAILABILITY,
            ),
        ),
        Part("checks", "Checks", CHECKS),
        Part("emergency", "Emergency", (EMERGENCY,)),
        notes(),
    ),
)

AGENT = Kind(
    name="agent",
    plural="Agents",
    path="/agents",
    create=("company", "country"),
    ordered=(("contractFrom", "contractUntil"),),
    parts=(
        personal(),
        CONTACT,
        place(
            (ACTIVE, RETIRED),
            Item(name="company", type=Text(max_length=200), own=True, listed=SORTED),
            Item(name="country", type=Text(max_length=100), own=True, listed=SORTED),
            Item(name="website", type=Text(max_length=200), own=True),
            Item(name="contractFrom", type=Date()),
            Item(name="contractUntil", type=Date()),
            Item(name="commissionNote", type=Text(multiline=True, max_length=2000), readers=OF_OFFICE),
        ),
        notes(),
    ),
)

KINDS = (STUDENT, TUTOR, STAFF_MEMBER, CLIENT, CANDIDATE, INVIGILATOR, AGENT)
BY_NAME = {kind.name: kind for kind in KINDS}
