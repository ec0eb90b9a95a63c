"""A stand-in of chess-results.com: described events, rendered pages, a loopback server.

Everybody and everything on its pages is invented. Only the form is the site's.
"""
