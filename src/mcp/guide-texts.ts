/** The guides that are written for agents: electronic invoices and signatures, each as short as it can be. */
import invoice from './example-invoice.json' with { type: 'json' }

/** An invoice with everything France and EN 16931 require and no amount that can be computed. */
export const EXAMPLE_INVOICE = invoice

/** How an invoice becomes a Factur-X. */
export const FACTURX_GUIDE = `# Electronic invoices (Factur-X / ZUGFeRD)

One JSON object is the invoice; page and XML are made from it. Every field: guide \`invoice-schema\`.

\`\`\`json
${JSON.stringify(EXAMPLE_INVOICE, null, 2)}
\`\`\`

1. Choose a template: list_templates, or a template file. Its page may show more than the XML holds: put
   that (logo, payment link) into the member \`page\`.
2. Fill the invoice. Amounts (line totals, VAT, totals) are best left out: they are computed with the
   rounding of the standard. An amount that is given must be right to the cent. Amounts are texts such as
   "248.00" or numbers; dates are YYYY-MM-DD; countries ISO 3166 (FR), currencies ISO 4217 (EUR, default);
   units UN/ECE codes (H87 piece, HUR hour, DAY, KGM, MTR, LS lump sum).
3. VAT categories: S standard or reduced rate; Z zero rate; E exempt (give a reason); AE reverse charge;
   K within the Union; G export; O outside VAT. S needs the seller's VAT identifier; AE, K and G both VAT identifiers.
4. French sellers: SIRET or SIREN, \`businessProcess\` (B1 goods, S1 services, M1 both, …), and the legal words
   latePenalties, recoveryFee, earlyDiscount in \`payment\`.
5. validate_facturx is free; render_facturx checks the same rules first and uses nothing when one is broken.
6. create_credit_note makes a credit note from the file of an invoice. Written by hand it has \`typeCode\` "381" and
   number and issueDate of the invoice in \`precedingInvoices\`.
7. For a French public buyer give \`rules\` "fr-public": what Chorus Pro would reject is then an error.

Profiles: minimum, basic-wl, basic, en16931 (default, right for nearly everything), extended.

When rules are broken each finding has \`code\` (rule id: BR-… EN 16931, BR-FR-… France), \`pointer\` (field in
your data), \`detail\` and \`fix\`. Mend every finding, then call once more. Never make up identifiers, bank
accounts or tax rates: ask.
`

/** How a document is signed. */
export const SIGNATURE_GUIDE = `# Signatures

create_signature_request sends a PDF, or a Word template with data, to signers. Each gets a personal link by
e-mail, reads the document, agrees, enters a code that came by SMS, and signs in the browser. The result is a PDF
with one PAdES B-LTA signature per person and a proof certificate: an advanced electronic signature (eIDAS,
Article 26), not a qualified one. Say so when the law asks for a qualified one.

- A signer needs \`email\`; \`first_name\`, \`last_name\`, \`phone\` (+33612345678, or 06 12 34 56 78 with \`country\`: FR), \`locale\` (fr, en), \`order\`
  (1 before 2; the same number at the same time) and \`role\` are optional.
- Where the signature is seen: the template's {signature:role} tags; or \`fields\` of the signer, as
  {"page": 1, "x": 60, "y": 700, "width": 180, "height": 60} in points from the top left, or
  {"anchor": "Signature of the client"}; or nothing, which adds a place at the end.
  detect_signature_fields finds places.
- \`send\`: false makes a draft, for the user to look at first. A request expires after 30 days at the latest.
- States of a request: draft, pending, completed, declined, cancelled, expired, failed. Of a signer: waiting
  (not their turn), invited, opened, verified (code entered), signed, declined, blocked.
- Give \`idempotency_key\` so that a repeated call does not invite people twice.
- A test key signs with a TEST certificate: no legal effect, no cost.
- Request templates are documents prepared with roles: list_request_templates says who and what each role needs,
  use_request_template sends one. values of a signer fill in the fields of the role: {"rent": "850"}.
- To a list of people: create_bulk_send checks a CSV and sends nothing. Its columns are named by role:
  tenant.email,tenant.first_name,tenant.rent,external_id. If only one person is to be given, email is enough.
  Show the bad rows and the number of good ones; when the user says yes, start_bulk_send. get_bulk_send counts what
  was sent, get_bulk_send_results tells who has signed.
- Files once completed: download_signed_file, download_evidence. Anybody can check with verify_pdf.
`
