"""Runs the snippets of a page, in order, in a fresh directory.

    run_tutorial.py PAGE.md

A block ```mlir whose first line is `// name.mlir` is written to that file; any
other must be accepted by `weft-opt`. In a block ```console a line that begins
with `$ ` is a command, whose exit code must be 0, and what follows is its
output; a line `...` stands for any lines. Numbers that differ from run to run
are written as `<...>`.
"""

import pathlib
import re
import subprocess
import sys
import tempfile


def read_blocks(page):
    """(line number, language, lines) of each fenced block."""
    language, lines, start = None, [], 0
    for number, line in enumerate(page.read_text().splitlines(), 1):
        if language is None and line.startswith("```"):
            language, lines, start = line[3:].strip(), [], number
        elif language is not None and line.startswith("```"):
            yield start, language, lines
            language = None
        elif language is not None:
            lines.append(line)


def matches(expected, actual):
    """Whether output fits, with `...` for any lines and `<...>` for any text."""
    pattern = ""
    for line in expected:
        if line.strip() == "...":
            pattern += r"(?:.*\n)*?"
        else:
            pieces = (re.escape(piece) for piece in line.rstrip().split("<...>"))
            pattern += ".*?".join(pieces) + r"[ \t]*\n"
    text = "".join(line.rstrip() + "\n" for line in actual.splitlines())
    return re.fullmatch(pattern, text) is not None


def run_console(lines, directory):
    """Yields what went wrong."""
    commands = []
    for line in lines:
        if line.startswith("$ "):
            commands.append((line[2:], []))
        elif commands:
            commands[-1][1].append(line)
    for command, expected in commands:
        done = subprocess.run(
            command, shell=True, cwd=directory, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        while expected and not expected[-1].strip():
            expected.pop()
        output = done.stdout.rstrip("\n") + "\n" if done.stdout.strip() else ""
        if done.returncode != 0:
            yield f"`{command}` ended with {done.returncode}:\n{done.stdout}"
        elif not matches(expected, output):
            yield f"`{command}` printed\n{done.stdout}\nbut the page says\n" + "\n".join(expected)


def run_block(language, lines, directory):
    if language == "console":
        yield from run_console(lines, directory)
    elif language == "mlir":
        name = re.fullmatch(r"// ([\w.-]+\.mlir)", lines[0]) if lines else None
        text = "\n".join(lines) + "\n"
        if name:
            (directory / name.group(1)).write_text(text)
        done = subprocess.run(["weft-opt", "-"], input=text, text=True, capture_output=True)
        if done.returncode != 0:
            yield done.stderr


def main():
    page, failures, count = pathlib.Path(sys.argv[1]), 0, 0
    with tempfile.TemporaryDirectory() as directory:
        for line, language, lines in read_blocks(page):
            if language not in ("console", "mlir"):
                continue
            count += 1
            for problem in run_block(language, lines, pathlib.Path(directory)):
                failures += 1
                print(f"{page}:{line}: {problem}")
    print(f"{count} snippets, {failures} problems")
    return failures != 0 or count == 0


if __name__ == "__main__":
    sys.exit(main())
