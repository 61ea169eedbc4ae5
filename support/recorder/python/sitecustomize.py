"""Loads the recorder into a Python program, right after the program has imported torch.

`./workbook trace record` puts this folder first in PYTHONPATH, so that every Python of the run executes this file at
its start. A sitecustomize of the user's own, which this one hides, is run at the end.
"""

import importlib.machinery
import importlib.util
import os
import re
import sys

kept = []


def say(text):
    print("workbook: " + text, file=sys.stderr, flush=True)


def load_recorder(torch):
    built_for = os.environ["WORKBOOK_RECORDER_TORCH"]
    found = re.match(r"[0-9.]*[0-9]", torch.__version__).group()
    if found != built_for:
        say(f"the recorder was built for PyTorch {built_for}, and {sys.executable} uses PyTorch {found}: nothing is recorded")
        return
    import ctypes

    try:
        recorder = ctypes.CDLL(os.environ["WORKBOOK_RECORDER"])
    except OSError as error:
        say(f"the recorder cannot be loaded: {error}")
        return
    finish_in_workers(recorder)
    finish_after_ctrl_c(recorder)


def finish_in_workers(recorder):
    """A forked worker of multiprocessing leaves by os._exit: nothing else would end its trace."""
    from multiprocessing import util

    last_of_all = -1000

    def at_fork(recorder):
        util.Finalize(None, recorder.workbook_recorder_finish, exitpriority=last_of_all)

    util.register_after_fork(recorder, at_fork)
    kept.append(recorder)  # multiprocessing's own reference is a weak one


def finish_after_ctrl_c(recorder):
    """Python ends an interrupted program by killing itself, after its own exit handlers."""
    import atexit

    def at_exit():
        if getattr(sys, "last_type", None) is KeyboardInterrupt:
            recorder.workbook_recorder_finish()

    atexit.register(at_exit)


class AfterTorch:
    """Stands before all finders of modules, lets them find torch, and appends to its loading."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        if name != "torch":
            return None
        for finder in sys.meta_path:
            spec = None if finder is AfterTorch else finder.find_spec(name, path, target)
            if spec is not None:
                AfterTorch.append_to(spec.loader)
                return spec
        return None

    @staticmethod
    def append_to(loader):
        execute = loader.exec_module

        def execute_and_load(module):
            execute(module)
            load_recorder(module)

        loader.exec_module = execute_and_load


def run_the_users_own():
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [folder for folder in sys.path if os.path.abspath(folder) != here]
    spec = importlib.machinery.PathFinder.find_spec("sitecustomize")
    if spec is not None:
        module = importlib.util.module_from_spec(spec)
        sys.modules["sitecustomize"] = module
        spec.loader.exec_module(module)


sys.meta_path.insert(0, AfterTorch)
run_the_users_own()
