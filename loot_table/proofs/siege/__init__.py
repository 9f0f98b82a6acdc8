"""One hostile visitor, honest tables, and whether these notice: `loot siege`."""
