"""The designer's lab over HTTP: designs, questions asked of them in processes of their own, and playtests."""
