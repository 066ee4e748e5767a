/** Documents signed with the appearances of the product and sealed with the proof certificate. */
import { systemClock } from '../../src/kernel/clock.ts'
import { layOut } from '../../src/pdf/layout.ts'
import { openPdf } from '../../src/pdf/opening.ts'
import { drawSignerField } from '../../src/signing/appearance/field.ts'
import { type DossierFacts, dossierFile } from '../../src/signing/evidence/dossier.ts'
import { type ProofFacts, proofPageCount } from '../../src/signing/proof/facts.ts'
import { drawProofPages, drawProofSheets } from '../../src/signing/proof/pages.ts'
import { addArchiveTimestamp, signLongTerm } from './signature-steps.ts'
import type { TestAuthority } from './signing.ts'

const FIELD = { width: 120, height: 48 }

/** The finished file. */
export async function signedWithProof(
  { pki }: TestAuthority,
  pdf: Uint8Array,
  facts: ProofFacts,
  dossier: DossierFacts,
): Promise<Buffer> {
  const opened = await openPdf(pdf)
  const pages = opened.facts.pages.length
  const { locale, document, signers } = facts
  const sheets = await drawProofSheets({
    locale,
    documentId: document.id,
    signers: signers.length,
    consents: { texts: facts.consents, most: facts.consents.length },
  })
  const consentPages = sheets.length - proofPageCount(signers.length)
  const fields = signers.map((_, index) => ({
    name: `Signer${index + 1}`,
    page: 0,
    box: { x: 20 + (index % 4) * 130, y: 20 + Math.floor(index / 4) * 56, ...FIELD },
  }))
  const seals = sheets.map((sheet, index) => ({
    name: `Seal${index + 1}`,
    page: pages + index,
    box: { x: 0, y: 0, ...sheet.page.getSize() },
  }))
  let current: Buffer = layOut(opened, {
    reservedPages: sheets,
    fields: [...fields, ...seals, { name: 'Stamp', page: 0 }],
    attachments: [dossierFile(dossier)],
  })
  const ports = { timestamps: pki.tsa, revocation: pki.revocation }
  for (const [index, person] of signers.entries()) {
    const reservation = await pki.authority.reserveSigner({
      givenName: person.name.split(' ')[0]!,
      surname: person.name.split(' ').slice(1).join(' '),
      email: person.email,
      country: 'FR',
      serialNumber: `S${index + 1}`,
    })
    const signer = await pki.authority.issueSigner(reservation, await pki.keyPool.take())
    const drawing = await drawSignerField(FIELD, {
      locale,
      name: person.name,
      at: person.signedAt,
      timeZone: 'Europe/Paris',
      documentId: document.id,
      mark: person.mark ?? { kind: 'typed', text: person.name },
      test: false,
    })
    const signature = { name: person.name, timeMs: systemClock.now(), certify: index === 0 }
    const order = { field: `Signer${index + 1}`, signer, facts: signature, drawing }
    current = await signLongTerm(current, order, ports)
  }
  const { signer } = await pki.authority.key('seal')
  for (const [index, drawing] of (await drawProofPages({ ...facts, consentPages })).entries()) {
    const seal = { name: 'Essai', timeMs: systemClock.now() }
    const order = { field: `Seal${index + 1}`, signer, facts: seal, drawing }
    current = await signLongTerm(current, order, ports)
  }
  return await addArchiveTimestamp(current, ports, [], 'Stamp')
}
