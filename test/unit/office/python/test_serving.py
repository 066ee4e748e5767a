"""The conversation about documents, with a LibreOffice that is not there."""

import io
import json
import os
import tempfile
import unittest
from typing import Any

import fake_uno
from fake_uno import Desktop, Document, UnoError

fake_uno.install()

import office  # noqa: E402
import worker  # noqa: E402
from conversation import Service  # noqa: E402


class FakeOffice(office.Office):
    """Is there at once."""

    def __init__(self, desktop: Desktop) -> None:
        self.desktop = desktop

    def memory(self) -> tuple[int, int]:
        return 1000, 2000


def task(number: int, docx: bytes, announced: int | None = None, refreshes: bool = False) -> bytes:
    head = {
        'id': number,
        'size': announced or len(docx),
        'photographs': [],
        'refreshesContents': refreshes,
        'load': {},
        'store': {'SelectPdfVersion': 3},
    }
    return json.dumps(head).encode() + b'\n' + docx


class Serving(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.home = folder.name

    def serve(self, documents: list[Document | None], sent: bytes) -> tuple[Desktop, bytes]:
        desktop = Desktop(documents)
        with tempfile.TemporaryFile() as answers:
            worker.serve(FakeOffice(desktop), Service(io.BytesIO(sent), answers), self.home)
            answers.seek(0)
            return desktop, answers.read()

    def lines(self, answers: bytes) -> list[dict[str, Any]]:
        return [json.loads(line) for line in answers.splitlines()]

    def test_the_pdf_follows_its_line_and_idle_follows_the_pdf(self) -> None:
        pdf = b'%PDF-1.7\nbody'
        document = Document(pdf)
        desktop, answers = self.serve([document], task(7, b'a Word file'))
        self.assertEqual(desktop.loaded, [b'a Word file'])
        self.assertEqual([each.Name for each in document.filter['FilterData']], ['SelectPdfVersion'])
        head, rest = answers.split(b'\n', 1)
        done = json.loads(head)
        self.assertEqual([done['event'], done['id'], done['size'], done['peak']], ['done', 7, len(pdf), 2000])
        self.assertEqual(rest[: len(pdf)], pdf)
        self.assertEqual(json.loads(rest[len(pdf) :]), {'event': 'idle', 'rss': 1000})
        self.assertTrue(document.closed)

    def test_one_document_after_the_other_and_no_file_stays(self) -> None:
        _, answers = self.serve([Document(b'1\n'), Document(b'2\n')], task(1, b'one') + task(2, b'two'))
        self.assertEqual(answers.count(b'"event": "done"'), 2)
        self.assertEqual(os.listdir(self.home), [])

    def test_a_document_that_cannot_be_loaded_is_refused_and_the_next_is_taken(self) -> None:
        _, answers = self.serve([None, Document(b'')], task(1, b'broken') + task(2, b'well'))
        refused, idle, done, _ = self.lines(answers)
        self.assertEqual(refused, {'event': 'refused', 'id': 1, 'reason': 'ValueError', 'stage': 'load'})
        self.assertEqual([idle['event'], done['event'], done['id']], ['idle', 'done', 2])

    def test_a_refusal_says_the_number_of_the_error_and_none_of_its_words(self) -> None:
        document = Document(None)
        _, answers = self.serve([document], task(1, b'docx'))
        refused = self.lines(answers)[0]
        self.assertEqual([refused['stage'], refused['reason']], ['store', 'ErrorCodeIOException 0xc10'])
        self.assertTrue(document.closed)

    def test_tables_are_refreshed_twice_and_references_last_only_where_the_task_says_so(self) -> None:
        kept, refreshed = Document(b''), Document(b'')
        self.serve([kept, refreshed], task(1, b'one') + task(2, b'two', refreshes=True))
        self.assertEqual(kept.refreshed, [])
        self.assertEqual(refreshed.refreshed, ['ContentIndex', 'ContentIndex', 'references'])

    def test_a_service_that_goes_away_in_the_middle_of_a_document_is_not_answered(self) -> None:
        desktop, answers = self.serve([], task(1, b'half of it', announced=20))
        self.assertEqual([desktop.loaded, answers], [[], b''])


class Errors(unittest.TestCase):
    def test_an_error_is_named_by_its_kind(self) -> None:
        self.assertEqual(office.kind_of(UnoError('of Mrs X')), 'ErrorCodeIOException')
        self.assertEqual(office.kind_of(FileNotFoundError('/tmp/of Mrs X')), 'FileNotFoundError')
