"""One module per view of the site; each turns a page into typed facts."""
