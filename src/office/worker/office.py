"""The LibreOffice that this worker started: driven over UNO, its own bridge to Python.

Imported once the process is confined, since loading `uno` starts what reads the environment and files.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from typing import Any

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException
from com.sun.star.uno import Exception as UnoException

from confinement import die_with_parent
from conversation import Service, Setup, Task

# exit code by which a fresh profile requests a restart
START_AGAIN = 81
STARTS_MAX = 3


def values(properties: dict[str, Any]) -> tuple[PropertyValue, ...]:
    return tuple(PropertyValue(Name=name, Value=value) for name, value in properties.items())


def kind_of(error: Exception) -> str:
    """Kind and number of an error. Its message may quote the document and is therefore dropped."""
    number = re.search('0x[0-9a-fA-F]{1,8}', getattr(error, 'Message', '') or '')
    name: str = getattr(error, 'typeName', type(error).__name__).rsplit('.', 1)[-1]
    return name + (' ' + number.group() if number else '')


class Office:
    """One soffice.bin, started and connected to. Ends the process if it does not start."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        for _ in range(STARTS_MAX):
            self.process = self.start()
            self.desktop = self.connect()
            if self.desktop is not None:
                return
            if self.process.returncode != START_AGAIN:
                break
        sys.stderr.write(f'soffice.bin ended with {self.process.returncode} before it was ready\n')
        sys.exit(3)

    def start(self) -> subprocess.Popen[bytes]:
        setup = self.setup
        return subprocess.Popen(
            [setup['soffice'], *setup['arguments']],
            env=setup['environment'],
            cwd=setup['home'],
            # this process has no threads yet
            preexec_fn=die_with_parent if setup['dieWithParent'] else None,  # noqa: PLW1509
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )

    def connect(self) -> Any:
        """The desktop; None if the process ended before it responded."""
        local = uno.getComponentContext()
        resolver = local.ServiceManager.createInstanceWithContext('com.sun.star.bridge.UnoUrlResolver', local)
        while self.process.poll() is None:
            try:
                self.context = resolver.resolve(self.setup['connection'])
                return self.create('com.sun.star.frame.Desktop')
            except NoConnectException:
                time.sleep(0.004)
            except UnoException:
                time.sleep(0.02)  # the office is closing again
        return None

    def create(self, service: str) -> Any:
        return self.context.ServiceManager.createInstanceWithContext(service, self.context)

    def version(self) -> str:
        product = self.create('com.sun.star.configuration.ConfigurationProvider')
        product = product.createInstanceWithArguments(
            'com.sun.star.configuration.ConfigurationAccess',
            values({'nodepath': '/org.openoffice.Setup/Product'}),
        )
        return str(product.getByName('ooSetupVersionAboutBox'))

    def memory(self) -> tuple[int, int]:
        """Resident bytes now, and their peak."""
        now = most = 0
        with open(f'/proc/{self.process.pid}/status', 'rb') as status:
            for line in status:
                if line.startswith(b'VmHWM:'):
                    most = int(line.split()[1]) * 1024
                elif line.startswith(b'VmRSS:'):
                    now = int(line.split()[1]) * 1024
                    break
        return now, most


LISTS = ('ContentIndex', 'IllustrationsIndex', 'TableIndex', 'ObjectIndex', 'UserIndex')


def refresh_contents(document: Any) -> None:
    """Tables of contents and of figures, twice, since one that grows moves what it lists; then cross-references."""
    indexes = document.getDocumentIndexes()
    tables = [indexes.getByIndex(position) for position in range(indexes.getCount())]
    listed = [table for table in tables if table.getServiceName().rsplit('.', 1)[-1] in LISTS]
    for table in listed * 2:
        table.update()
    document.getTextFields().refresh()


def convert(office: Office, service: Service, task: Task, source: str, target: str) -> None:
    """Sends the PDF, or why there is none; the document is closed after that, for the PDF to be there sooner."""
    started = time.monotonic()
    document = None
    try:
        address = uno.systemPathToFileUrl(source)
        document = office.desktop.loadComponentFromURL(address, '_blank', 0, values(task['load']))
        if document is None:
            raise ValueError('the file could not be loaded')
        if task['refreshesContents']:
            refresh_contents(document)
        loaded = time.monotonic()
        filter_data = uno.Any('[]com.sun.star.beans.PropertyValue', values(task['store']))
        document.storeToURL(
            uno.systemPathToFileUrl(target),
            (
                PropertyValue(Name='FilterName', Value='writer_pdf_Export'),
                PropertyValue(Name='FilterData', Value=filter_data),
            ),
        )
        stored = time.monotonic()
        now, most = office.memory()
        done = {
            'event': 'done',
            'id': task['id'],
            'size': os.path.getsize(target),
            'rss': now,
            'peak': most,
            'loadMs': (loaded - started) * 1000,
            'storeMs': (stored - loaded) * 1000,
        }
        service.say(done, target)
    except (UnoException, ValueError, OSError) as error:
        time.sleep(0.02)  # time to notice a dying office, which ends this process
        stage = 'load' if document is None else 'store'
        refused = {'event': 'refused', 'id': task['id'], 'reason': kind_of(error), 'stage': stage}
        service.say(refused)
    finally:
        if document is not None:
            try:
                document.close(True)
            except UnoException:
                sys.exit(5)
