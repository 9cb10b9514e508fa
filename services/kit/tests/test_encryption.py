"""Encrypted secrets (`kit.encryption`)."""

from __future__ import annotations

import pytest

from kit.encryption import Cipher, Undecipherable


def test_text_is_decrypted_and_stored_unreadable() -> None:
    cipher = Cipher("notes", "first secret")
    stored = cipher.encrypt("Grüße")
    assert "Gr" not in stored
    assert cipher.decrypt(stored) == "Grüße"
    assert cipher.encrypt("Grüße") != stored


@pytest.mark.parametrize("other", [Cipher("notes", "another secret"), Cipher("letters", "first secret")])
def test_value_cannot_be_decrypted_with_another_secret_or_purpose(other: Cipher) -> None:
    with pytest.raises(Undecipherable):
        other.decrypt(Cipher("notes", "first secret").encrypt("hello"))


def test_changed_text_is_refused() -> None:
    cipher = Cipher("notes", "first secret")
    stored = cipher.encrypt("hello")
    with pytest.raises(Undecipherable):
        cipher.decrypt(stored[:-6] + "AAAA==")


def test_new_secret_still_decrypts_old_texts() -> None:
    stored = Cipher("notes", "old").encrypt("hello")
    both = Cipher("notes", "new", "old")
    assert both.decrypt(stored) == "hello"
    assert Cipher("notes", "new").decrypt(both.encrypt("hello")) == "hello"
