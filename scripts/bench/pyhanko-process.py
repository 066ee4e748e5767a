"""pyHanko as a warm process: one JSON order a line on stdin, one JSON answer a line on stdout.

pyhanko-process.py FOLDER, where FOLDER holds our keys, certificates and revocation lists. Orders:
{"do": "sign", "in": PDF, "out": PDF} fills every empty field of a signature: signature, time-stamp and validation data
for each, and an archive time-stamp at the end (PAdES B-LTA). {"do": "verify", "in": PDF} gives the bottom line of every
signature and time-stamp. Answers hold the milliseconds of the work alone, without reading and writing files.
"""

import glob
import json
import logging
import sys
import time
from io import BytesIO
from os.path import join
from pathlib import Path

from asn1crypto import crl
from pyhanko.keys import load_cert_from_pemder, load_certs_from_pemder, load_private_key_from_pemder
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign import fields, signers
from pyhanko.sign.timestamps.dummy_client import DummyTimeStamper
from pyhanko.sign.validation import validate_pdf_signature, validate_pdf_timestamp
from pyhanko.sign.validation.dss import DocumentSecurityStore
from pyhanko_certvalidator import ValidationContext
from pyhanko_certvalidator.registry import SimpleCertificateStore

logging.disable(logging.CRITICAL)
folder = sys.argv[1]
# What the field for our archive time-stamp is called: a signature there would break the lock of the last seal.
STAMP = "stamp-"


def certificate(name):
    return load_cert_from_pemder(join(folder, f"{name}.pem"))


def key(name):
    return load_private_key_from_pemder(join(folder, f"{name}.key"), passphrase=None)


root = certificate("root")
chain = list(load_certs_from_pemder(glob.glob(join(folder, "chain-*.pem"))))
lists = [crl.CertificateList.load(Path(path).read_bytes()) for path in glob.glob(join(folder, "*.crl"))]
store = SimpleCertificateStore.from_certs(chain)
stamper = DummyTimeStamper(certificate("timestamp"), key("timestamp"), certs_to_embed=store)


def signer(name):
    return signers.SimpleSigner(signing_cert=certificate(name), signing_key=key(name), cert_registry=store)


person, seal = signer("person"), signer("seal")


def context():
    options = {"trust_roots": [root], "other_certs": chain, "crls": lists}
    return ValidationContext(**options, allow_fetching=False, revocation_mode="hard-fail")


def sign(pdf):
    reader = PdfFileReader(BytesIO(pdf))
    names = [name for name, *_ in fields.enumerate_sig_fields(reader, filled_status=False)]
    empty = [name for name in names if not name.startswith(STAMP)]
    started = time.perf_counter()
    for index, name in enumerate(empty):
        last = index == len(empty) - 1
        metadata = signers.PdfSignatureMetadata(
            field_name=name,
            subfilter=fields.SigSeedSubFilter.PADES,
            md_algorithm="sha256",
            validation_context=context(),
            embed_validation_info=True,
            use_pades_lta=last,
            signer_key_usage={"non_repudiation"},
        )
        out = BytesIO()
        who = person if index == 0 else seal
        signing = signers.PdfSigner(metadata, signer=who, timestamper=stamper)
        signing.sign_pdf(IncrementalPdfFileWriter(BytesIO(pdf)), output=out)
        pdf = out.getvalue()
    return pdf, (time.perf_counter() - started) * 1000, {"signatures": len(empty)}


def verify(pdf):
    started = time.perf_counter()
    reader = PdfFileReader(BytesIO(pdf))
    options = {"trust_roots": [root], "allow_fetching": False, "revocation_mode": "hard-fail"}

    def trust():
        return DocumentSecurityStore.read_dss(reader).as_validation_context(dict(options))

    held = []
    for each in reader.embedded_regular_signatures:
        shared = trust()
        held.append(validate_pdf_signature(each, shared, shared).bottom_line)
    for each in reader.embedded_timestamp_signatures:
        status = validate_pdf_timestamp(each, trust())
        held.append(status.intact and status.valid and status.trusted)
    return (time.perf_counter() - started) * 1000, {"tokens": len(held), "valid": bool(held) and all(held)}


for line in sys.stdin:
    order = json.loads(line)
    try:
        with open(order["in"], "rb") as given:
            pdf = given.read()
        if order["do"] == "sign":
            signed, milliseconds, facts = sign(pdf)
            with open(order["out"], "wb") as out:
                out.write(signed)
        else:
            milliseconds, facts = verify(pdf)
        answer = {"ms": milliseconds, **facts}
    except Exception as error:  # told to whoever asked, with its type
        answer = {"error": f"{type(error).__name__}: {error}"}
    print(json.dumps(answer), flush=True)
