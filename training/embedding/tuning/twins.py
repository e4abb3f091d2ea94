"""Tools that say nearly the same: one must not count as a wrong answer for the other's requests."""
from text.normalise import normalise

SHARED_WORDS = 0.6  # of all words of both


class Twins:
    def __init__(self, tools):
        self._words = [frozenset(normalise(f"{tool.name} {tool.description[:300]}").split()) for tool in tools]

    def alike(self, left, right):
        """Indices of two tools."""
        a, b = self._words[left], self._words[right]
        return len(a & b) > SHARED_WORDS * len(a | b)
