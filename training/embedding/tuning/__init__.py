"""Contrastive fine-tuning of the encoder: what stands in a batch, and its loss."""
