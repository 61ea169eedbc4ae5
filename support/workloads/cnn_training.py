"""Convolutional training: a small residual network on random images of one size, with SGD. Every step asks for the same
sizes again."""

import torch
from torch import nn
from torch.nn import functional

kSteps = 16
kBatch = 32
kChannels = 32


class Block(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.first = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.first_norm = nn.BatchNorm2d(channels)
        self.second = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.second_norm = nn.BatchNorm2d(channels)

    def forward(self, x):
        inner = functional.relu(self.first_norm(self.first(x)))
        return functional.relu(x + self.second_norm(self.second(inner)))


def network():
    return nn.Sequential(
        nn.Conv2d(3, kChannels, 3, padding=1),
        Block(kChannels),
        nn.MaxPool2d(2),
        Block(kChannels),
        nn.MaxPool2d(2),
        Block(kChannels),
        nn.AdaptiveAvgPool2d(1),
        nn.Flatten(),
        nn.Linear(kChannels, 10),
    )


def main():
    torch.manual_seed(1)
    model = network()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
    for _ in range(kSteps):
        images = torch.randn(kBatch, 3, 48, 48)
        labels = torch.randint(10, (kBatch,))
        loss = functional.cross_entropy(model(images), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(f"loss {loss.item():.4f}")


main()
