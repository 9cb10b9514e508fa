"""Second factors: authenticator apps, passkeys and recovery codes, and the sign-in that asks for them."""
