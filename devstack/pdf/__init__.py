"""The PDF server of `make up`, with the interface of Gotenberg."""
