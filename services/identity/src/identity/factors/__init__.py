"""Second factors: authenticator apps, passkeys and recovery codes, and sign-in with them."""
