"""How each number came about: results in, steps with their rule, article, inputs and formula out.

No language: a rule is the code of a sentence, a formula is arithmetic that anybody can repeat.
"""
