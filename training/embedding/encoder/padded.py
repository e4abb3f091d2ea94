"""The encoder on padded tensors, for the export: the same network in operations that ONNX has."""
import torch
import torch.nn as nn

HIDDEN = -1e4  # added to the scores of padding


class PaddedEncoder(nn.Module):
    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, ids, mask):
        """`ids`, `mask`: texts × length, int64, 1 where a token is -> texts × dim, unit length."""
        length = ids.shape[1]
        x = self.model.norm(self.model.word(ids) + self.model.position.weight[:length])
        bias = (1.0 - mask.float())[:, None, None, :] * HIDDEN
        for layer in self.model.layers:
            x = layer.feed_forward(layer.norm1(x + layer.out(_attend(layer, x, bias))))
        sums = (x * mask.float()[:, :, None]).sum(1)
        return sums / torch.sqrt((sums * sums).sum(1, keepdim=True))


def _attend(layer, x, bias):
    texts, length, dim = x.shape
    width = dim // layer.heads
    q, k, v = layer.qkv(x).view(texts, length, 3, layer.heads, width).permute(2, 0, 3, 1, 4)
    shares = torch.softmax(q @ k.transpose(2, 3) * width**-0.5 + bias, dim=-1)
    return (shares @ v).transpose(1, 2).reshape(texts, length, dim)
