"""Proofs of the images: built, started beside each other, asked, ended (`make test ONLY=images`)."""
