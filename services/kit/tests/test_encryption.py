"""Encrypted secrets (`kit.encryption`)."""

from __future__ import annotations

import pytest

from kit.encryption import Cipher, Undecipherable


def test_the_text_comes_back_and_is_not_readable_in_between() -> None:
    cipher = Cipher("notes", "first secret")
    stored = cipher.encrypt("Grüße")
    assert "Gr" not in stored
    assert cipher.decrypt(stored) == "Grüße"
    assert cipher.encrypt("Grüße") != stored


@pytest.mark.parametrize("other", [Cipher("notes", "another secret"), Cipher("letters", "first secret")])
def test_another_secret_or_purpose_reads_nothing(other: Cipher) -> None:
    with pytest.raises(Undecipherable):
        other.decrypt(Cipher("notes", "first secret").encrypt("hello"))


def test_a_changed_text_is_refused() -> None:
    cipher = Cipher("notes", "first secret")
    stored = cipher.encrypt("hello")
    with pytest.raises(Undecipherable):
        cipher.decrypt(stored[:-6] + "AAAA==")


def test_a_new_secret_in_front_still_reads_what_the_old_one_wrote() -> None:
    stored = Cipher("notes", "old").encrypt("hello")
    both = Cipher("notes", "new", "old")
    assert both.decrypt(stored) == "hello"
    assert Cipher("notes", "new").decrypt(both.encrypt("hello")) == "hello"
