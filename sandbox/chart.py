"""Contacts, accounts and tax rates."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from sandbox.errors import Wrong, unreadable
from sandbox.store import Books, new_id, tax_rate

_FIELDS = {
    "Contacts": {
        "ContactID",
        "ContactNumber",
        "Name",
        "FirstName",
        "LastName",
        "EmailAddress",
        "Addresses",
        "TaxNumber",
    },
    "Accounts": {"Code", "Name", "Type", "TaxType", "EnablePaymentsToAccount", "Description"},
    "TaxRates": {"Name", "TaxComponents"},
}
_ACCOUNT_TYPES = {"BANK", "REVENUE", "SALES", "OTHERINCOME", "EXPENSE", "OVERHEADS", "CURRENT", "CURRLIAB"}


def check_fields(kind: str, body: Any) -> None:
    """Refuse the whole request if it names an unknown field or reference."""
    unknown = set(body) - _FIELDS[kind] if isinstance(body, dict) else {"?"}
    if unknown:
        raise unreadable(f" Could not find member '{min(unknown)}' on object of type '{kind.removesuffix('s')}'.")


def save_contact(books: Books, tenant: str, given: dict[str, Any]) -> dict[str, Any]:
    """Create a contact, or update the one of that ContactID or ContactNumber. Raises Wrong."""
    present = None
    if key := given.get("ContactID"):
        present = books.one(tenant, "Contacts", key)
        if present is None:
            raise Wrong("The contact could not be found")
    elif number := given.get("ContactNumber"):
        present = next((one for one in books.all(tenant, "Contacts") if one.get("ContactNumber") == number), None)
    name = given.get("Name") or (present or {}).get("Name")
    if not name:
        raise Wrong("The contact name must be specified")
    body = {"ContactID": new_id(), "ContactStatus": "ACTIVE", **(present or {}), **given}
    if any(one["ContactID"] != body["ContactID"] for one in books.named(tenant, "Contacts", name)):
        raise Wrong(
            f"The contact name {name} is already assigned to another contact. "
            "The contact name must be unique across all active contacts."
        )
    return books.put(tenant, "Contacts", body)


def add_account(books: Books, tenant: str, given: dict[str, Any]) -> dict[str, Any]:
    """Create an account. Raises Wrong."""
    code, name = str(given.get("Code") or ""), str(given.get("Name") or "")
    if not code or len(code) > 10:
        raise Wrong("The account code must be 1 to 10 characters")
    if books.named(tenant, "Accounts", code):
        raise Wrong("Please enter a unique Code.")
    if not name or any(one["Name"].casefold() == name.casefold() for one in books.all(tenant, "Accounts")):
        raise Wrong("Please enter a unique Name.")
    if given.get("Type") not in _ACCOUNT_TYPES:
        raise Wrong("The account type is not known")
    return books.put(tenant, "Accounts", {"AccountID": new_id(), "Status": "ACTIVE", **given})


def add_tax_rate(books: Books, tenant: str, given: dict[str, Any]) -> dict[str, Any]:
    """Create a tax rate for income. Raises Wrong."""
    parts = given.get("TaxComponents") or []
    if not given.get("Name") or len(parts) != 1:
        raise Wrong("A tax rate has a name and a component")
    rates = books.all(tenant, "TaxRates")
    if any(one["Name"].casefold() == given["Name"].casefold() for one in rates):
        raise Wrong("A tax rate of this name exists already")
    code = f"TAX{sum(one['TaxType'].startswith('TAX') for one in rates) + 1:03d}"
    return books.put(tenant, "TaxRates", tax_rate(code, given["Name"], Decimal(str(parts[0].get("Rate", 0)))))
