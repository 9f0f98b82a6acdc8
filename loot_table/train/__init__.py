"""Training of the value nets: games of bots, what is seen in them, and a net that learns from it. Needs the extra `train`."""
