#!/usr/bin/env python3
"""Draws what a command prints in a terminal of 80 columns, colours included, as an SVG picture.

    docs/site/picture.py docs/board.svg ./workbook check

The first argument is the picture, the rest is the command. It runs in a pseudo terminal, so it prints
what it prints for a person. Only the standard library is used.
"""
import fcntl
import html
import os
import pty
import re
import struct
import subprocess
import sys
import termios

COLUMNS = 80
CELL_WIDTH, CELL_HEIGHT, MARGIN = 8.4, 19, 18
COLOURS = {31: "#ff7b72", 32: "#7ee787", 33: "#e3b341", 34: "#79c0ff", 35: "#d2a8ff", 36: "#56d4dd"}
FOREGROUND, DIM, BACKGROUND = "#e6edf3", "#8b949e", "#0d1117"


def output_of(command):
    """Everything that the command writes to its terminal."""
    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 50, COLUMNS, 0, 0))
    environment = dict(os.environ, TERM="xterm-256color", LANG="C.UTF-8")
    environment.pop("NO_COLOR", None)
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=follower, stderr=follower,
                             env=environment, start_new_session=True)
    os.close(follower)
    pieces = []
    while True:
        try:
            piece = os.read(leader, 65536)
        except OSError:  # Linux reports the closed terminal of an ended child so
            break
        if not piece:
            break
        pieces.append(piece)
    child.wait()
    return b"".join(pieces).decode("utf-8", "replace")


def screen_of(text):
    """Rows of (character, style) after carriage returns and erased lines have done their work."""
    rows, column, style = [[]], 0, ()
    for token in re.findall(r"\x1b\[[0-9;?]*[A-Za-z]|.", text, re.S):
        if token.startswith("\x1b["):
            if token.endswith("m"):
                codes = [int(code or 0) for code in token[2:-1].split(";")]
                style = () if codes[-1] == 0 else style + tuple(codes)
            elif token.endswith("K"):
                rows[-1] = rows[-1][:column]
        elif token == "\n":
            rows.append([])
            column = 0
        elif token == "\r":
            column = 0
        elif token >= " ":
            if column == COLUMNS:  # a terminal goes on in the next row
                rows.append([])
                column = 0
            row = rows[-1]
            row.extend([(" ", ())] * (column - len(row)))
            row[column:column + 1] = [(token, style)]
            column += 1
    while rows and not any(character != " " for character, _ in rows[-1]):
        rows.pop()
    return rows


def look_of(style):
    """The attributes of a text in this style."""
    fill = FOREGROUND
    for code in style:
        fill = DIM if code == 2 else COLOURS.get(code % 60 if code >= 90 else code, fill)
    weight = ' font-weight="bold"' if 1 in style else ""
    return f'fill="{fill}"{weight}'


def runs_of(row):
    """The row as (first column, text, style), one for each stretch of one style."""
    runs = []
    for column, (character, style) in enumerate(row):
        if runs and runs[-1][2] == style:
            runs[-1][1] += character
        else:
            runs.append([column, character, style])
    return runs


def picture_of(rows, title):
    width = COLUMNS * CELL_WIDTH + 2 * MARGIN
    height = len(rows) * CELL_HEIGHT + 2 * MARGIN
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
             f'viewBox="0 0 {width:.0f} {height:.0f}" role="img">',
             f"<title>{html.escape(title)}</title>",
             f'<rect width="100%" height="100%" rx="10" fill="{BACKGROUND}"/>',
             '<g font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14">']
    for number, row in enumerate(rows):
        y = MARGIN + number * CELL_HEIGHT + 14
        for column, text, style in runs_of(row):
            if text.strip():
                x = MARGIN + (column + len(text) - len(text.lstrip())) * CELL_WIDTH
                text = text.strip().replace(" ", "\u00a0")  # SVG folds ordinary blanks
                length = len(text) * CELL_WIDTH
                lines.append(f'<text x="{x:.1f}" y="{y}" textLength="{length:.1f}" '
                             f'lengthAdjust="spacingAndGlyphs" {look_of(style)}>'
                             f"{html.escape(text, quote=False)}</text>")
    return "\n".join(lines + ["</g>", "</svg>", ""])


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    picture, command = sys.argv[1], sys.argv[2:]
    rows = screen_of(output_of(command))
    with open(picture, "w", encoding="utf-8") as out:
        out.write(picture_of(rows, "What " + " ".join(command) + " prints"))
    print(f"{picture}: {len(rows)} rows")


if __name__ == "__main__":
    main()
