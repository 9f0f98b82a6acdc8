"""Many games between bots: fair seats, ratings with intervals, the same result for any number of workers."""
