"""Templates of forms: pre-arrival questionnaire, consents, feedback, tutor reference, incident."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kit.errors import Invalid

Json = dict[str, Any]


def _field(name: str, kind: str, title: str, **more: Any) -> Json:
    return {"id": name, "type": kind, "title": title, **more}


def _page(name: str, title: str, *fields: Json, **more: Any) -> Json:
    return {"id": name, "title": title, **more, "fields": list(fields)}


def _choices(*labels: str) -> list[Json]:
    return [{"value": label, "label": label} for label in labels]


def _is(field: str, value: Any) -> Json:
    return {"field": field, "operator": "is", "value": value}


_NEED = {"required": True}
_HALF = {"width": 6}
_SPECIAL = {"holds": "special"}
_PERSONAL = {"holds": "personal"}
_OF_PERSON = {"prefill": "person.name", "required": True, **_PERSONAL}


def _signed(name: str, title: str, signer: str | None = None) -> Json:
    return _field(name, "signature", title, required=True, **({"signer": signer} if signer else {}))


PAQ: Json = {
    "settings": {
        "reviewed": True,
        "notify": ["academicOffice"],
        "retainMonths": 84,
        "thanks": "Thank you. The academic office reads your answers before the first lesson.",
    },
    "pages": [
        _page(
            "paqabout",
            "About the student",
            _field("fpaqname", "text", "Name", width=6, **_OF_PERSON),
            _field("fpaqknown", "text", "Likes to be called", **_HALF),
            _field("fpaqborn", "date", "Date of birth", prefill="person.birthDate", **_NEED, **_HALF, **_PERSONAL),
            _field("fpaqage", "calculated", "Age in years", formula="age(fpaqborn)", **_HALF),
            _field("fpaqlang", "text", "First language", prefill="person.firstLanguage", writesBack=True, **_HALF),
            _field("fpaqphone", "phone", "Phone", prefill="person.phone", writesBack=True, **_HALF, **_PERSONAL),
        ),
        _page(
            "paqschool",
            "School",
            _field("fpaqschool", "text", "Present or last school", prefill="person.school", writesBack=True, **_NEED),
            _field(
                "fpaqboards",
                "repeat",
                "Subjects and boards",
                least=1,
                most=12,
                required=True,
                fields=[
                    _field(
                        "fpaqsub", "select", "Subject", optionsFrom="/system/course/subjects", required=True, **_HALF
                    ),
                    _field("fpaqgrade", "text", "Last grade", maxLength=5, **_HALF),
                ],
            ),
            _field("fpaqgoal", "multiline", "Goals of this year", maxLength=2000, minLength=20, **_NEED),
        ),
        _page(
            "paqneeds",
            "Needs",
            _field("fpaqlearn", "yesno", "Are there learning needs we should know about?", **_NEED),
            _field(
                "fpaqwhat",
                "multiline",
                "Please describe them",
                shownIf=_is("fpaqlearn", True),
                required=True,
                prefill="person.learningNeeds",
                writesBack=True,
                **_SPECIAL,
            ),
            _field("fpaqexam", "file", "Reports or evidence", most=5, shownIf=_is("fpaqlearn", True), **_SPECIAL),
            _field("fpaqstaff", "multiline", "Notes of the academic office", staffOnly=True),
            _signed("fpaqsign", "Signature of the parent or guardian", "client"),
        ),
    ],
}

MEDICAL: Json = {
    "settings": {"reviewed": True, "notify": ["academicOffice"], "retainMonths": 36},
    "pages": [
        _page(
            "medneeds",
            "Health",
            _field("fmedname", "text", "Student", **_OF_PERSON),
            _field("fmedany", "yesno", "Does the student have a medical condition or an allergy?", **_NEED, **_SPECIAL),
            _field(
                "fmedwhat",
                "multiline",
                "Condition, allergy and what to do",
                shownIf=_is("fmedany", True),
                required=True,
                prefill="person.medical",
                writesBack=True,
                **_SPECIAL,
            ),
            _field(
                "fmedtakes",
                "repeat",
                "Medicines",
                most=10,
                shownIf=_is("fmedany", True),
                fields=[
                    _field("fmeddrug", "text", "Medicine", required=True, **_HALF, **_SPECIAL),
                    _field("fmeddose", "text", "Dose and time", **_HALF, **_SPECIAL),
                ],
            ),
            _field("fmeddoc", "text", "Doctor and practice", **_PERSONAL),
            _field("fmedtel", "phone", "Practice phone", **_PERSONAL),
        ),
        _page(
            "medagree",
            "Consent",
            _field("fmedfirst", "agreement", "Staff may give first aid and call an ambulance", **_NEED),
            _field("fmedpara", "yesno", "Staff may give paracetamol"),
            _signed("fmedsign", "Signature of the parent or guardian", "client"),
        ),
    ],
}

TRIP: Json = {
    "settings": {"reviewed": False, "several": True, "retainMonths": 24, "thanks": "Thank you, see you on the day."},
    "pages": [
        _page(
            "trip1",
            "Trip",
            _field("ftripwhat", "text", "Trip", **_NEED),
            _field("ftripdate", "date", "Day", **_NEED, **_HALF),
            _field("ftripcost", "currency", "Price", content="positiveCurrency", **_HALF),
            _field("ftripswim", "yesno", "Can the student swim 50 metres?", **_HALF),
            _field(
                "ftripfood",
                "multiselect",
                "Food",
                options=_choices("Vegetarian", "Vegan", "Halal", "Kosher", "No nuts"),
                **_SPECIAL,
            ),
            _field("ftripcall", "phone", "Phone on the day", prefill="person.phone", **_NEED, **_PERSONAL),
            _field("ftripok", "agreement", "The student may take part", **_NEED),
            _signed("ftripsign", "Signature of the parent or guardian", "client"),
        ),
    ],
}

_INCIDENTS = ("Injury", "Illness", "Behaviour", "Near miss", "Other")
_SCALE = _choices("Very good", "Good", "Fair", "Poor")
FEEDBACK: Json = {
    "settings": {"reviewed": False, "several": True, "private": True},
    "pages": [
        _page(
            "fb1",
            "Your lessons",
            _field("ffbgood", "select", "How are the lessons?", options=_SCALE, **_NEED),
            _field("ffbpace", "select", "The pace is", options=_choices("Too slow", "Right", "Too fast"), **_NEED),
            _field("ffbhours", "number", "Hours of work at home a week", minValue=0, maxValue=80),
            _field("ffbwhy", "multiline", "What should be better?", neededIf=_is("ffbgood", "Poor"), maxLength=2000),
            _field("ffbagain", "yesno", "Would you recommend us?", **_NEED),
        ),
    ],
}

REFERENCE: Json = {
    "settings": {"reviewed": True, "private": True, "notify": ["affiliateCompliance"], "retainMonths": 84},
    "pages": [
        _page(
            "ref1",
            "Referee",
            _field("frefname", "text", "Your name", **_NEED, **_HALF, **_PERSONAL),
            _field("frefpost", "text", "Your position", **_NEED, **_HALF),
            _field("frefmail", "email", "Work email", **_NEED, **_HALF, **_PERSONAL),
            _field("frefmail2", "email", "Work email again", sameAs="frefmail", **_NEED, **_HALF, **_PERSONAL),
            _field("freffrom", "date", "Worked with you from", **_NEED, **_HALF),
            _field("frefto", "date", "Until", **_HALF),
        ),
        _page(
            "ref2",
            "The tutor",
            _field("freflike", "multiline", "Their work with young people", minLength=50, maxLength=5000, **_NEED),
            _field(
                "frefsafe", "yesno", "Do you know a reason why they should not work with children?", **_NEED, **_SPECIAL
            ),
            _field(
                "frefwhy", "multiline", "Please say which", shownIf=_is("frefsafe", True), required=True, **_SPECIAL
            ),
            _field("freftrue", "agreement", "My statements are true to the best of my knowledge", **_NEED),
        ),
    ],
}

INCIDENT: Json = {
    "settings": {
        "reviewed": True,
        "several": True,
        "private": True,
        "notify": ["affiliateCompliance"],
        "retainMonths": 300,
    },
    "pages": [
        _page(
            "inc1",
            "Incident",
            _field("fincwhen", "datetime", "When", **_NEED, **_HALF),
            _field("fincwhere", "text", "Where", **_NEED, **_HALF),
            _field("finckind", "select", "Kind", options=_choices(*_INCIDENTS), **_NEED, **_HALF),
            _field("fincwhat", "richtext", "What happened", **_NEED, **_SPECIAL),
            _field("fincaid", "yesno", "Was first aid given?", **_NEED),
            _field("fincby", "text", "First aid by", shownIf=_is("fincaid", True), required=True),
            _field(
                "fincwho",
                "repeat",
                "Witnesses",
                most=10,
                fields=[
                    _field("fincname", "text", "Name", required=True, **_PERSONAL),
                ],
            ),
            _field("fincfile", "file", "Photos or notes", most=10, **_SPECIAL),
            _field("fincdone", "multiline", "Steps taken by the office", staffOnly=True, **_SPECIAL),
        ),
    ],
}

_TEMPLATES: Mapping[str, Json] = {
    "paq": {
        "title": "Pre-arrival questionnaire",
        "kind": "paq",
        "about": "student",
        "audience": ["client", "student"],
        "description": "Before the first lesson: school, goals and needs of the student.",
        "definition": PAQ,
    },
    "medical": {
        "title": "Medical consent",
        "kind": "consent",
        "about": "student",
        "audience": ["client"],
        "description": "Health of the student, and what staff may do.",
        "definition": MEDICAL,
    },
    "trip": {
        "title": "Trip consent",
        "kind": "consent",
        "about": "student",
        "audience": ["client", "outside"],
        "description": "A day out: consent, food and a number to call.",
        "definition": TRIP,
    },
    "feedback": {
        "title": "Feedback on lessons",
        "kind": "feedback",
        "about": "none",
        "audience": ["student", "client"],
        "description": "Two minutes: what is good, and what should be better.",
        "definition": FEEDBACK,
    },
    "reference": {
        "title": "Reference for a tutor",
        "kind": "reference",
        "about": "person",
        "audience": ["outside"],
        "description": "For a referee whom a tutor named.",
        "definition": REFERENCE,
    },
    "incident": {
        "title": "Incident report",
        "kind": "incident",
        "about": "student",
        "audience": ["staff", "tutor"],
        "description": "For every accident, illness or near miss, on the same day.",
        "definition": INCIDENT,
    },
}


def named(name: str) -> Json:
    """Return the template of this name. Raises Invalid."""
    if name not in _TEMPLATES:
        text = f"Please choose one of: {', '.join(_TEMPLATES)}"
        raise Invalid(text, fields={"template": text})
    return _TEMPLATES[name]


def listed() -> list[Json]:
    """Return the templates for the form builder, with the number of their pages and fields."""
    return [
        {"name": name}
        | {part: one[part] for part in ("title", "kind", "description", "about", "audience")}
        | {"pages": len(one["definition"]["pages"]), "fields": sum(map(_count, one["definition"]["pages"]))}
        for name, one in _TEMPLATES.items()
    ]


def _count(page: Json) -> int:
    fields: Sequence[Json] = page["fields"]
    return len(fields) + sum(len(entry.get("fields", ())) for entry in fields)
