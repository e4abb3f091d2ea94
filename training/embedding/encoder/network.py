"""A small BERT-like sentence encoder in plain PyTorch: norms behind the sums, GELU, mean pooling, unit length.

Everything but attention runs on the real tokens of a batch, one after the other without padding: texts of a batch
differ in length by a factor of ten.
"""
import torch
import torch.nn as nn
import torch.nn.functional as F

EMBED_TOKENS = 4096  # of a batch in `embed`, padding included


class Layer(nn.Module):
    def __init__(self, dim, heads, ff, eps):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(dim, 3 * dim)
        self.out = nn.Linear(dim, dim)
        self.norm1 = nn.LayerNorm(dim, eps=eps)
        self.up = nn.Linear(dim, ff)
        self.down = nn.Linear(ff, dim)
        self.norm2 = nn.LayerNorm(dim, eps=eps)

    def forward(self, x, layout):
        """`x`: tokens × dim -> the same."""
        texts, length = layout.mask.shape
        dim = x.shape[1]
        qkv = self.qkv(x)
        padded = qkv.new_zeros(texts * length, 3 * dim).index_copy(0, layout.places, qkv)
        q, k, v = padded.view(texts, length, 3, self.heads, dim // self.heads).permute(2, 0, 3, 1, 4)
        attended = F.scaled_dot_product_attention(q, k, v, attn_mask=layout.mask[:, None, None, :])
        attended = attended.transpose(1, 2).reshape(texts * length, dim)[layout.places]
        return self.feed_forward(self.norm1(x + self.out(attended)))

    def feed_forward(self, x):
        return self.norm2(x + self.down(F.gelu(self.up(x))))


class Layout:
    """Where the tokens of a batch stand. `lengths`: tokens of each text.

    `mask`: texts × longest, true where a token is; `places`: its flat index, for each token in turn.
    """

    def __init__(self, lengths):
        lengths = torch.as_tensor(lengths)
        self.mask = torch.arange(int(lengths.max()))[None] < lengths[:, None]
        self.places = self.mask.view(-1).nonzero()[:, 0]

    @property
    def positions(self):
        """Position in its text, for each token."""
        return self.places % self.mask.shape[1]

    def pool(self, x):
        """Means over the tokens of each text, unit length. `x`: tokens × dim -> texts × dim."""
        owner = torch.div(self.places, self.mask.shape[1], rounding_mode="floor")
        sums = torch.zeros(len(self.mask), x.shape[1]).index_add(0, owner, x.float())
        return F.normalize(sums / self.mask.sum(1, keepdim=True), dim=1)


class Encoder(nn.Module):
    def __init__(self, vocab, dim=384, layers=12, heads=12, ff=1536, positions=512, eps=1e-12):
        """`vocab`: number of ids, `ff`: inner width of a layer, `positions`: the longest text in tokens."""
        super().__init__()
        self.config = dict(vocab=vocab, dim=dim, layers=layers, heads=heads, ff=ff, positions=positions, eps=eps)
        self.word = nn.Embedding(vocab, dim)
        self.position = nn.Embedding(positions, dim)  # the constant vector of the token type is added in here
        self.norm = nn.LayerNorm(dim, eps=eps)
        self.layers = nn.ModuleList(Layer(dim, heads, ff, eps) for _ in range(layers))

    def forward(self, ids):
        """`ids`: a list of token ids for each text -> texts × dim, unit length."""
        layout = Layout([len(text) for text in ids])
        return layout.pool(self.run_layers(self.embed_tokens(ids, layout), layout, 0))

    def embed_tokens(self, ids, layout):
        """What the first layer gets: tokens × dim."""
        flat = torch.tensor([id for text in ids for id in text])
        return self.norm(self.word(flat) + self.position(layout.positions))

    def run_layers(self, x, layout, first, end=None):
        """Layers `first` up to, not with, `end`. `x`: tokens × dim -> the same."""
        for layer in self.layers[first:end]:
            x = layer(x, layout)
        return x

    def keep_words(self, rows):
        """Leaves only these word vectors, in this order: id 0 is then the first of `rows`."""
        self.word = nn.Embedding.from_pretrained(self.word.weight.data[list(rows)], freeze=False)
        self.config["vocab"] = self.word.num_embeddings

    @torch.no_grad()
    def embed(self, ids, half_precision=True):
        """Vectors of any number of texts, those of like length together: float32, texts × dim, in the given order."""
        self.eval()
        order = sorted(range(len(ids)), key=lambda i: len(ids[i]))
        vectors = torch.zeros(len(ids), self.config["dim"])
        start = 0
        while start < len(order):
            end = start + 1
            while end < len(order) and (end - start + 1) * len(ids[order[end]]) <= EMBED_TOKENS:
                end += 1
            part = order[start:end]
            with torch.autocast("cpu", dtype=torch.bfloat16, enabled=half_precision):
                vectors[part] = self([ids[i] for i in part])
            start = end
        return vectors.numpy()
