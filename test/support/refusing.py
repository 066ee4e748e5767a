"""Runs a command on a machine whose kernel refuses something: `refusing.py namespaces|mounts program [argument…]`.

`namespaces`: as in a default container, on a hardened kernel, in LXC. `mounts`: as under Ubuntu 24.04, where AppArmor
lets an ordinary user have a user namespace with no capability in it, so that nothing can be mounted there.
"""

from __future__ import annotations

import ctypes
import os
import platform
import struct
import sys

ALLOW, EPERM, EACCES, ENOSYS = 0x7FFF0000, 0x00050001, 0x0005000D, 0x00050026
LOAD, EQUAL, ANY_BIT, RETURN = 0x20, 0x15, 0x45, 0x06
NUMBER, FIRST_ARGUMENT = 0, 16
NEW_NAMESPACE = 0x7E020000
PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP = 38, 22
CALLS = {
    'x86_64': {'unshare': 272, 'clone': 56, 'mount': 165},
    'aarch64': {'unshare': 97, 'clone': 220, 'mount': 40},
}[platform.machine()]
CLONE3 = 435

Instruction = tuple[int, int, int, int]


def when(call: int, answer: int) -> list[Instruction]:
    return [(EQUAL, call, 0, 1), (RETURN, answer, 0, 0)]


def namespaces() -> list[Instruction]:
    # the flags of clone3 are in memory that a filter cannot read; the C library falls back to clone
    return [
        *when(CLONE3, ENOSYS),
        *when(CALLS['unshare'], EPERM),
        (EQUAL, CALLS['clone'], 0, 3),
        (LOAD, FIRST_ARGUMENT, 0, 0),
        (ANY_BIT, NEW_NAMESPACE, 0, 1),
        (RETURN, EPERM, 0, 0),
    ]


def main() -> None:
    refused = {'namespaces': namespaces, 'mounts': lambda: when(CALLS['mount'], EACCES)}[sys.argv[1]]()
    program = [(LOAD, NUMBER, 0, 0), *refused, (RETURN, ALLOW, 0, 0)]
    code = b''.join(struct.pack('HBBI', kind, yes, no, value) for kind, value, yes, no in program)
    held = ctypes.create_string_buffer(code, len(code))
    header = ctypes.create_string_buffer(struct.pack('HxxxxxxQ', len(program), ctypes.addressof(held)))
    libc = ctypes.CDLL(None, use_errno=True)
    for option, first, second in ((PR_SET_NO_NEW_PRIVS, 1, 0), (PR_SET_SECCOMP, 2, ctypes.addressof(header))):
        if libc.prctl(option, ctypes.c_ulong(first), ctypes.c_ulong(second), 0, 0) != 0:
            raise OSError(ctypes.get_errno(), 'prctl')
    os.execvp(sys.argv[2], sys.argv[2:])


main()
