#!/bin/sh
# Records, shows and replays two training scripts that nobody here wrote, as they are, with random weights:
#   resnet  imagenet/main.py of github.com/pytorch/examples, with torchvision's ResNet-18
#   gpt2    the fine-tuning script of the package trl, with a small GPT-2 of transformers
#
#   tests/recorder/programs_of_others.sh [FOLDER]
#
# FOLDER, else /tmp/programs-of-others, gets a virtual environment (6 GB), the traces, pictures and exports; what is
# installed there stays for the next time. EXAMPLES names another clone of pytorch/examples. It needs network, so it
# is no part of ./workbook test.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd -P)
folder=${1-/tmp/programs-of-others}
examples=${EXAMPLES-https://github.com/pytorch/examples}
commit=77f55b912142e11fcfdf5b530231fb9c52f181e8
stages=default,reference:3,reference:5
mkdir -p "$folder"
cd -- "$folder"
python=$PWD/python/bin/python

say() { printf '\n--- %s\n' "$*"; }

install() {
  [ -e python/complete ] || {
    say "installing torchvision, transformers and trl"
    python3 -m venv python
    "$python" -m pip install --quiet --disable-pip-version-check torch==2.15.0 torchvision==0.29.2 transformers==5.24.0 trl==1.16.0
    touch python/complete
  }
  [ -d examples ] || git clone --quiet --no-checkout --filter=blob:none "$examples" examples
  git -C examples show "$commit:imagenet/main.py" >imagenet.py
}

# 64 photographs of noise, in the folders that the script expects.
make_images() {
  "$python" - <<'PYTHON'
import pathlib
import numpy
from PIL import Image
random = numpy.random.default_rng(1)
for part, count in ("train", 24), ("val", 8):
    for kind in "first", "second":
        folder = pathlib.Path("images", part, kind)
        folder.mkdir(parents=True, exist_ok=True)
        for i in range(count):
            Image.fromarray(random.integers(256, size=(240, 320, 3), dtype=numpy.uint8)).save(folder / f"{i}.jpg")
PYTHON
}

# A model with random weights, a tokenizer and 64 texts: paragraphs of the workbook's chapters.
make_model() {
  "$python" - "$root" <<'PYTHON'
import json
import pathlib
import sys
import torch
from tokenizers import ByteLevelBPETokenizer
from transformers import GPT2Config, GPT2LMHeadModel, PreTrainedTokenizerFast
pages = sorted(pathlib.Path(sys.argv[1], "chapters").glob("*/README.md"))
texts = [part for page in pages for part in page.read_text(encoding="utf-8").split("\n\n") if len(part) > 200]
pathlib.Path("texts").mkdir(exist_ok=True)
pathlib.Path("texts/train.jsonl").write_text("".join(json.dumps({"text": text}) + "\n" for text in texts[:64]))
words = ByteLevelBPETokenizer()
words.train_from_iterator(texts, vocab_size=2000, special_tokens=["<end>"], show_progress=False)
tokenizer = PreTrainedTokenizerFast(tokenizer_object=words._tokenizer, eos_token="<end>", pad_token="<end>")
tokenizer.save_pretrained("model")
torch.manual_seed(1)
config = GPT2Config(vocab_size=2000, n_positions=256, n_embd=128, n_layer=4, n_head=4, bos_token_id=0, eos_token_id=0)
GPT2LMHeadModel(config).save_pretrained("model")
PYTHON
}

# record NAME COMMAND…: the trace must be whole.
record() {
  name=$1
  shift
  say "$name: recording"
  "$root/workbook" trace record --output "$name.trace" -- "$python" "$@"
  case $(tail -n 1 "$name.trace") in "end "*) ;; *) echo "$name.trace is not whole" && exit 1 ;; esac
}

# examine NAME: PyTorch's own reader must take the snapshot, and every block of every stage must be sound.
examine() {
  say "$1: showing"
  "$root/workbook" trace show "$1.trace" --picture "$1.svg" --chrome "$1.json" --snapshot "$1.pickle"
  "$python" -m json.tool "$1.json" /dev/null
  torch=$("$python" -c 'import torch; print(torch.__path__[0])')
  "$python" "$root/tests/tools/memory_viz_reads.py" "$torch" "$1.pickle" >"$1.viz"
  say "$1: replaying"
  "$root/workbook" trace replay "$1.trace" --with "$stages"
}

install
make_images
record resnet imagenet.py -a resnet18 --epochs 1 -b 8 -j 2 -p 1 images
examine resnet
make_model
export HF_HUB_OFFLINE=1
record gpt2 -m trl.scripts.sft --model_name_or_path model --dataset_name texts --max_length 128 \
  --per_device_train_batch_size 4 --num_train_epochs 1 --report_to none --use_cpu --bf16 false --output_dir tuned
examine gpt2
say "both recorded, shown and replayed; the pictures are $PWD/resnet.svg and $PWD/gpt2.svg"
