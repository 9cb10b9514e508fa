"""Every document: upload, viewer, exports, avatars."""
