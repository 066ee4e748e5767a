"""Signs a PDF with pyHanko, as somebody after us would: sign.py IN OUT KEY.pem CERT.pem [visible]."""

import sys

from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.sign import fields, signers

source, target, key, certificate, *options = sys.argv[1:]
signer = signers.SimpleSigner.load(key, certificate)
metadata = signers.PdfSignatureMetadata(field_name="After", subfilter=fields.SigSeedSubFilter.PADES)
spec = fields.SigFieldSpec("After", box=(300, 600, 500, 650)) if options == ["visible"] else None
with open(source, "rb") as given, open(target, "wb") as out:
    signers.sign_pdf(IncrementalPdfFileWriter(given), metadata, signer=signer, new_field_spec=spec, output=out)
