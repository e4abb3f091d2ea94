"""The transformer encoder: network, files, and the vectors of its frozen part."""
