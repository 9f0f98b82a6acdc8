"""Lessons over HTTP: whoever learns sends the answers so far, and nothing is kept."""
