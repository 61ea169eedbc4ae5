"""A recurrent cell called once a time step, as research code writes it: thousands of small and equal requests, kept until
the backward pass has gone all the way back."""

import torch
from torch import nn

kIterations = 3
kTimeSteps = 60
kBatch = 80
kInputs = 64
kHidden = 512


def main():
    torch.manual_seed(3)
    cell = nn.GRUCell(kInputs, kHidden)
    head = nn.Linear(kHidden, 1)
    parameters = [*cell.parameters(), *head.parameters()]
    optimizer = torch.optim.SGD(parameters, lr=0.01)
    for _ in range(kIterations):
        series = torch.randn(kTimeSteps, kBatch, kInputs)
        target = series.sum(dim=(0, 2)) / kTimeSteps
        hidden = torch.zeros(kBatch, kHidden)
        for step in series:
            hidden = torch.tanh(cell(step, hidden) * 1.1)
        loss = (head(hidden).squeeze(1) - target).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(f"loss {loss.item():.4f}")


main()
