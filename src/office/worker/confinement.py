"""Drops what the conversion process must not have: files, system calls, memory, survival of its parent."""

from __future__ import annotations

import ctypes
import fcntl
import os
import resource
import sys
from typing import TextIO

from conversation import Setup

PR_SET_PDEATHSIG, PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP = 1, 38, 22
LANDLOCK_CREATE_RULESET, LANDLOCK_ADD_RULE, LANDLOCK_RESTRICT_SELF = 444, 445, 446
CAPABILITIES_VERSION_3 = 0x20080522
SIGKILL = 9

libc = ctypes.CDLL(None, use_errno=True)


def prctl(option: int, first: int, second: int = 0) -> None:
    if libc.prctl(option, ctypes.c_ulong(first), ctypes.c_ulong(second), 0, 0) != 0:
        raise OSError(ctypes.get_errno(), f'prctl {option}')


def drop_capabilities() -> None:
    """Where root may not change users it is root that works, and no program it starts may regain what it drops."""
    header = (ctypes.c_uint32 * 2)(CAPABILITIES_VERSION_3, 0)
    if libc.capset(header, (ctypes.c_uint32 * 6)()) != 0:
        raise OSError(ctypes.get_errno(), 'capset')


def lock(folder: str) -> None:
    """As long as this process lives, nothing that removes old temporary files touches the folder."""
    fcntl.flock(os.open(folder, os.O_RDONLY | os.O_DIRECTORY), fcntl.LOCK_EX | fcntl.LOCK_NB)


def die_with_parent() -> None:
    prctl(PR_SET_PDEATHSIG, SIGKILL)


class BpfProgram(ctypes.Structure):
    """sock_fprog of linux/filter.h."""

    _fields_ = (('length', ctypes.c_ushort), ('filter', ctypes.c_void_p))


def forbid_system_calls(code: bytes) -> None:
    held = ctypes.create_string_buffer(code, len(code))
    program = BpfProgram(len(code) // 8, ctypes.addressof(held))
    prctl(PR_SET_SECCOMP, 2, ctypes.addressof(program))


class LandlockRules(ctypes.Structure):
    """landlock_ruleset_attr of linux/landlock.h."""

    _fields_ = (('fs', ctypes.c_uint64), ('net', ctypes.c_uint64), ('scoped', ctypes.c_uint64))


class LandlockPath(ctypes.Structure):
    """landlock_path_beneath_attr of linux/landlock.h."""

    _pack_ = 1
    _fields_ = (('allowed', ctypes.c_uint64), ('fd', ctypes.c_int32))


def all_rights(version: int) -> int:
    """Every right to files that this version of Landlock knows."""
    return (1 << (13 if version < 2 else 14 if version < 3 else 15 if version < 5 else 16)) - 1


def allow_path(ruleset: int, path: str, allowed: int, for_files: int) -> None:
    try:
        folder = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except (FileNotFoundError, PermissionError):
        return  # out of reach anyway
    if not os.path.isdir(path):
        allowed &= for_files
    rule = LandlockPath(allowed, folder)
    added = libc.syscall(LANDLOCK_ADD_RULE, ruleset, ctypes.c_int(1), ctypes.byref(rule), ctypes.c_uint32(0))
    if added != 0:
        raise OSError(ctypes.get_errno(), 'landlock rule for ' + path)
    os.close(folder)


def forbid_files(setup: Setup) -> bool:
    """Landlock: this process and its children reach only the given folders. False: no kernel support."""
    version = libc.syscall(LANDLOCK_CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(1))
    if version < 1:
        return False
    rights = all_rights(version)
    rules = LandlockRules(rights, 3 if version >= 4 else 0, 3 if version >= 6 else 0)
    size = 8 if version < 4 else 16 if version < 6 else 24
    ruleset = libc.syscall(LANDLOCK_CREATE_RULESET, ctypes.byref(rules), ctypes.c_size_t(size), ctypes.c_uint32(0))
    if ruleset < 0:
        return False
    read_only, for_files = 1 | 4 | 8, 1 | 2 | 4 | (1 << 14 if version >= 3 else 0)
    allowances = [(path, read_only) for path in setup['readable']]
    allowances += [(path, rights) for path in setup['writable']]
    # LibreOffice puts the sockets of its pipes here, whatever TMPDIR says: make, remove and no more
    allowances.append((setup['pipeFolder'], 1 << 9 | 1 << 5))
    for path, allowed in allowances:
        allow_path(ruleset, path, allowed, for_files)
    if libc.syscall(LANDLOCK_RESTRICT_SELF, ruleset, ctypes.c_uint32(0)) != 0:
        raise OSError(ctypes.get_errno(), 'landlock')
    os.close(ruleset)
    return True


def limit(limits: dict[str, int]) -> None:
    """Limits of the system, by their names in `resource`; never above what this process was given."""
    for name, wanted in limits.items():
        kind = getattr(resource, 'RLIMIT_' + name)
        hard = resource.getrlimit(kind)[1]
        value = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(kind, (value, value))


def end_before_the_service() -> None:
    """If memory runs out, the kernel kills a worker before the service."""
    try:
        with open('/proc/self/oom_score_adj', 'w') as score:
            score.write('600')
    except OSError:
        pass


def share_of_session() -> TextIO | None:
    """Where the share of the processor of this session is written, to be opened while files may be."""
    try:
        return open('/proc/self/autogroup', 'w')
    except OSError:
        return None


def give_way(niceness: int, share: TextIO | None) -> None:
    """From now on the service's event loop has the processor first, before this process and LibreOffice."""
    try:
        os.setpriority(os.PRIO_PGRP, 0, min(os.getpriority(os.PRIO_PROCESS, 0) + niceness, 19))
        # outside control groups Linux gives each session an equal share, whatever the niceness in it
        if share is not None:
            share.write(str(niceness))
            share.close()
    except OSError:
        pass


def confine(setup: Setup) -> list[str]:
    """For this process and its children. Returns, by name, the measures that not every kernel has."""
    measures = []
    limit(setup['limits'])
    end_before_the_service()
    if setup['dieWithParent']:
        die_with_parent()
        if os.getppid() != setup['parent']:
            sys.exit(1)
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    if setup['landlock']:
        drop_capabilities()
    if setup['landlock'] and forbid_files(setup):
        measures.append('landlock')
    if setup['seccomp']:
        forbid_system_calls(bytes.fromhex(setup['seccomp']))
        measures.append('seccomp')
    return measures
