/**
 * The outside judges as the tests see them: a Java process (see judge-home.ts) that answers one verdict per file. Those of a
 * run of tests ask one process together: Java is fast once it is warm.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { INSTALL, judgeHome } from './judge-home.ts'

/** What a layer of rules says against a file. */
export interface SheetFinding {
  /** The rule, e.g. `BR-CO-15`; `CRASH` when the sheet itself failed on the file. */
  id: string
  flag: string
  location: string
  text: string
}

/** A layer of judgement: XSD, EN 16931, profile and French schematrons, veraPDF, Mustang. */
export type Layer = 'xsd' | 'cen' | 'profile' | 'fr' | 'pdfa' | 'mustang'

/** The layers that were asked for; the others are absent. */
export interface Verdict {
  error?: string
  malformed?: string
  /** The invoice XML that was judged; null when a PDF holds none. */
  xml?: string | null
  guideline?: string
  profile?: 'minimum' | 'basicwl' | 'basic' | 'en16931' | 'extended' | 'ubl'
  xsd?: string[]
  cen?: SheetFinding[]
  profileRules?: SheetFinding[]
  fr?: SheetFinding[]
  /** KoSIT's, with the layer cen, of a file that names XRechnung 3.0. */
  xrechnung?: SheetFinding[]
  /** That of Peppol BIS Billing 3, with the layer cen, of a UBL file that names it. */
  peppol?: SheetFinding[]
  /** That of EXTENDED-CTC-FR, with the layer cen and in its stead, of a file that names it. */
  ctc?: SheetFinding[]
  pdfa?: { claimed: string | null; problems: string[] }
  mustang?: { summary: string; errors: string[] }
  pades?: PadesVerdict
}

/** What EU DSS says of the signatures in a PDF. */
export interface PadesVerdict {
  signatures: {
    field: string
    indication: string
    sub: string
    level: string
    /** The covered bytes and the signature fit together. */
    intact: boolean
    warnings: string[]
    /** By the trusted list, e.g. `QESEAL`; `NA` for an authority that is on none. */
    qualification: string
  }[]
  problems: string[]
  /** What was done after each signature or document time-stamp. */
  changes: string[]
  /** Every document time-stamp fits the bytes it covers. */
  stampsIntact: boolean
  bytesAfterLastToken: number
}

/** An authority for qualified certificates on a trusted list, as PEM, and the status of its service there. */
export interface ListedAuthority {
  listed: string
  status: 'granted' | 'withdrawn'
}

/** The running judges. */
export interface Judges {
  /** @param file a path, or the bytes of a PDF or an XML file. */
  judge(file: string | Uint8Array, layers: readonly Layer[]): Promise<Verdict>
  /**
   * @param roots the trusted certificates as PEM
   * @param atMs when it is judged, epoch milliseconds; now when left out
   * @param listed an authority that a trusted list of a country of the Union names
   */
  pades(
    file: Uint8Array,
    roots: string,
    atMs?: number,
    listed?: ListedAuthority,
  ): Promise<PadesVerdict>
  close(): void
}

/** A Java process of its own. */
export interface JudgeProcess extends Judges {
  readonly pid: number
}

/** Names the socket of judges that run already; none: {@link startJudges} starts some. */
export const SOCKET_VARIABLE = 'TEST_JUDGES_SOCKET'

/** Where questions go, a line each, and where verdicts come from. */
interface Line {
  readonly input: Readable
  readonly output: Writable
}

/** Starts Java. @param args for the judges, after their folder */
export function judgeJava(args: readonly string[] = []): ChildProcess {
  const home = judgeHome()
  return spawn(
    'java',
    [
      '-XX:+UseSerialGC',
      '-Xss16m',
      '-Xmx2g',
      '-Djava.awt.headless=true',
      '-cp',
      `${home}/classes:${home}/lib/*`,
      'judge.Main',
      home,
      ...args,
    ],
    { stdio: ['pipe', 'pipe', 'ignore'] },
  )
}

/** The judges of this run of tests, or else a process of their own. */
export function startJudges(): Judges {
  const path = process.env[SOCKET_VARIABLE]
  if (path === undefined) return startJudgeProcess()
  const socket = connect(path)
  const { judges, fail } = speak({ input: socket, output: socket })
  socket.on('error', (error) => fail(`The judges are not there: ${error.message}`))
  socket.on('close', () => fail('The judges have hung up.'))
  return judges
}

/** Starts the judges as a process of their own. */
export function startJudgeProcess(): JudgeProcess {
  const child = judgeJava()
  const { stdin, stdout } = child
  if (stdin === null || stdout === null) throw new Error('The judges have no pipes.')
  const { judges, fail } = speak({ input: stdout, output: stdin })
  child.on('error', (error) =>
    fail(`The judges did not start: ${error.message}. Install: ${INSTALL}`),
  )
  child.on('exit', (code) => fail(`The judges ended with exit code ${code}.`))
  return { ...judges, pid: child.pid ?? Number.NaN }
}

function speak({ input, output }: Line): { judges: Judges; fail: (why: string) => void } {
  const scratch = mkdtempSync(join(tmpdir(), 'judges-'))
  const waiting = new Map<
    number,
    { resolve: (verdict: Verdict) => void; reject: (error: Error) => void }
  >()
  createInterface({ input }).on('line', (line) => {
    const { id, ...verdict } = JSON.parse(line) as Verdict & { id: number }
    waiting.get(id)?.resolve(verdict)
    waiting.delete(id)
  })
  let gone: string | undefined
  const fail = (why: string): void => {
    gone ??= why
    for (const { reject } of waiting.values()) reject(new Error(why))
    waiting.clear()
  }
  let count = 0
  const ask = (file: string | Uint8Array, question: object): Promise<Verdict> => {
    if (gone !== undefined) return Promise.reject(new Error(gone))
    count += 1
    const id = count
    const path = typeof file === 'string' ? file : join(scratch, `${id}`)
    if (typeof file !== 'string') writeFileSync(path, file)
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      output.write(`${JSON.stringify({ id, file: path, ...question })}\n`)
    })
  }
  const judges: Judges = {
    judge: (file, layers) => ask(file, { layers }),
    async pades(file, trust, at, listed) {
      const { pades, error } = await ask(file, { layers: [], trust, at, ...listed })
      if (pades === undefined) throw new Error(`EU DSS gave no verdict: ${error}`)
      return pades
    },
    close() {
      output.end()
      rmSync(scratch, { recursive: true, force: true })
    },
  }
  return { judges, fail }
}
