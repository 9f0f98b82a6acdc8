"""Tables over HTTP and sockets: never loses an acknowledged move, never sends a secret to the wrong seat."""
