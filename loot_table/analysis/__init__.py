"""Analysis: what a game's own search finds in a position, for as long as somebody wants to know, to people and to programs."""
