"""pyHanko's verdict on the signatures of PDFs: judge.py ROOTS.pem FILE... prints one JSON object a line.

Offline, with the revocation data of the document: the bottom line of each signature with its modification level
and DocMDP verdict, and the long-term validation of ETSI EN 319 102-1 (AdES LTA).
"""

import asyncio
import json
import logging
import sys
from datetime import datetime, timezone

from pyhanko.keys import load_certs_from_pemder
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import async_validate_pdf_signature, async_validate_pdf_timestamp
from pyhanko.sign.validation.ades import ades_lta_validation
from pyhanko.sign.validation.dss import DocumentSecurityStore
from pyhanko.sign.validation.policy_decl import (
    PdfSignatureValidationSpec,
    RevinfoOnlineFetchingRule,
    RevocationInfoGatheringSpec,
    SignatureValidationSpec,
)
from pyhanko_certvalidator.authority import CertTrustAnchor
from pyhanko_certvalidator.context import CertValidationPolicySpec, ValidationTimingInfo
from pyhanko_certvalidator.policy_decl import REQUIRE_REVINFO, CertRevTrustPolicy
from pyhanko_certvalidator.registry import SimpleTrustManager

logging.disable(logging.CRITICAL)


def context(reader, roots):
    options = {"trust_roots": roots, "allow_fetching": False, "revocation_mode": "hard-fail"}
    return DocumentSecurityStore.read_dss(reader).as_validation_context(options)


def long_term(roots):
    trust = SimpleTrustManager.build(trust_roots=[CertTrustAnchor(root) for root in roots])
    return PdfSignatureValidationSpec(
        SignatureValidationSpec(
            cert_validation_policy=CertValidationPolicySpec(
                trust_manager=trust, revinfo_policy=CertRevTrustPolicy(REQUIRE_REVINFO)
            ),
            revinfo_gathering_policy=RevocationInfoGatheringSpec(RevinfoOnlineFetchingRule.LOCAL_ONLY),
        )
    )


async def signature(embedded, reader, roots):
    shared = context(reader, roots)
    status = await async_validate_pdf_signature(embedded, shared, shared)
    now = datetime.now(timezone.utc)
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


pem, *paths = sys.argv[1:]
for path in paths:
    print(json.dumps(asyncio.run(verdict(path, pem))))
