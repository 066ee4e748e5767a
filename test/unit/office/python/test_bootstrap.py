"""How the worker's modules get into its process, and how it leaves when they do not fit."""

import subprocess
import sys
import unittest
from pathlib import Path

BOOTSTRAP = (Path(__file__).parents[4] / 'src/office/worker/bootstrap.py').read_text()


def run(modules: dict[str, str], conversation: bytes) -> subprocess.CompletedProcess[bytes]:
    sent = b''.join(b'%s %d\n%s' % (name.encode(), len(text), text.encode()) for name, text in modules.items())
    return subprocess.run(
        [sys.executable, '-I', '-B', '-c', BOOTSTRAP],
        check=False,
        input=sent + b'\n' + conversation,
        capture_output=True,
        cwd='/',
    )


class Bootstrap(unittest.TestCase):
    def test_a_module_is_loaded_when_it_is_imported_and_the_rest_of_stdin_is_left(self) -> None:
        modules = {
            'late': 'print("late")',
            'worker': 'import sys\ndef main():\n  print("early")\n  import late\n  print(sys.stdin.buffer.read())',
        }
        self.assertEqual(run(modules, b'the rest\n').stdout, b"early\nlate\nb'the rest\\n'\n")

    def test_a_fault_names_the_module_and_the_line(self) -> None:
        ended = run({'worker': 'def main():\n  raise ValueError'}, b'')
        self.assertEqual(ended.returncode, 1)
        self.assertIn(b'File "worker.py", line 2, in main', ended.stderr)

    def test_only_what_was_sent_is_found(self) -> None:
        ended = run({'worker': 'import confinement'}, b'')
        self.assertIn(b"No module named 'confinement'", ended.stderr)
