"""What proves a promise: each module here sets up a case, looks for where the promise is broken, and can fail."""
