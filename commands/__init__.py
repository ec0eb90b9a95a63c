"""The commands, a module for those that belong together; `cli` imports one when it is called.

At the top of a module only click is imported, and the shared parts of this room; everything else
inside the command that needs it, so that asking a command about itself costs no more than click.
"""

__version__ = "0.1.0"
