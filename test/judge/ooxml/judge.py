"""What others say about Word files: openxml-audit (the rules of the Open XML SDK), python-docx, openpyxl.

judge.py FILE...: a line of JSON for each file.
"""

import io
import json
import sys
import zipfile

import docx
import openpyxl
from openxml_audit import OpenXmlValidator


def opened(path: str) -> list[str]:
    """What keeps python-docx from reading the file, or openpyxl a workbook in it."""
    problems = []
    try:
        document = docx.Document(path)
        for paragraph in document.paragraphs:
            _ = paragraph.text
        for table in document.tables:
            _ = [cell.text for row in table.rows for cell in row.cells]
    except Exception as problem:
        problems.append(f'python-docx: {problem!r}')
    with zipfile.ZipFile(path) as package:
        for name in package.namelist():
            if not name.endswith('.xlsx'):
                continue
            try:
                openpyxl.load_workbook(io.BytesIO(package.read(name)))
            except Exception as problem:
                problems.append(f'openpyxl, {name}: {problem!r}')
    return problems


def main() -> None:
    """Writes a verdict on each file."""
    for path in sys.argv[1:]:
        result = OpenXmlValidator(max_errors=0).validate(path)
        faults = [
            {'part': str(error.part_uri), 'path': str(error.path), 'detail': error.description}
            for error in result.errors
        ]
        print(json.dumps({'faults': faults, 'problems': opened(path)}))


main()
