"""files: documents, their upload and download, exports, avatars."""
