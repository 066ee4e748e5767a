"""pyHanko's verdict on the signatures of PDFs: judge.py ROOTS.pem FILE... prints one JSON object a line.

Offline, with the revocation data of the document: the bottom line of each signature with its modification level
and DocMDP verdict, and the long-term validation of ETSI EN 319 102-1 (AdES LTA). judge.py --integrity FILE... says
only whether bytes and signatures fit together and what was changed after them, whoever signed and however weakly.
judge.py --last ROOTS.pem FILE... gives the bottom line of the last signature of each, which is much less work.
judge.py --at SECONDS ROOTS.pem FILE... judges as of that time since 1970 instead of now.
"""

import asyncio
import json
import logging
import signal
import sys
from datetime import datetime, timezone

from pyhanko.keys import load_certs_from_pemder
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import async_validate_pdf_signature, async_validate_pdf_timestamp
from pyhanko.sign.validation.ades import ades_lta_validation
from pyhanko.sign.validation.dss import DocumentSecurityStore
from pyhanko.sign.validation.policy_decl import (
    LocalKnowledge,
    PdfSignatureValidationSpec,
    RevinfoOnlineFetchingRule,
    RevocationInfoGatheringSpec,
    SignatureValidationSpec,
)
from pyhanko_certvalidator import ValidationContext
from pyhanko_certvalidator.authority import CertTrustAnchor
from pyhanko_certvalidator.context import CertValidationPolicySpec, ValidationTimingInfo
from pyhanko_certvalidator.policy_decl import (
    REQUIRE_REVINFO,
    CertRevTrustPolicy,
    DisallowWeakAlgorithmsPolicy,
)
from pyhanko_certvalidator.registry import SimpleTrustManager

logging.disable(logging.CRITICAL)


now = datetime.now(timezone.utc)


def context(reader, roots):
    options = {"trust_roots": roots, "allow_fetching": False, "revocation_mode": "hard-fail", "moment": now}
    return DocumentSecurityStore.read_dss(reader).as_validation_context(options)


def long_term(roots):
    trust = SimpleTrustManager.build(trust_roots=[CertTrustAnchor(root) for root in roots])
    # A reader has the certificates that it trusts, whether or not the file contains them.
    known = LocalKnowledge(known_certs=roots)
    return PdfSignatureValidationSpec(
        SignatureValidationSpec(
            cert_validation_policy=CertValidationPolicySpec(
                trust_manager=trust, revinfo_policy=CertRevTrustPolicy(REQUIRE_REVINFO)
            ),
            local_knowledge=known,
            revinfo_gathering_policy=RevocationInfoGatheringSpec(RevinfoOnlineFetchingRule.LOCAL_ONLY),
        )
    )


async def signature(embedded, reader, roots):
    shared = context(reader, roots)
    status = await async_validate_pdf_signature(embedded, shared, shared)
    timing = ValidationTimingInfo(validation_time=now, best_signature_time=now, point_in_time_validation=False)
    lta = await ades_lta_validation(embedded, long_term(roots), timing)
    return {
        "field": embedded.field_name,
        "holds": status.bottom_line,
        "ades": lta.ades_subindic.status.name,
        "changes": status.modification_level and status.modification_level.name,
        "docmdp": status.docmdp_ok,
    }


async def timestamp(embedded, reader, roots):
    status = await async_validate_pdf_timestamp(embedded, context(reader, roots))
    return {"field": embedded.field_name, "holds": status.intact and status.valid and status.trusted}


async def verdict(path, pem):
    roots = list(load_certs_from_pemder([pem]))
    with open(path, "rb") as file:
        try:
            reader = PdfFileReader(file)
            signatures = [await signature(each, reader, roots) for each in reader.embedded_regular_signatures]
            stamps = [await timestamp(each, reader, roots) for each in reader.embedded_timestamp_signatures]
        except Exception as error:  # whatever a broken file makes it throw is its verdict
            return {"signatures": [], "timestamps": [], "problem": f"{type(error).__name__}: {error}"}
    return {"signatures": signatures, "timestamps": stamps}


async def last(path, pem):
    with open(path, "rb") as file:
        try:
            reader = PdfFileReader(file)
            shared = context(reader, list(load_certs_from_pemder([pem])))
            *_, embedded = reader.embedded_regular_signatures
            status = await async_validate_pdf_signature(embedded, shared, shared)
        except Exception as error:
            return {"holds": False, "problem": f"{type(error).__name__}: {error}"}
    return {"holds": status.bottom_line, "changes": status.modification_level and status.modification_level.name}


def lenient():
    weak = DisallowWeakAlgorithmsPolicy(
        weak_hash_algos=frozenset(), rsa_key_size_threshold=256, dsa_key_size_threshold=256
    )
    return ValidationContext(trust_roots=[], allow_fetching=False, algorithm_usage_policy=weak)


async def integrity_of(embedded):
    row = {"field": embedded.field_name}
    try:
        status = await async_validate_pdf_signature(embedded, lenient(), lenient())
    except Exception as error:
        return {**row, "error": f"{type(error).__name__}: {error}"}
    level = status.modification_level
    return {
        **row,
        "intact": status.intact,
        "valid": status.valid,
        "coverage": status.coverage.name,
        "changes": level and level.name,
        "docmdp": status.docmdp_ok,
    }


async def stamp_integrity_of(embedded):
    row = {"field": embedded.field_name}
    try:
        status = await async_validate_pdf_timestamp(embedded, lenient())
    except Exception as error:
        return {**row, "error": f"{type(error).__name__}: {error}"}
    level = status.modification_level
    return {**row, "intact": status.intact, "valid": status.valid, "changes": level and level.name}


async def integrity(path):
    with open(path, "rb") as file:
        try:
            reader = PdfFileReader(file, strict=False)
            if reader.encrypted:
                reader.decrypt("")
            signatures = [await integrity_of(each) for each in reader.embedded_regular_signatures]
            stamps = [await stamp_integrity_of(each) for each in reader.embedded_timestamp_signatures]
        except BaseException as error:  # also the alarm of a file that takes a minute
            return {"signatures": [], "timestamps": [], "problem": f"{type(error).__name__}: {error}"}
    return {"signatures": signatures, "timestamps": stamps}


def give_up(_signal, _frame):
    raise TimeoutError("a minute was not enough")


pem, *paths = sys.argv[1:]
if pem == "--at":
    seconds, pem, *paths = paths
    now = datetime.fromtimestamp(int(seconds), timezone.utc)
if pem == "--last":
    pem, *paths = paths
    for path in paths:
        print(json.dumps(asyncio.run(last(path, pem))))
    sys.exit()
signal.signal(signal.SIGALRM, give_up)
for path in paths:
    if pem == "--integrity":
        signal.alarm(60)
        print(json.dumps(asyncio.run(integrity(path))), flush=True)
        signal.alarm(0)
    else:
        print(json.dumps(asyncio.run(verdict(path, pem))))
