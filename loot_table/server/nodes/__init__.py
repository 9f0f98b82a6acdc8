"""Several servers on one PostgreSQL database: each table has one home, and every node lets everybody in."""
