"""
For requests that are meant to be accepted: what a schema cannot say, namely which file a part is, text that is JSON,
which of two parts is given, and characters that no document can contain.
"""

import base64
import json
import os
import re
import struct
import zlib
from pathlib import Path

import schemathesis
from schemathesis.transport.serialization import Binary

FILES = Path(os.environ["PARAPH_SAMPLES"])
TEMPLATE = Binary(Path(os.environ["PARAPH_PLAIN_TEMPLATE"]).read_bytes())
INVOICE = (FILES / "facturx-invoice.json").read_text()
FORM = "multipart/form-data"
CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")


def sample(name):
    return Binary((FILES / name).read_bytes())


def chunk(kind, content):
    checked = kind + content
    return struct.pack(">I", len(content)) + checked + struct.pack(">I", zlib.crc32(checked))


# Eight black pixels in each of eight rows.
HEADER = struct.pack(">IIBBBBB", 8, 8, 8, 0, 0, 0, 0)
PNG = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", HEADER) + chunk(b"IDAT", zlib.compress(bytes(72))) + chunk(b"IEND", b"")
LOGO = "data:image/png;base64," + base64.b64encode(PNG).decode()

# A part by its name; where operations differ, by the path too.
PARTS = {
    "template": TEMPLATE,
    "font": sample("boxes.ttf"),
    "file": sample("contract.pdf"),
    "files": [sample("contract.pdf")],
    "/facturx/credit-note file": sample("facture.xml"),
    "/validate-facturx file": sample("facture.xml"),
    "data": "{}",
    "/render-facturx data": INVOICE,
    "/validate-facturx data": INVOICE,
    "signers": json.dumps([{"email": "ada@example.com"}]),
    "roles": json.dumps([{"role": "tenant", "fields": [{"page": 1, "x": 60, "y": 600, "width": 180, "height": 60}]}]),
    "rows": "email\nada@example.com",
    "expires_in_days": "14",
    "changes": '{"name":"Contract, second version"}',
}
# JSON about other parts.
LEFT_OUT = {"mapping", "lines", "options", "reminders", "notify", "metadata", "attachments", "images", "pictures"}
# Never beside the other one.
INSTEAD = {"json_data": "data", "template_id": "template", "template_version": "template"}
RENDERED = {"/render", "/render-document", "/render-facturx", "/create-signature-request"}
# Which members a step has depends on its type: said in words.
STEPS = ("steps", "files")
# Said by the invoice.
SAID = ("profile",)
# Without an authority nothing is sent.
SENT = {"/api/v1/documents", "/create-signature-request"}
EDITED = "/api/v1/documents/{id}"
# Have to be a time in the future, and what the template of this link knows.
OPEN_LINKS = "/api/v1/request-templates/{id}/links"
OF_LINK = ("expires_at", "data", "role")
# What is done to many documents: either to those or to these, and each action with what it is about.
MANY = {"/api/v1/documents/bulk-actions", "/api/v1/documents/archive"}
# Need a telephone number of every signer, or the operator's permission.
MEANS = ("delivery", "authentication")
# Depend on what a template that another request has stored is made of, and on its roles: none is there.
OF_TEMPLATE = {"/api/v1/request-templates/{id}/file", "/api/v1/request-templates/{id}/documents"}


def clean(value):
    if isinstance(value, str):
        return CONTROLS.sub("", value)
    if isinstance(value, list):
        return [clean(one) for one in value]
    if isinstance(value, dict):
        # A request that is made of JSON has one file.
        return {clean(name): clean(one) for name, one in value.items() if name != "file_number"}
    return value


def right(path, name):
    return PARTS.get(f"{path} {name}", PARTS.get(name))


def completed(path, body):
    """A form with every file and text in place."""
    if path in RENDERED:
        body = {**body, "template": TEMPLATE, "data": None}
        for name in ("file", *STEPS):
            body.pop(name, None)
    if path == "/validate-facturx" and "file" not in body:
        body = {**body, "data": None}
    if path == "/render-batch":
        body = {**{name: value for name, value in body.items() if name not in STEPS}, "template": TEMPLATE}
    if path == EDITED:
        # Without a file there must be changes.
        body = {**body, "changes": None}
    if path == "/api/v1/request-templates":
        # A Word template stands in the place of the PDF: here it is the PDF.
        body = {**{name: value for name, value in body.items() if not name.startswith("template_")}, "file": None}
    kept = {
        name: value
        for name, value in body.items()
        if name not in LEFT_OUT and name not in (*MEANS, *SAID) and INSTEAD.get(name) not in body
    }
    form = {name: value if right(path, name) is None else right(path, name) for name, value in kept.items()}
    return {**form, "send": "false"} if path in SENT else form


@schemathesis.hook
def before_call(context, case, kwargs=None):
    meta = case.meta
    if meta is None or not meta.generation.mode.is_positive:
        return
    path = case.path
    if path in OF_TEMPLATE:
        case.path_parameters["id"] = "rqt_" + "0" * 26
    # How many files a document has; those that are made here have one.
    if case.query:
        case.query.pop("file_number", None)
        # A list begins at one place.
        if "cursor" in case.query:
            case.query.pop("after", None)
        # It is of the list in the order that is asked for.
        if path == "/api/v1/documents":
            case.query.pop("cursor", None)
    if not isinstance(case.body, dict):
        return
    # Each request is one of its own.
    if case.headers is not None:
        case.headers.pop("idempotency-key", None)
    # A copy: other requests are made of the same body.
    if case.media_type == FORM:
        case.body = completed(path, dict(case.body))
        return
    body = clean(case.body)
    if path == "/api/v1/account/brand":
        # Assigned by the operator.
        body.pop("host", None)
        if isinstance(body.get("logo"), str):
            body["logo"] = LOGO
    if path == "/api/v1/account/embed-origins":
        # Have to be origins; those without TLS are what a test key may change.
        body["origins"] = ["http://localhost:5173"]
    if path == "/api/v1/editor-sessions":
        # One that the operator allows every account.
        body["embed_origin"] = "https://app.example.com"
    if path in RENDERED or path == "/validate-facturx":
        for name in ("json_data", "mapping", *SAID, *STEPS):
            body.pop(name, None)
        body["data"] = json.loads(right(path, "data"))
    # How members of a person depend on each other, on the action and on the type of a field is said in words; so is
    # that nobody gets two copies.
    for name in ("signers", "roles"):
        if name in body:
            body[name] = json.loads(right(path, name))
    body.pop("copies", None)
    if path in SENT:
        body["send"] = False
        for name in MEANS:
            body.pop(name, None)
        # Has to be in the future.
        body.pop("expires_at", None)
    if path == EDITED:
        # A time in the future, and people whom the document knows.
        for name in ("expires_at", "signers"):
            body.pop(name, None)
        body.setdefault("name", "Contract, second version")
    if path.startswith(OPEN_LINKS):
        for name in OF_LINK:
            body.pop(name, None)
    if path == "/api/v1/request-templates/{id}":
        # For Word templates; and means that the operator allows, for the level that the sender wants.
        for name in ("template_version", "required_level"):
            body.pop(name, None)
        for name in MEANS:
            body.pop(name, None)
    if path in MANY:
        body.pop("filter", None)
        body.pop("cursor", None)
        body.setdefault("ids", ["doc_" + "0" * 26])
        if body.get("action") in ("tag", "untag"):
            body["tags"] = ["2026"]
    # Have to be the account's own.
    if isinstance(body.get("notify"), dict):
        body["notify"].pop("emails", None)
    if "in_person" in body:
        # Beside it the device is the sender's, and no page of another site.
        body.pop("embed_origin", None)
    # Has to be a public host.
    for name in ("url", "webhook_url"):
        if isinstance(body.get(name), str):
            body[name] = "https://example.com/hooks"
    if isinstance(body.get("options"), dict):
        # A name that IANA knows; and a password only where the format and the purpose allow it.
        for name in ("timezone", "password"):
            body["options"].pop(name, None)
    case.body = body
