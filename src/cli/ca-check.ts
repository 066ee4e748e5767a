/** `ca check`: a complete signature on a generated page, verified by our own verifier, with timings. */
import { writeFileSync } from 'node:fs'
import { PDFDocument } from 'pdf-lib'
import { growableCopy } from '../kernel/bytes.ts'
import { systemClock } from '../kernel/clock.ts'
import { FatalError } from '../kernel/invariant.ts'
import { workHere } from '../pades/file-work.ts'
import { IncrementalSigner } from '../pades/incremental-signer.ts'
import { verifyPdf } from '../pades/verify.ts'
import { drawAppearance } from '../pdf/appearance.ts'
import { embedFont } from '../pdf/fonts.ts'
import { layOut } from '../pdf/layout.ts'
import { openPdf } from '../pdf/opening.ts'
import type { Pki } from '../pki/open.ts'
import { type Command, optional, type Session } from './command.ts'

const FIELD = 'Check'
const BOX = { x: 60, y: 60, width: 200, height: 60 }

/** Runs a step and prints how long it took. */
type Timed = <Result>(what: string, step: () => Promise<Result>) => Promise<Result>

const timedBy =
  (session: Session): Timed =>
  async (what, step) => {
    const start = performance.now()
    const result = await step()
    session.out(`${what.padEnd(20)} ${(performance.now() - start).toFixed(0).padStart(6)} ms`)
    return result
  }

async function blankPage(): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  document.addPage([595, 842])
  return await document.save()
}

const drawing = (name: string) =>
  drawAppearance(BOX, async (page, document) => {
    const font = await embedFont(document, 'regular')
    page.drawText(name, { x: 8, y: 26, size: 9, font })
  })

/** Signs a blank page to level B-LTA with a key and certificate of its own. */
async function signedPage({ authority, keyPool, timestamps, revocation }: Pki, timed: Timed) {
  const opened = await openPdf(await blankPage())
  const layout = {
    reservedPages: [],
    attachments: [],
    fields: [{ name: FIELD, page: 0, box: BOX }],
  }
  const pdf = await timed('lay out page', async () => layOut(opened, layout))
  const key = await timed('take a key', () => keyPool.take())
  const signer = await timed('issue a certificate', async () => {
    const person = { email: 'check@localhost', country: 'FR', serialNumber: 'CHECK' }
    return await authority.issueSigner(await authority.reserveSigner(person), key)
  })
  const shown = await timed('draw', () => drawing(`Check of ${signer.certificate.name}`))
  const facts = { name: signer.certificate.name, timeMs: systemClock.now(), certify: true }
  const file = new IncrementalSigner(workHere(), growableCopy(pdf))
  const input = { field: FIELD, facts, drawing: shown }
  await timed('sign, B-T', () => file.sign(input, { signer, timestamps }))
  await timed('validation data, B-LT', async () =>
    file.addValidationData(await revocation.validationData(file.certificates)),
  )
  await timed('time-stamp, B-LTA', () => file.stamp(undefined, timestamps))
  return file.pdf
}

/**
 * The command.
 * @param open gives the authority with its keys loaded
 */
export const caCheck = (open: (session: Session) => Promise<Pki>): Command => ({
  usage: '[--out <file>]',
  summary: 'Sign a blank page at level B-LTA, verify it, and print the duration of each step',
  async run(session, flags) {
    const pki = await open(session)
    const timed = timedBy(session)
    const pdf = await signedPage(pki, timed)
    const trusted = await pki.trusted()
    const verified = await timed('verify', async () =>
      verifyPdf(pdf, { ...trusted, nowMs: systemClock.now() }),
    )
    const [signature] = verified.signatures
    const out = optional(flags, 'out')
    if (out !== undefined) writeFileSync(out, pdf)
    if (verified.valid && signature?.level === 'B-LTA') {
      session.note('The signature is valid: B-LTA.')
      return
    }
    const problems = [...verified.problems, ...verified.signatures.flatMap((each) => each.problems)]
    throw new FatalError(
      `the signature is not valid: ${problems.map(({ detail }) => detail).join('; ')}`,
    )
  },
})
