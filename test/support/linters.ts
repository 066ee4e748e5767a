/** zlint and pkilint, linters of certificates, fetched once into the user's cache at versions of their own. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const PKILINT = '0.13.3'
const ZLINT = 'v3.7.1'
/** What that version of zlint is built with; Debian's own Go is older. */
const GO = '1.25.5'

const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'paraph-judges')
const quiet = { stdio: 'pipe' as const }

/** Makes a folder whole or not at all. */
function cached(name: string, make: (folder: string) => void): string {
  const folder = join(CACHE, name)
  if (existsSync(join(folder, 'ready'))) return folder
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  make(folder)
  mkdirSync(join(folder, 'ready'))
  return folder
}

/** The folder of pkilint's programs. */
function pkilint(): string {
  const folder = cached(`pkilint-${PKILINT}`, (home) => {
    execFileSync('python3', ['-m', 'venv', home], quiet)
    execFileSync(join(home, 'bin/pip'), ['install', '-q', `pkilint==${PKILINT}`], quiet)
  })
  return join(folder, 'bin')
}

const isNewEnough = (go: string): boolean => {
  const said = spawnSync(go, ['version'], { encoding: 'utf8' }).stdout ?? ''
  const [, minor] = /go1\.(\d+)/.exec(said) ?? []
  return Number(minor ?? 0) >= 25
}

/** A Go that builds zlint and generated clients: the machine's, else one that the module proxy has. */
export function goProgram(): string {
  if (isNewEnough('go')) return 'go'
  const arch = process.arch === 'arm64' ? 'arm64' : 'amd64'
  const name = `golang.org/toolchain@v0.0.1-go${GO}.linux-${arch}`
  const folder = cached(`go-${GO}`, (home) => {
    const proxy = 'https://proxy.golang.org/golang.org/toolchain/@v'
    const zip = join(home, 'go.zip')
    execFileSync('curl', ['-fsSL', '-o', zip, `${proxy}/${name.split('@')[1]}.zip`], quiet)
    execFileSync('python3', ['-m', 'zipfile', '-e', zip, home], quiet)
    execFileSync(
      'chmod',
      ['-R', '+x', join(home, name, 'bin'), join(home, name, 'pkg/tool')],
      quiet,
    )
    rmSync(zip)
  })
  return join(folder, name, 'bin/go')
}

function zlint(): string {
  const folder = cached(`zlint-${ZLINT}`, (home) => {
    const go = join(home, 'work')
    const env = { ...process.env, GOPATH: go, GOFLAGS: '-modcacherw', GOTOOLCHAIN: 'local' }
    const source = `github.com/zmap/zlint/v3/cmd/zlint@${ZLINT}`
    execFileSync(goProgram(), ['install', source], { ...quiet, env })
    renameSync(join(go, 'bin/zlint'), join(home, 'zlint'))
    rmSync(go, { recursive: true })
  })
  return join(folder, 'zlint')
}

/**
 * The profile: what binds every certificate. The sources left out (CA/Browser Forum, Mozilla, Apple, Chrome) are
 * rules for certificates of web servers, e-mail and code in browsers' lists, which these are none of.
 */
const SOURCES = 'RFC3279,RFC5280,RFC5480,RFC5891,RFC6962,RFC8813,ETSI_ESI'

/** What zlint finds in a PEM file, errors and warnings; the number of its rules that were asked. */
export function zlintFindings(file: string): { findings: string[]; asked: number } {
  const said = execFileSync(zlint(), ['-includeSources', SOURCES, file], { encoding: 'utf8' })
  const results = Object.entries(JSON.parse(said) as Record<string, { result: string }>)
  const isFinding = (result: string): boolean => ['warn', 'error', 'fatal'].includes(result)
  return {
    findings: results.filter(([, { result }]) => isFinding(result)).map(([name]) => name),
    asked: results.filter(([, { result }]) => result !== 'NA').length,
  }
}

const LINTS = {
  certificate: ['lint_pkix_cert', 'lint'],
  list: ['lint_crl', 'lint', '-p', 'PKIX', '-t', 'CRL'],
  answer: ['lint_ocsp_response', 'lint'],
} as const

/** What pkilint finds in a file by the profile of RFC 5280 or RFC 6960, errors and warnings; empty when nothing. */
export function pkilintFindings(kind: keyof typeof LINTS, file: string): string {
  const [program, ...args] = LINTS[kind]
  const run = spawnSync(join(pkilint(), program), [...args, '-s', 'WARNING', file], {
    encoding: 'utf8',
  })
  return `${run.stdout}${run.stderr}`.trim()
}
