"""One worker: runs in the sandbox beside the soffice.bin that it drives.

In Python because LibreOffice's own bridge (python3-uno) is measured faster and safer than the alternatives.
"""

from __future__ import annotations

import os
import signal
import sys
from typing import TYPE_CHECKING

from confinement import confine, give_way, lock, share_of_session
from conversation import Service, Setup
from photographs import load_jpeg
from preparing import prepare

if TYPE_CHECKING:
    from office import Office


def take_streams() -> Service:
    """Stdin and the original stdout; later prints go to stderr."""
    answers = os.fdopen(os.dup(1), 'wb')
    os.dup2(2, 1)
    return Service(sys.stdin.buffer, answers)


def path_in(setup: Setup, name: str) -> str:
    path = os.path.join(setup['home'], name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    return path


def write_files(setup: Setup, service: Service) -> bool:
    """The profile, and the files that are sent. False where the service went away meanwhile."""
    for name, text in setup['files'].items():
        with open(path_in(setup, name), 'w', encoding='utf-8') as file:
            file.write(text)
    return all(service.receive(size, path_in(setup, name)) for name, size in setup['sent'])


def guard_pipe(setup: Setup) -> None:
    """LibreOffice lets every user of the machine connect to its pipe; only ours may."""
    for name in (setup['pipe'], f'{os.getuid()}_{setup["pipe"]}'):
        path = f'{setup["pipeFolder"]}/OSL_PIPE_{name}'
        if os.path.exists(path):
            os.chmod(path, 0o700)


def serve(office: Office, service: Service, home: str) -> None:
    """Converts one document after the other until the service closes stdin."""
    from office import convert

    jpeg = load_jpeg()
    source, target = os.path.join(home, 'in.docx'), os.path.join(home, 'out.pdf')
    for task in service.tasks():
        if not service.receive(task['size'], source):
            return
        prepare(source, task['photographs'], jpeg)
        convert(office, service, task, source, target)
        for path in (source, source + '.new', target):
            if os.path.lexists(path):
                os.unlink(path)
        service.say({'event': 'idle', 'rss': office.memory()[0]})


def main() -> None:
    service = take_streams()
    setup = service.setup()
    share = share_of_session()
    lock(setup['home'])
    measures = confine(setup)
    if not write_files(setup, service):
        return
    os.environ.update(setup['environment'])
    os.environ.pop('LD_PRELOAD', None)
    # not sooner: it loads `uno`
    from office import Office

    office = Office(setup)
    if setup['dieWithParent']:
        guard_pipe(setup)
    # not sooner: a start that takes long is taken for one that fails
    give_way(setup['niceness'], share)

    # without LibreOffice this process is useless, busy or not; one that is only stopped goes on
    def on_child(*_: object) -> None:
        if office.process.poll() is not None:
            os._exit(4)

    signal.signal(signal.SIGCHLD, on_child)
    service.say({'event': 'ready', 'version': office.version(), 'measures': measures})
    try:
        serve(office, service, setup['home'])
    finally:
        office.process.kill()
