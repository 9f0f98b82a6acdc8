"""The documentation site: hand-written pages of docs/, pages made from the code, and what checks them."""
