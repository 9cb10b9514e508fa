"""Small programs that run as components: the mail sink, the virus scanner of tests, the gate before the gateway."""
