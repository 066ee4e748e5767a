"""What a worker gives up, seen in a process that gave it up. What a sandbox forbids is tested with LibreOffice."""

import subprocess
import sys
import unittest
from pathlib import Path

MODULES = Path(__file__).parents[4] / 'src/office/worker'


def confined(statements: str) -> str:
    """What a process prints that runs this."""
    program = f'import sys; sys.path.insert(0, {str(MODULES)!r}); import confinement\n{statements}'
    run = subprocess.run([sys.executable, '-I', '-B', '-c', program], check=False, capture_output=True, text=True)
    return run.stdout.strip() or run.stderr.strip().splitlines()[-1]


class Confinement(unittest.TestCase):
    def test_a_limit_is_set_for_good(self) -> None:
        printed = confined(
            'import resource\n'
            'confinement.limit({"NOFILE": 64})\n'
            'confinement.limit({"NOFILE": 128})\n'
            'print(resource.getrlimit(resource.RLIMIT_NOFILE))'
        )
        self.assertEqual(printed, '(64, 64)')

    def test_a_process_whose_parent_is_already_gone_ends(self) -> None:
        setup = (
            'setup = {"limits": {}, "dieWithParent": True, "parent": 1 << 30, "landlock": False, "seccomp": ""}\n'
            'try: confinement.confine(setup)\n'
            'except SystemExit as ended: print("ended with", ended.code)'
        )
        self.assertEqual(confined(setup), 'ended with 1')

    def test_nothing_that_it_starts_can_gain_rights(self) -> None:
        printed = confined(
            'setup = {"limits": {}, "dieWithParent": False, "landlock": False, "seccomp": ""}\n'
            'measures = confinement.confine(setup)\n'
            'print(measures, [line for line in open("/proc/self/status") if line.startswith("NoNewPrivs")])'
        )
        self.assertEqual(printed, "[] ['NoNewPrivs:\\t1\\n']")

    def test_a_system_call_that_the_filter_forbids_fails(self) -> None:
        # BPF of one instruction: every system call from here on ends the process
        printed = confined(
            'import os, struct\n'
            'if not (child := os.fork()):\n'
            '  confinement.prctl(confinement.PR_SET_NO_NEW_PRIVS, 1)\n'
            '  confinement.forbid_system_calls(struct.pack("HBBI", 6, 0, 0, 0x80000000))\n'
            '  os.getppid()\n'
            'print(os.WTERMSIG(os.waitpid(child, 0)[1]))'
        )
        self.assertEqual(printed, '31')  # SIGSYS
