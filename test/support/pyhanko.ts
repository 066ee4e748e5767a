/** pyHanko as a second judge of signatures, in a virtual environment built once into the user's cache. */
import { execFile, execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const FOLDER = join(import.meta.dirname, '../judge/pyhanko')
const REQUIREMENTS = join(FOLDER, 'requirements.txt')

/** What pyHanko says. */
export interface PyHankoVerdict {
  signatures: {
    field: string
    holds: boolean
    ades: string
    changes: string
    docmdp: boolean | null
  }[]
  timestamps: { field: string; holds: boolean }[]
  problem?: string
}

/** The Python with pyHanko in it. */
export const pyHankoPython = (): string => judgePython('pyhanko', REQUIREMENTS)

/** A Python with what a judge needs, made once. @throws when it cannot be had */
export function judgePython(name: string, requirements: string): string {
  const key = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 16)
  const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache')
  const home = join(cache, 'paraph-judges', `${name}-${key}`)
  const ready = join(home, 'ready')
  if (!existsSync(ready)) {
    mkdirSync(home, { recursive: true })
    const quiet = { stdio: 'pipe' as const }
    execFileSync('python3', ['-m', 'venv', home], quiet)
    execFileSync(join(home, 'bin/pip'), ['install', '-q', '-r', requirements], quiet)
    writeFileSync(ready, '')
  }
  return join(home, 'bin/python')
}

/** What pyHanko writes of each file, in one run of it. */
async function judged(
  pdfs: readonly Uint8Array[],
  roots: string,
  ...options: readonly string[]
): Promise<unknown[]> {
  const scratch = mkdtempSync(join(tmpdir(), 'pyhanko-'))
  try {
    const pem = join(scratch, 'root.pem')
    writeFileSync(pem, roots)
    const files = pdfs.map((pdf, index) => {
      const file = join(scratch, `${index}.pdf`)
      writeFileSync(file, pdf)
      return file
    })
    const run = promisify(execFile)
    const script = join(FOLDER, 'judge.py')
    const { stdout } = await run(pyHankoPython(), [script, ...options, pem, ...files])
    return stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  } finally {
    rmSync(scratch, { recursive: true })
  }
}

/**
 * pyHanko's verdicts on files.
 * @param roots the trusted certificates as PEM
 */
export async function pyHankoOnAll(
  pdfs: readonly Uint8Array[],
  roots: string,
): Promise<PyHankoVerdict[]> {
  return (await judged(pdfs, roots)) as PyHankoVerdict[]
}

/** Whether the last signature of each file holds, which is all that is asked: a fraction of the work. */
export async function lastHolds(pdfs: readonly Uint8Array[], roots: string): Promise<boolean[]> {
  const verdicts = (await judged(pdfs, roots, '--last')) as Array<{ holds: boolean }>
  return verdicts.map(({ holds }) => holds)
}

/**
 * pyHanko's verdict on one file.
 * @param atMs when it is judged, epoch milliseconds; now when left out
 */
export async function pyHanko(
  pdf: Uint8Array,
  root: string,
  atMs?: number,
): Promise<PyHankoVerdict> {
  const at = atMs === undefined ? [] : ['--at', String(Math.ceil(atMs / 1000))]
  const [verdict] = (await judged([pdf], root, ...at)) as PyHankoVerdict[]
  if (verdict === undefined) throw new Error('pyHanko gave no verdict')
  return verdict
}

/** Somebody else's key and certificate, which vouches for itself. */
export interface Outsider {
  folder: string
  certificate: string
}

/** Makes a key and a self-signed certificate for signing documents. */
export function outsider(folder: string): Outsider {
  const certificate = join(folder, 'outsider.pem')
  execFileSync(
    'openssl',
    [
      ...'req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=Outsider -sha256'.split(' '),
      ...['-addext', 'keyUsage=critical,digitalSignature,nonRepudiation'],
      ...['-keyout', join(folder, 'outsider.key'), '-out', certificate],
    ],
    { stdio: 'pipe' },
  )
  return { folder, certificate }
}

/** Signs with pyHanko into a new field. */
export async function signWithPyHanko(
  pdf: Uint8Array,
  { folder, certificate }: Outsider,
  ...options: 'visible'[]
): Promise<Buffer> {
  const [given, out] = [join(folder, 'given.pdf'), join(folder, 'out.pdf')]
  writeFileSync(given, pdf)
  const script = join(FOLDER, 'sign.py')
  const key = join(folder, 'outsider.key')
  await promisify(execFile)(pyHankoPython(), [script, given, out, key, certificate, ...options])
  return readFileSync(out)
}
