"""The operator's desk: whoever runs the server looks after it, and never into a hand."""
