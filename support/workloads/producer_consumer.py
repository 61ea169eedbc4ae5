"""One thread prepares batches as a data loader does, another one trains with them. What the first allocates, the second
frees."""

import queue
import threading

import torch
from torch import nn
from torch.nn import functional

kBatches = 60
kBatch = 24
kPixels = 160
kWaiting = 6


def produce(batches):
    generator = torch.Generator().manual_seed(5)
    for _ in range(kBatches):
        images = torch.randint(256, (kBatch, 3, kPixels + 16, kPixels + 16), generator=generator, dtype=torch.uint8)
        top, left = torch.randint(16, (2,), generator=generator).tolist()
        images = images[:, :, top : top + kPixels, left : left + kPixels].float()
        if torch.rand(1, generator=generator) < 0.5:
            images = images.flip(3)
        mean = images.mean(dim=(2, 3), keepdim=True)
        images = (images - mean) / 64
        labels = torch.randint(10, (kBatch,), generator=generator)
        batches.put((images, labels))
    batches.put(None)


def main():
    torch.manual_seed(5)
    model = nn.Sequential(
        nn.Conv2d(3, 16, 7, stride=4),
        nn.ReLU(),
        nn.Conv2d(16, 32, 3, stride=2),
        nn.ReLU(),
        nn.AdaptiveAvgPool2d(1),
        nn.Flatten(),
        nn.Linear(32, 10),
    )
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    batches = queue.Queue(maxsize=kWaiting)
    threading.Thread(target=produce, args=(batches,), daemon=True).start()
    while (batch := batches.get()) is not None:
        images, labels = batch
        loss = functional.cross_entropy(model(images), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(f"loss {loss.item():.4f}")


main()
