"""Review: what decided a finished game, what each seat knew, what was luck. docs/review.md says what comes out of it."""

from loot_table.review.reviewing import Finding, Review, review
from loot_table.review.telling import Teller, as_plain

__all__ = ["Finding", "Review", "Teller", "as_plain", "review"]
