"""The games as environments of other people's libraries, for research."""
