/** Files signed through the whole service, of every kind and number of signers, before every judge. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toPem } from '../../src/pades/certificate.ts'
import type { Verification } from '../../src/verification/schemas.ts'
import {
  hybridFile,
  libreOfficeArchive1b,
  renderedInvoice,
  renderedLetter,
  scannedFile,
  signedElsewhere,
  throughQpdf,
} from './host-samples.ts'
import { type Judges, type Layer, type PadesVerdict, startJudges, type Verdict } from './judges.ts'
import { SAMPLES } from './pdf-samples.ts'
import { type Outsider, outsider, type PyHankoVerdict, pyHankoOnAll } from './pyhanko.ts'
import { type SigningApp, somebody, startSigningApp, type WishedSigner } from './signing-app.ts'
import { judgeSpoiled, type SpoiledVerdict, TAMPERINGS } from './signing-tampering.ts'

/** pyHanko judges every signature anew for each one after it: 28 of them take it many minutes. */
const PYHANKO_MAX = 10

/** One file to be signed. */
export interface Case {
  kind: string
  signers: number
  make(stage: Stage): Promise<Uint8Array> | Uint8Array
  /** What it claims before and after (veraPDF's name of the flavour). */
  claims?: string
  /** An electronic invoice, which it has to stay. */
  invoice?: boolean
  /** Signatures that others made before. */
  before?: number
}

const sample = (name: string) => async (): Promise<Uint8Array> => {
  const make = SAMPLES[name]
  if (make === undefined) throw new RangeError(`there is no sample ${name}`)
  return await make()
}
const letter = (format: string) => (stage: Stage) => renderedLetter(stage.signing, format)
const MB = 1_000_000

/** Every kind by two people, and more numbers of them where that says more. */
export const CASES: readonly Case[] = [
  ...Object.keys(SAMPLES).map((kind) => ({ kind, signers: 2, make: sample(kind) })),
  { kind: 'a page turned by 180 degrees', signers: 2, make: () => throughQpdf('--rotate=180:1') },
  { kind: 'linearized', signers: 2, make: () => throughQpdf('--linearize') },
  {
    kind: 'linearized with object streams',
    signers: 2,
    make: () => throughQpdf('--linearize', '--object-streams=generate'),
  },
  { kind: 'hybrid cross-references', signers: 2, make: hybridFile },
  { kind: '10 MB', signers: 2, make: () => scannedFile(9.5 * MB) },
  { kind: 'PDF/A-1b by LibreOffice', signers: 2, make: libreOfficeArchive1b },
  { kind: 'PDF/A-2b of ours', signers: 2, make: letter('pdfa-2b'), claims: '2b' },
  { kind: 'PDF/A-3b of ours', signers: 2, make: letter('pdfa-3b'), claims: '3b' },
  {
    kind: 'Factur-X of ours',
    signers: 2,
    make: (stage) => renderedInvoice(stage.signing),
    claims: '3b',
    invoice: true,
  },
  {
    kind: 'signed by pyHanko before',
    signers: 2,
    make: ({ stranger }) => signedElsewhere(stranger, 'a classic file'),
    before: 1,
  },
  {
    kind: 'object streams, signed by pyHanko before',
    signers: 1,
    make: ({ stranger }) => signedElsewhere(stranger, 'object streams'),
    before: 1,
  },
  { kind: 'a classic file', signers: 1, make: sample('a classic file') },
  { kind: 'linearized', signers: 5, make: () => throughQpdf('--linearize') },
  { kind: 'a classic file', signers: 5, make: sample('a classic file') },
  { kind: 'PDF/A-3b of ours', signers: 20, make: letter('pdfa-3b'), claims: '3b' },
]

/** What everybody said of one signed file. */
export interface Judged {
  pdf: Buffer
  status: string
  level: string | undefined
  dss: PadesVerdict
  /** Undefined where there are too many signatures for it. */
  pyHanko: PyHankoVerdict | undefined
  ours: Verification
  archive: Verdict
  /** Our own verdict on the invoice inside. */
  invoice: { valid: boolean } | undefined
}

/** The service, the judges and a stranger who signs too. */
export interface Stage {
  signing: SigningApp
  judges: Judges
  stranger: Outsider
  /** All trusted roots as PEM. */
  roots: string
  close(): Promise<void>
}

/** Starts everything. */
export async function openStage(): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'))
  const stranger = outsider(folder)
  const trusted = join(folder, 'trusted')
  mkdirSync(trusted)
  const theirs = readFileSync(stranger.certificate, 'utf8')
  writeFileSync(join(trusted, 'stranger.pem'), theirs)
  const judges = startJudges()
  const signing = await startSigningApp({ PARAPH_TRUST_DIR: trusted })
  const root = (await signing.services.pki.authority.key('root')).facts.certificate
  return {
    signing,
    judges,
    stranger,
    roots: `${toPem('CERTIFICATE', root.der)}\n${theirs}`,
    async close() {
      judges.close()
      await signing.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Our own verdict, as callers get it. */
export async function verified({ signing }: Stage, pdf: Uint8Array) {
  const form = [['file', { filename: 'signed.pdf', bytes: pdf }]] as const
  return await signing.app.call('POST', '/api/v1/verify', { key: signing.key, form: [...form] })
}

async function judgedByUs(stage: Stage, pdf: Uint8Array): Promise<Verification> {
  const answer = await verified(stage, pdf)
  if (answer.status !== 200) throw new Error(`not verified: ${answer.status} ${answer.bytes}`)
  return answer.json<Verification>()
}

/**
 * Has a document signed by people who get a link, a code, and so on.
 * @param names of the first of them; the others have names of their own
 */
export async function signThrough(
  stage: Stage,
  pdf: Uint8Array,
  signers: number,
  names: readonly Partial<WishedSigner>[] = [],
) {
  const { signing } = stage
  const people = Array.from({ length: signers }, (_, index) => somebody(names[index]))
  const { id } = await signing.create(people, { pdf })
  const { status, level } = await signing.finish(id, people)
  return { status, level, pdf: await signing.signedFile(id) }
}

async function invoiceIn({ signing }: Stage, pdf: Buffer): Promise<{ valid: boolean }> {
  const file = { filename: 'signed.pdf', bytes: pdf, type: 'application/pdf' }
  const answer = await signing.app.call('POST', '/validate-facturx', {
    key: await signing.app.newKey(),
    form: [['file', file]],
  })
  return answer.json()
}

async function judgeOne(stage: Stage, one: Case): Promise<Omit<Judged, 'pyHanko'>> {
  const done = await signThrough(stage, await one.make(stage), one.signers)
  const layers: Layer[] = [
    ...(one.claims === undefined ? [] : (['pdfa'] as const)),
    ...(one.invoice ? (['mustang'] as const) : []),
  ]
  const [dss, archive, ours] = await Promise.all([
    stage.judges.pades(done.pdf, stage.roots),
    stage.judges.judge(done.pdf, layers),
    judgedByUs(stage, done.pdf),
  ])
  const invoice = one.invoice ? await invoiceIn(stage, done.pdf) : undefined
  return { ...done, dss, ours, archive, invoice }
}

/** Files that pyHanko gets at once: starting it costs more than judging a small file. */
const LOT = 7

async function pyHankoOnLot(
  lot: readonly Case[],
  own: readonly Promise<Omit<Judged, 'pyHanko'>>[],
  roots: string,
): Promise<Map<Case, PyHankoVerdict>> {
  const asked = (await Promise.allSettled(own)).flatMap((outcome, index) => {
    const one = lot[index]
    if (outcome.status === 'rejected' || one === undefined) return []
    const { pdf, dss } = outcome.value
    return dss.signatures.length <= PYHANKO_MAX ? [{ one, pdf }] : []
  })
  const files = asked.map(({ pdf }) => pdf)
  const verdicts = files.length === 0 ? [] : await pyHankoOnAll(files, roots)
  return new Map(
    verdicts.flatMap((verdict, index) => {
      const one = asked[index]?.one
      return one === undefined ? [] : [[one, verdict] as const]
    }),
  )
}

/**
 * Signs every case and asks every judge, one case after the other; pyHanko, which is slow, takes its
 * files in lots while the next ones are signed. A case that fails rejects its own promise only.
 */
export function judgeCases(
  stage: Stage,
  cases: readonly Case[] = CASES,
): ReadonlyMap<Case, Promise<Judged>> {
  const result = new Map<Case, Promise<Judged>>()
  let before: Promise<unknown> = Promise.resolve()
  for (let start = 0; start < cases.length; start += LOT) {
    const lot = cases.slice(start, start + LOT)
    const own = lot.map((one) => {
      const mine = before.then(() => judgeOne(stage, one))
      before = mine.catch(() => undefined)
      return mine
    })
    const theirs = pyHankoOnLot(lot, own, stage.roots)
    for (const [index, one] of lot.entries()) {
      const whole = Promise.all([own[index] as Promise<Omit<Judged, 'pyHanko'>>, theirs]).then(
        ([facts, verdicts]) => ({ ...facts, pyHanko: verdicts.get(one) }),
      )
      whole.catch(() => undefined)
      result.set(one, whole)
    }
  }
  return result
}

/** Spoils a file of two signers in every way and asks everybody. */
export async function judgeTamperings(stage: Stage, signed: Buffer): Promise<SpoiledVerdict[]> {
  const copies = TAMPERINGS.map(([name, spoil]) => [name, spoil(signed)] as const)
  const { judges, roots } = stage
  const sound = await judges.pades(signed, roots)
  const ours = async (pdf: Buffer): Promise<string[]> => {
    const answer = await verified(stage, pdf)
    if (answer.status !== 200) return [answer.json<{ code: string }>().code]
    const { valid, problems, signatures } = answer.json<Verification>()
    const all = [...problems, ...signatures.flatMap((each) => each.problems)]
    return valid ? [] : [...new Set(all.map(({ code }) => code))].sort()
  }
  const signatures = sound.signatures.length
  return await judgeSpoiled(copies, { judges, roots, signatures, timestamps: 1, ours })
}
