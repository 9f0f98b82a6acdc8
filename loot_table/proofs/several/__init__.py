"""Several nodes on one real PostgreSQL under play: killed, cut off from their database, and kept from it for a while."""
