"""Tables as text, figures as HTML: what the commands print."""
