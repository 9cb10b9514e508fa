"""Names of places, schools, jobs and agencies that the demo persons have."""

from __future__ import annotations

COUNTRIES = {1: "United Kingdom", 2: "United Kingdom", 3: "Portugal", 4: "United Kingdom", 5: "United Kingdom"}
SCHOOLS = (
    "Cherwell School",
    "The Oxford Academy",
    "Matthew Arnold School",
    "St Clare's",
    "Hills Road Sixth Form College",
    "Camden School for Girls",
    "Westminster Academy",
    "Carlucci International School",
    "Bristol Free School",
    "Educated at home",
)
UNIVERSITIES = (
    "Medicine, Edinburgh",
    "Law, Durham",
    "PPE, Oxford",
    "Engineering, Imperial",
    "Economics, Warwick",
    "Computer Science, Bristol",
    "History of Art, Courtauld",
    "Natural Sciences, Cambridge",
    "",
)
JOBS = (
    "Managing director",
    "Accounts",
    "Credit control",
    "Finance manager",
    "Academic office",
    "Exams officer",
    "Affiliate compliance",
    "Website editor",
    "Technical support",
    "Tutor support",
    "Administrator",
    "Admissions",
    "Welfare officer",
    "Centre manager",
    "Receptionist",
    "Marketing",
)
AGENCIES = (
    ("Bridge Education", "Portugal"),
    ("Northern Lights Study", "Norway"),
    ("Sakura Scholars", "Japan"),
    ("Lagos Learning", "Nigeria"),
    ("Study Isles", "United Kingdom"),
    ("Academia Ibérica", "Spain"),
    ("Orient Pathways", "Hong Kong"),
    ("Balkan Bursaries", "Serbia"),
)
NATIONS = (
    "British",
    "British",
    "British",
    "Portuguese",
    "Irish",
    "Nigerian",
    "Chinese",
    "Indian",
    "Norwegian",
    "Japanese",
)
