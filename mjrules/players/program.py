"""Players that are programs of their own, in any language: a line of JSON for each decision, one for each answer."""

from __future__ import annotations

import atexit
import json
import shlex
import subprocess
import threading
from contextlib import suppress
from hashlib import sha256
from queue import Empty, Queue
from typing import Any, Final

from ..errors import described, did_you_mean, printable
from ..play.events import Action
from ..ruleset.ruleset import Ruleset
from ..table.view import View
from .errors import PROGRAM_NAMED, PlayerError

SECONDS: Final = 10.0
"""How long a program may think about one decision, in seconds."""
ANSWER_CHARACTERS: Final = 10_000
"""How long an answer may be."""
SECONDS_TO_END: Final = 2.0
"""How long a program that is not needed any more has until it is killed."""


class RunningProgram:
    """A program that runs, and is asked one question after the other.

    Several players may ask: a question says all that there is to know. Raises PlayerError where it cannot be started.
    """

    def __init__(self, command: str, seconds: float = SECONDS) -> None:
        self.command, self.seconds = command, seconds
        self._answers: Queue[str | None] = Queue()
        self._lock = threading.Lock()
        try:
            words = shlex.split(command)
            if not words:
                raise ValueError("expected a command")
            self._process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8", errors="replace"
            )
        except (OSError, ValueError) as error:
            raise self.error(f"cannot be started: {getattr(error, 'strerror', None) or error}") from None
        threading.Thread(target=self._listen, daemon=True).start()

    def error(self, message: str) -> PlayerError:
        """The error of this program."""
        return PlayerError(f"the player {described(PROGRAM_NAMED + self.command)} {printable(message)}")

    def _listen(self) -> None:
        """Put every line that the program writes where it is waited for; None when it has ended."""
        stream = self._process.stdout
        assert stream is not None
        with suppress(ValueError, OSError):
            while line := stream.readline(ANSWER_CHARACTERS):
                self._answers.put(line)
        self._answers.put(None)

    def ask(self, question: dict[str, Any]) -> str:
        """The line that the program answers. Raises PlayerError where it has ended, or thinks too long."""
        stream = self._process.stdin
        assert stream is not None
        with self._lock:
            try:
                stream.write(json.dumps(question, ensure_ascii=False) + "\n")
                stream.flush()
                answer = self._answers.get(timeout=self.seconds)
            except (OSError, ValueError):
                answer = None
            except Empty:
                self.end()
                raise self.error(f"has not answered within {self.seconds:g} seconds") from None
        if answer is None:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(SECONDS_TO_END)
            raise self.error(f"has ended (exit status {self._process.poll()}) without an answer")
        return answer

    def end(self) -> None:
        """Let the program end: its input is closed, and where that does not help it is killed."""
        with suppress(OSError):
            if self._process.stdin is not None:
                self._process.stdin.close()
        try:
            self._process.wait(SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def told_seed(seed: str) -> str:
    """What a program is told in place of a seed: of the seed of a player that of the wall can be read off."""
    return sha256(seed.encode()).hexdigest()[:16]


class ProgramPlayer:
    """A player whose choices a program makes; the program is started for the first of them."""

    def __init__(self, command: str, ruleset: Ruleset, seed: str, seconds: float = SECONDS) -> None:
        self.command, self.seed, self.seconds = command, told_seed(seed), seconds
        options = ruleset.options.texts
        self._about = {"ruleset": ruleset.id, "hash": ruleset.hash, "options": options, "seed": self.seed}

    def __call__(self, view: View) -> Action:
        """What the program chooses. Raises PlayerError where it fails, or chooses nothing that is legal."""
        program = running(self.command, self.seconds)
        answer = program.ask({**self._about, "view": view.to_record()})
        try:
            said = json.loads(answer)
        except ValueError:
            raise program.error(f"answers {described(answer.strip())}: expected a line of JSON") from None
        text = said.get("action") if isinstance(said, dict) else None
        if not isinstance(text, str):
            expected = 'expected an object with an action, such as {"action": "pass"}'
            raise program.error(f"answers {described(said)}: {expected}")
        legal = {action.text(): action for action in view.legal}
        if text not in legal:
            raise program.error(f"chooses {described(text)}, which is not legal{did_you_mean(text, legal)}")
        return legal[text]


_RUNNING: Final[dict[str, RunningProgram]] = {}
_STARTING: Final = threading.Lock()


def running(command: str, seconds: float = SECONDS) -> RunningProgram:
    """The program of a command, which is started once and runs until this process ends. Raises PlayerError."""
    with _STARTING:
        found = _RUNNING.get(command)
        if found is None or found.seconds != seconds:
            found = _RUNNING[command] = RunningProgram(command, seconds)
        return found


def end_programs() -> None:
    """Let all programs end; those that are asked again are started again."""
    while _RUNNING:
        _RUNNING.popitem()[1].end()


atexit.register(end_programs)
