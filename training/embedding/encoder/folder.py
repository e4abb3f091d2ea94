"""An encoder's folder: model.safetensors (16-bit floats), tokenizer.json, config.json.

config.json: the arguments of `Encoder` and `prefix`: the ids behind the begin token, by role ("query", "passage").
"""
import json
import os

from safetensors.torch import load_file, save_file

from encoder.network import Encoder
from text.tokenizer import Tokenizer

SHAPE = ("vocab", "dim", "layers", "heads", "ff", "positions", "eps")


def save_encoder(folder, model, tokenizer, **facts):
    """`facts`: what else config.json shall say; `prefix` once the vocabulary is final."""
    os.makedirs(folder, exist_ok=True)
    weights = {name: tensor.contiguous().half() for name, tensor in model.state_dict().items()}
    save_file(weights, os.path.join(folder, "model.safetensors"))
    tokenizer.save(os.path.join(folder, "tokenizer.json"))
    with open(os.path.join(folder, "config.json"), "w", encoding="utf8") as file:
        json.dump({**model.config, **facts}, file, indent=1)


def load_encoder(folder):
    """-> (model, tokenizer, config)"""
    config = load_config(folder)
    model = Encoder(**{name: config[name] for name in SHAPE})
    weights = load_file(os.path.join(folder, "model.safetensors"))
    model.load_state_dict({name: tensor.float() for name, tensor in weights.items()})
    return model, Tokenizer.load(os.path.join(folder, "tokenizer.json")), config


def load_config(folder):
    with open(os.path.join(folder, "config.json"), encoding="utf8") as file:
        return json.load(file)
