"""Checks many programs with few processes.

    batches = Batches("weft", ["--pipeline=weft-partition"], 50, print)
    for name, text in programs:
        batches.add(name, text)
    batches.finish()

`weft check` takes a batch of programs at once; a batch that ends badly or takes too
long is checked again one by one. Each failure is given to the callback, with its name,
its text, its exit code (None for a hang) and its first messages.
"""

import re
import subprocess
import tempfile


def check(weft, texts, options, timeout):
    """The exit code and what was said; None for a hang."""
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write("\n// -----\n".join(texts))
        file.flush()
        try:
            done = subprocess.run([weft, "check", file.name, *options],
                                  capture_output=True, text=True, timeout=timeout)
        except subprocess.TimeoutExpired:
            return None, "does not end"
        return done.returncode, done.stderr.replace(file.name, "program")


def first_error(message):
    errors = re.findall(r"error: .*|Assertion.*|note: the largest.*", message)
    return " | ".join(errors[:2])[:400] or message[-300:]


class Batches:
    def __init__(self, weft, options, size, report):
        self.weft, self.options, self.size, self.report = weft, options, size, report
        self.waiting = []
        self.total = self.failures = 0

    def add(self, name, text):
        self.waiting.append((name, text))
        self.total += 1
        if len(self.waiting) == self.size:
            self.finish()

    def finish(self):
        batch, self.waiting = self.waiting, []
        texts = [text for _, text in batch]
        if not batch or check(self.weft, texts, self.options, 120)[0] == 0:
            return
        for name, text in batch:
            code, message = check(self.weft, [text], self.options, 60)
            if code != 0:
                self.failures += 1
                self.report(name, text, code, first_error(message))
