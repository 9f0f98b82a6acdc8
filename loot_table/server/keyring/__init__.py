"""Key rings: the seats of one person, on one browser or several; their library, and how they do."""
