/** Copies of a signed file that somebody spoiled, and what the judges and this service say of them. */
import { PDFName, type PDFObject } from 'pdf-lib'
import { PdfFile } from '../../src/pdf/pdf-file.ts'
import { catalogOf, contentNumber, contentsRef, stream, updated } from './attacks.ts'
import type { Judges } from './judges.ts'
import { type PyHankoVerdict, pyHankoOnAll } from './pyhanko.ts'

/** What somebody did to a finished file. */
export type Tampering = readonly [name: string, spoil: (signed: Buffer) => Buffer]

function flipped(pdf: Buffer, at: number, to: (byte: number) => number): Buffer {
  const spoiled = Buffer.from(pdf)
  spoiled[at] = to(spoiled[at] ?? 0)
  return spoiled
}

function offsetOf(pdf: Buffer, number: number): number {
  const entry = PdfFile.open(pdf).entry(number)
  if (entry?.kind !== 'at') throw new RangeError(`object ${number} has no place of its own`)
  return entry.offset
}

const END = '%%EOF'
/** The file cut behind each `%%EOF`: the state that was signed first, and what was appended since. */
function revisionsOf(pdf: Buffer): Buffer[] {
  const parts: Buffer[] = []
  let from = 0
  for (let at = pdf.indexOf(END); at >= 0; at = pdf.indexOf(END, at + END.length)) {
    const next = pdf[at + END.length] === 0x0a ? at + END.length + 1 : at + END.length
    parts.push(pdf.subarray(from, next))
    from = next
  }
  return parts
}

/** Each way to spoil a file; all must be refused by everybody. */
export const TAMPERINGS: readonly Tampering[] = [
  [
    'a byte in the content of a page',
    (pdf) => {
      const start = pdf.indexOf('stream\n', offsetOf(pdf, contentNumber(pdf)))
      return flipped(pdf, start + 'stream\n'.length + 20, (byte) => byte ^ 1)
    },
  ],
  [
    'a byte in the first signature',
    (pdf) => {
      const start = pdf.indexOf('/Contents <30')
      // Inside the hexadecimal text of the certificate or the signature: another digit.
      return flipped(pdf, start + 4_000, (byte) => (byte === 0x30 ? 0x31 : 0x30))
    },
  ],
  [
    'a page written anew in an update behind the end',
    (pdf) => updated(pdf, (update) => update.set(contentsRef(update, 0), stream(update, 'BT ET'))),
  ],
  [
    'the validation data (DSS) taken away',
    (pdf) =>
      updated(pdf, (update) => {
        const catalog = catalogOf(update)
        catalog.delete(PDFName.of('DSS'))
        update.set(update.catalogRef, catalog as PDFObject)
      }),
  ],
  [
    'two revisions exchanged',
    (pdf) => {
      const [first, second, third, ...rest] = revisionsOf(pdf)
      return Buffer.concat([first, third, second, ...rest].flatMap((part) => part ?? []))
    },
  ],
  [
    'a revision taken out of the middle',
    (pdf) => Buffer.concat(revisionsOf(pdf).filter((_part, index) => index !== 1)),
  ],
  ['the last kilobyte cut off', (pdf) => pdf.subarray(0, pdf.length - 1_000)],
  ['cut in half', (pdf) => pdf.subarray(0, Math.floor(pdf.length / 2))],
]

/** What everybody said of one spoiled copy. */
export interface SpoiledVerdict {
  name: string
  /** Whether EU DSS and pyHanko refuse it: a signature, or the level that the sound file has. */
  dss: boolean
  pyHanko: boolean
  /** The codes under which this service refuses it; empty: it does not. */
  ours: readonly string[]
}

/** Who judges spoiled copies. */
export interface SpoiledJudges {
  judges: Judges
  roots: string
  /** Signatures, and document time-stamps, that the sound file has. */
  signatures: number
  timestamps: number
  ours(pdf: Buffer): Promise<readonly string[]> | readonly string[]
}

const accepts = (verdict: PyHankoVerdict, signatures: number, timestamps: number): boolean =>
  verdict.problem === undefined &&
  verdict.signatures.length >= signatures &&
  verdict.timestamps.length >= timestamps &&
  [...verdict.signatures, ...verdict.timestamps].every(({ holds }) => holds)

/** Asks everybody about spoiled copies. */
export async function judgeSpoiled(
  copies: readonly (readonly [name: string, pdf: Buffer])[],
  { judges, roots, signatures, timestamps, ours }: SpoiledJudges,
): Promise<SpoiledVerdict[]> {
  const files = copies.map(([, pdf]) => pdf)
  const half = Math.ceil(files.length / 2)
  const theirs = Promise.all([
    pyHankoOnAll(files.slice(0, half), roots),
    files.length > half ? pyHankoOnAll(files.slice(half), roots) : [],
  ])
  theirs.catch(() => undefined)
  const judged: Omit<SpoiledVerdict, 'pyHanko'>[] = []
  for (const [name, pdf] of copies) {
    const verdict = await judges.pades(pdf, roots)
    const passed = verdict.signatures.filter(
      ({ indication, level }) => indication === 'TOTAL_PASSED' && level === 'PAdES-BASELINE-LTA',
    )
    const dss = verdict.problems.length > 0 || passed.length < signatures
    judged.push({ name, dss, ours: await ours(pdf) })
  }
  const verdicts = (await theirs).flat()
  return judged.map((one, index) => {
    const verdict = verdicts[index]
    return { ...one, pyHanko: verdict === undefined || !accepts(verdict, signatures, timestamps) }
  })
}
