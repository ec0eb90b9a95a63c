"""FIDE's monthly rating lists: a downloaded file in, players by FIDE id out."""
