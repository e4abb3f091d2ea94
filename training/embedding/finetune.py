"""Contrastive fine-tuning of the encoder for tool retrieval, on a CPU.

    finetune.py work/pruned work/tuned --catalog catalog/tools.jsonl.gz --requests requests --set metatool:3 … \\
        --exclude TEST-FOLDER … --hide work/held --dev mcp-requests

Word vectors and layers 1 to 6 stay as they are; their output is computed once per text. Layers 7 to 12 learn.
"""
import argparse
import random
import time

import numpy as np
import torch

from data.options import add_data_options
from data.pairs import collect_pairs, name_requests
from data.sets import load_queries, load_tools, set_name
from encoder.folder import load_encoder, save_encoder
from encoder.frozen import FrozenOutput
from evaluation.measures import measure
from evaluation.models import QUERY_TOKENS, TOOL_TOKENS
from tuning.batches import Batches
from tuning.loss import contrastive_loss
from tuning.twins import Twins

FROZEN = 6
WARM_UP = 25  # steps
LAST_RATE = 0.03  # share of the learning rate that the last steps have at least
WEIGHT_DECAY = 0.01
MOMENTS = (0.9, 0.98)
LONGEST_GRADIENT = 1.0
NEIGHBOURS_EVERY = 60  # steps
REPORT_EVERY = 10
CUTS = (1, 5, 10)


class Watch:
    """Recall on a set that is not trained on, to see training go wrong early."""

    def __init__(self, folder, model, tokenizer, prefix):
        tools, self._queries = load_tools(folder), load_queries(folder)
        self._index = {tool.id: i for i, tool in enumerate(tools)}
        self._tools = FrozenOutput(model, FROZEN, tool_ids(tools, tokenizer, prefix))
        self._requests = FrozenOutput(model, FROZEN, query_ids(self._queries, tokenizer, prefix))

    def report(self, label):
        scores = (self._requests.embed_all() @ self._tools.embed_all().T).numpy()
        for lang in ("en", "ru", "zh"):
            rows = [i for i, query in enumerate(self._queries) if query.lang == lang]
            if rows:
                figures = measure(scores[rows], [self._queries[i] for i in rows], self._index, CUTS)
                print(f"{label} {lang}: " + "/".join(f"{100 * figure:.1f}" for figure in figures), flush=True)


def tool_ids(tools, tokenizer, prefix):
    return tokenizer.encode([tool.text for tool in tools], TOOL_TOKENS, prefix["passage"])


def query_ids(queries, tokenizer, prefix):
    return tokenizer.encode([query.text for query in queries], QUERY_TOKENS, prefix["query"])


def optimiser(model, rate):
    """AdamW over the upper layers; everything below is taken out of the gradient."""
    model.requires_grad_(False)
    upper = list(model.layers[FROZEN:].requires_grad_(True).parameters())
    groups = [
        {"params": [p for p in upper if p.dim() > 1], "weight_decay": WEIGHT_DECAY},
        {"params": [p for p in upper if p.dim() == 1], "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups, lr=rate, betas=MOMENTS), upper


def train(model, pairs, frozen_tools, frozen_requests, options, watch):
    twins = Twins(pairs.tools)
    weights = {set_name(folder): weight for folder, weight in options.set}
    batches = Batches(pairs.requests, twins, weights)
    memory = frozen_tools.embed_all()
    batches.find_neighbours(memory)
    adam, upper = optimiser(model, options.rate)
    start, losses = time.time(), []
    for step in range(1, options.steps + 1):
        for group in adam.param_groups:
            group["lr"] = options.rate * min(1, step / WARM_UP) * max(LAST_RATE, 1 - step / options.steps)
        requests, tools = batches.draw()
        with torch.autocast("cpu", dtype=torch.bfloat16):
            queries, documents = frozen_requests.embed(requests), frozen_tools.embed(tools)
        memory[tools] = documents.detach()
        gold = [pairs.requests[i].gold for i in requests]
        loss = contrastive_loss(queries, documents, memory, gold, tools, twins)
        adam.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(upper, LONGEST_GRADIENT)
        adam.step()
        losses.append(float(loss.detach()))
        if step % REPORT_EVERY == 0:
            mean = np.mean(losses[-REPORT_EVERY:])
            print(f"step {step}: loss {mean:.3f}, {time.time() - start:.0f} s", flush=True)
        if step % NEIGHBOURS_EVERY == 0:
            batches.find_neighbours(memory)
        if step % options.watch_every == 0 and step < options.steps:
            watch(f"step {step}")
    watch("end")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", help="encoder folder to start from")
    parser.add_argument("out", help="encoder folder to write; also written at each --watch-every")
    add_data_options(parser)
    parser.add_argument("--dev", metavar="FOLDER", help="set with tools of its own to report on")
    parser.add_argument("--steps", type=int, default=827, help="batches; 827 take about 25 minutes on two free cores")
    parser.add_argument("--rate", type=float, default=1e-4, help="learning rate behind the warm-up; falls linearly")
    parser.add_argument("--watch-every", type=int, default=200, metavar="STEPS")
    parser.add_argument("--threads", type=int, default=2, help="one is faster while other jobs run")
    options = parser.parse_args()
    torch.manual_seed(0)
    torch.set_num_threads(options.threads)

    rng = random.Random(0)
    pairs = collect_pairs(options, rng)
    print(dict(pairs.counts), flush=True)
    pairs.requests += name_requests(pairs.tools, rng)
    model, tokenizer, config = load_encoder(options.model)
    prefix = config["prefix"]
    frozen_tools = FrozenOutput(model, FROZEN, tool_ids(pairs.tools, tokenizer, prefix))
    frozen_requests = FrozenOutput(model, FROZEN, query_ids(pairs.requests, tokenizer, prefix))
    dev = Watch(options.dev, model, tokenizer, prefix) if options.dev else None

    def watch(label):
        save_encoder(options.out, model, tokenizer, prefix=prefix, steps=options.steps)
        if dev:
            dev.report(label)

    if dev:
        dev.report("before")
    train(model, pairs, frozen_tools, frozen_requests, options, watch)


if __name__ == "__main__":
    main()
