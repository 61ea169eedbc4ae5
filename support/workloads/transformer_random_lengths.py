"""A transformer that learns sequences of random lengths: nearly every step asks for sizes that were never seen before."""

import random

import torch
from torch import nn
from torch.nn import functional

kSteps = 12
kBatch = 8
kVocabulary = 4000
kWidth = 192


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(kVocabulary, kWidth)
        layer = nn.TransformerEncoderLayer(kWidth, nhead=6, dim_feedforward=4 * kWidth, batch_first=True)
        self.encoder = nn.TransformerEncoder(layer, num_layers=3)
        self.head = nn.Linear(kWidth, kVocabulary)

    def forward(self, tokens):
        return self.head(self.encoder(self.embedding(tokens)))


def main():
    torch.manual_seed(2)
    lengths = random.Random(2)
    model = Model()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    for _ in range(kSteps):
        tokens = torch.randint(kVocabulary, (kBatch, lengths.randint(16, 256)))
        scores = model(tokens)
        loss = functional.cross_entropy(scores.flatten(0, 1), tokens.flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(f"loss {loss.item():.4f}")


main()
