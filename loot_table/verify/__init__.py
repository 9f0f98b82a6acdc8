"""What anybody can check after a game, without the server that played it."""
