"""Reading of sets in the uniform format, what must stay hidden from training, and the pairs that training uses."""
