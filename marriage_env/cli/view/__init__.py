"""`python -m marriage_env view`: a page on which recorded matches can be stepped through.

`walk` replays a record, `opinions` asks agents what they would have done, `pictures` draws every
step for every onlooker, and `page` puts it all into one HTML file with `page.css` and `page.js`.
"""
