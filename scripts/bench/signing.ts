/**
 * The signing half beside pyHanko, in one run and on the same files: the sealing step, verification,
 * requests made per second, memory.
 */
import type { KeyObject } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toPem } from '../../src/pades/certificate.ts'
import { scannedFile } from '../../test/support/host-samples.ts'
import { pyHanko } from '../../test/support/pyhanko.ts'
import { cachedKeys } from '../../test/support/rsa-keys.ts'
import { SigningApp, somebody, startSigningApp } from '../../test/support/signing-app.ts'
import { describeMachine, type Machine } from './machine.ts'
import { peakDuring, treePss } from './memory.ts'
import { PyHanko, writeKeys } from './pyhanko.ts'
import {
  deskSettings,
  finish,
  finished,
  lastSignature,
  timed,
  verify,
  type Waiting,
  waiting,
} from './signing-desk.ts'

/** One size: milliseconds of each round, ours and theirs on the same file. */
export interface SigningSize {
  readonly name: string
  readonly bytes: number
  /** Signatures that the timed step makes, the seals among them. */
  readonly signatures: number
  readonly sealMs: readonly number[]
  readonly pyHankoSealMs: readonly number[]
  readonly verifyMs: readonly number[]
  readonly pyHankoVerifyMs: readonly number[]
  /** pyHanko as a command: with the start of Python and the loading of its modules. */
  readonly pyHankoColdMs: number
}

/** What this part leaves behind: docs/measurements/benchmarks-signing.json. */
export interface SigningResults {
  readonly mode: 'quick' | 'full'
  readonly date: string
  readonly machine: Machine
  readonly sizes: readonly SigningSize[]
  readonly created: readonly { readonly atOnce: number; readonly perSecond: number }[]
  readonly memory: {
    readonly beforeMb: number
    readonly oneMb: number
    readonly tenMb: number
    readonly pyHankoOneMb: number
  }
}

/** Bytes of incompressible picture: the rest of the file is about 25 kB. */
const SIZES: readonly [name: string, bytes: number][] = [
  ['50 kB', 25_000],
  ['1 MB', 975_000],
  ['10 MB', 9_975_000],
]
const WARM_UPS = { quick: 1, full: 3 }
const AT_ONCE = 10
const CREATED_AT_ONCE = [1, 4, 16]
/** Creating goes on for so long. */
const CREATE_MS = { quick: 3_000, full: 15_000 }
const ROUNDS = { quick: 2, full: 20 }
/** What takes part. */
interface Field {
  signing: SigningApp
  keysFolder: string
  warm: PyHanko
  root: string
}

async function coldSeal(keysFolder: string, pdf: Buffer): Promise<number> {
  const [ms] = await timed(async () => {
    const cold = new PyHanko(keysFolder)
    await cold.sign(pdf)
    cold.close()
  })
  return ms
}

/** Rounds of one size: both make the same file, in turns the one and the other first. */
async function raceSize(
  { signing, keysFolder, warm, root }: Field,
  [name, bytes]: (typeof SIZES)[number],
  mode: 'quick' | 'full',
): Promise<SigningSize> {
  const pdf = await scannedFile(bytes)
  const [sealMs, pyHankoSealMs, verifyMs, pyHankoVerifyMs] = [[], [], [], []] as number[][] as [
    number[],
    number[],
    number[],
    number[],
  ]
  let signatures = 0
  let last: Buffer = Buffer.alloc(0)
  const warmUps = WARM_UPS[mode]
  for (let round = -warmUps; round < ROUNDS[mode]; round++) {
    const document = await waiting(signing, pdf)
    last = document.pdf
    const ours = () => timed(() => finish(signing, document))
    const theirs = () => warm.sign(document.pdf)
    const oursFirst = round % 2 === 0
    const early = oursFirst ? (await ours())[0] : 0
    const other = await theirs()
    const sealed = oursFirst ? early : (await ours())[0]
    const file = await finished(signing, document.id)
    signatures = other.answer.signatures ?? 0
    if (round === -warmUps) await assertSound(other.pdf, root, signatures + 1)
    const [checked] = await timed(() => verify(signing, file))
    const { ms: theirCheck, valid } = await warm.verify(file)
    if (!valid) throw new Error('pyHanko does not accept our file')
    if (round < 0) continue
    sealMs.push(sealed)
    pyHankoSealMs.push(other.answer.ms)
    verifyMs.push(checked)
    pyHankoVerifyMs.push(theirCheck)
  }
  const pyHankoColdMs = await coldSeal(keysFolder, last)
  const times = { sealMs, pyHankoSealMs, verifyMs, pyHankoVerifyMs, pyHankoColdMs }
  return { name, bytes: pdf.length, signatures, ...times }
}

/** What pyHanko made is of the same worth, or the race is none. */
async function assertSound(pdf: Buffer, root: string, signatures: number): Promise<void> {
  const verdict = await pyHanko(pdf, root)
  const holds = verdict.signatures.filter((each) => each.holds && each.ades === 'PASSED')
  if (holds.length !== signatures || verdict.timestamps.length !== 1)
    throw new Error(`pyHanko's own file is not B-LTA: ${JSON.stringify(verdict)}`)
}

/** Requests made per second with so many calls at once. */
async function createdPerSecond(signing: SigningApp, atOnce: number, ms: number): Promise<number> {
  const pdf = await scannedFile(25_000)
  const until = performance.now() + ms
  let made = 0
  const lane = async (): Promise<void> => {
    while (performance.now() < until) {
      await signing.create([somebody()], { pdf })
      made += 1
    }
  }
  const [took] = await timed(() => Promise.all(Array.from({ length: atOnce }, lane)))
  return (made * 1000) / took
}

/** Highest memory while so many documents of 10 MB are signed last and sealed at once. */
async function sealedAtOnce(signing: SigningApp, count: number): Promise<number> {
  const pdf = await scannedFile(9_975_000)
  const documents: Waiting[] = []
  for (let n = 0; n < count; n++) documents.push(await waiting(signing, pdf))
  global.gc?.()
  const peak = await peakDuring(
    () => [process.pid],
    async () => {
      await Promise.all(documents.map((document) => lastSignature(document)))
      // As many at once as the running service does; `work` alone takes them one by one.
      await Promise.all(documents.map(() => signing.work()))
    },
  )
  for (const { id } of documents) await finished(signing, id)
  return peak
}

async function memoryOf(
  { signing, warm }: Field,
  count: number,
): Promise<SigningResults['memory']> {
  const beforeMb = treePss([process.pid]) - treePss([warm.pid])
  const oneMb = (await sealedAtOnce(signing, 1)) - treePss([warm.pid])
  const tenMb = (await sealedAtOnce(signing, count)) - treePss([warm.pid])
  const document = await waiting(signing, await scannedFile(9_975_000))
  const pyHankoOneMb = await peakDuring(
    () => [warm.pid],
    () => warm.sign(document.pdf),
  )
  return { beforeMb, oneMb, tenMb, pyHankoOneMb }
}

/** Runs this part. */
export async function benchSigning(
  mode: 'quick' | 'full',
  say: (text: string) => void,
): Promise<SigningResults> {
  const folder = mkdtempSync(join(tmpdir(), 'paraph-bench-signing-'))
  const keys: KeyObject[] = []
  const next = cachedKeys()
  const makeKey = async (): Promise<KeyObject> => {
    const key = await next()
    keys.push(key)
    return key
  }
  const { app } = await startSigningApp(deskSettings(folder), { makeKey })
  const signing = new SigningApp(app, await app.newKey('bench_signature'))
  const { pki } = signing.services
  const keysFolder = join(folder, 'keys')
  await writeKeys(keysFolder, pki, keys)
  const root = toPem('CERTIFICATE', (await pki.authority.key('root')).facts.certificate.der)
  const warm = new PyHanko(keysFolder)
  try {
    const sizes: SigningSize[] = []
    for (const size of SIZES) {
      say(`sealing ${size[0]}`)
      sizes.push(await raceSize({ signing, keysFolder, warm, root }, size, mode))
    }
    say('memory')
    const memory = await memoryOf({ signing, keysFolder, warm, root }, AT_ONCE)
    const created: { atOnce: number; perSecond: number }[] = []
    for (const atOnce of CREATED_AT_ONCE) {
      say(`creating, ${atOnce} at once`)
      created.push({ atOnce, perSecond: await createdPerSecond(signing, atOnce, CREATE_MS[mode]) })
    }
    const date = new Date().toISOString()
    return { mode, date, machine: describeMachine(), sizes, created, memory }
  } finally {
    warm.close()
    await signing.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
