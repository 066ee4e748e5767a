"""Bare UNO: connects to a running office and converts the files named on its input.

Each line of input is a JSON array of two paths, .docx and .pdf, and whether tables of contents are
made anew first; each line of output is "ok" or an error. This is the least a program can do between
a Word file and LibreOffice.
"""
import json
import sys
import time

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException


def option(name, value):
    result = PropertyValue()
    result.Name, result.Value = name, value
    return result


def connect(pipe):
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext(
        "com.sun.star.bridge.UnoUrlResolver", local)
    for _ in range(600):
        try:
            context = resolver.resolve(
                f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
            return context.ServiceManager.createInstanceWithContext(
                "com.sun.star.frame.Desktop", context)
        except NoConnectException:
            time.sleep(0.05)
    raise SystemExit("the office did not start")


def convert(desktop, source, target, indexes):
    document = desktop.loadComponentFromURL(
        uno.systemPathToFileUrl(source), "_blank", 0,
        (option("Hidden", True), option("FilterName", "MS Word 2007 XML")))
    try:
        if indexes:
            found = document.getDocumentIndexes()
            for at in range(found.getCount()):
                found.getByIndex(at).update()
        document.storeToURL(
            uno.systemPathToFileUrl(target), (option("FilterName", "writer_pdf_Export"),))
    finally:
        document.close(True)


desktop = connect(sys.argv[1])
print("ready", flush=True)
for line in sys.stdin:
    try:
        convert(desktop, *json.loads(line))
        print("ok", flush=True)
    except Exception as error:  # the harness prints it
        print(repr(error), flush=True)
