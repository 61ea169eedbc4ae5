"""A store of examples that lives for long and changes slowly, between temporaries that live for an instant: sizes and
lifetimes of every kind. So does a replay buffer, a cache of features or an active-learning pool look."""

import random

import torch

kSteps = 380
kStored = 280
kWidth = 160


def example(choice):
    rows = int(2 ** choice.uniform(4, 11))
    return torch.randn(rows, kWidth)


def main():
    torch.manual_seed(6)
    choice = random.Random(6)
    store = []
    weight = torch.randn(kWidth, kWidth) / kWidth**0.5
    centre = torch.zeros(kWidth)
    for _ in range(kSteps):
        features = torch.relu(example(choice) @ weight)
        distance = (features - centre).square().sum(dim=1)
        nearest = distance.topk(min(16, len(features)), largest=False).indices
        centre = 0.9 * centre + 0.1 * features[nearest].mean(dim=0)
        store.append(features)
        if len(store) > kStored:
            store.pop(choice.randrange(len(store)))
        sample = torch.cat(choice.sample(store, min(4, len(store))))
        weight = weight - 1e-4 * (sample.T @ sample) / len(sample)
    print(f"stored {sum(len(features) for features in store)} rows")


main()
