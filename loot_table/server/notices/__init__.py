"""Notices: what a player who is not at the table is told by push or mail."""
