"""Table of certificates."""

from __future__ import annotations

from kit.database.constraints import check, unique
from people.exams.certificates.attributes import CERTIFICATE
from people.schema import metadata

certificate = CERTIFICATE.table(
    "certificate",
    metadata,
    unique("uq_certificate", "This certificate is already in the list", "candidacy_id", "board"),
    *CERTIFICATE.choice_checks("status"),
    check(
        "ck_certificate_given",
        "status <> 'collected' OR (given_to <> '' AND given_on IS NOT NULL)",
        "Please say who collected the certificate",
        about="given_to",
    ),
    check(
        "ck_certificate_posted",
        "status <> 'posted' OR tracking <> ''",
        "Please enter the tracking number",
        about="tracking",
    ),
    info={"nouns": ("certificate", "certificates")},
)
CERTIFICATE.index_sorts(certificate)
