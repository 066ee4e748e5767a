/** Checks what the converter needs on this machine and suggests fixes for what is missing. */
import { execFile } from 'node:child_process'
import { access } from 'node:fs/promises'
import { promisify } from 'node:util'
import { checkOf, type HealthCheck } from '../kernel/health-check.ts'
import { messageOf } from '../kernel/type-guards.ts'
import { checkFonts } from './doctor-fonts.ts'
import {
  findInstallation,
  findJemalloc,
  findPython,
  findSoffice,
  hasMath,
  type Installation,
  type InstallationPaths,
  readVersion,
} from './installation.ts'
import { startWarm } from './sample.ts'
import { chooseSandbox, PATIENCE_MS, type Sandbox, type SandboxChoice } from './sandbox.ts'
import { reachableScratch } from './scratch.ts'
import { seccompFilter } from './seccomp.ts'

const run = promisify(execFile)
/** The version of LibreOffice that docs/fidelity.md compares with older ones. */
const NEWER = 25.2
/** Languages whose words can be divided, by the names of Debian's packages. */
const HYPHENATED = {
  fr: 'fr_FR',
  'en-us': 'en_US',
  de: 'de_DE',
  es: 'es_ES',
  it: 'it_IT',
  nl: 'nl_NL',
}

/** What the doctor checks. */
interface OfficeDoctorOptions extends InstallationPaths {
  sandbox: SandboxChoice
  scratchDir: string
}

/** Runs every check; the last one converts a document for real. */
export async function examineOffice(options: OfficeDoctorOptions): Promise<HealthCheck[]> {
  const [soffice, bridge, jemalloc, jpeg, fonts] = await Promise.all([
    checkSoffice(options),
    checkBridge(options),
    checkJemalloc(options),
    checkJpeg(options),
    checkFonts(),
  ])
  const checks = [soffice, bridge, jemalloc, jpeg, await checkHyphenation(), ...fonts]
  if (!soffice.ok || !bridge.ok) return checks
  const installation = await findInstallation(options)
  const { check, sandbox } = await checkSandbox(options, installation)
  checks.push(check)
  if (sandbox !== undefined) checks.push(await checkConversion(options, installation, sandbox))
  return checks
}

async function checkSoffice({ sofficePath }: InstallationPaths): Promise<HealthCheck> {
  const path = await findSoffice(sofficePath)
  const check = checkOf('LibreOffice', true)
  if (path === undefined) return check.fails('not found', 'apt install libreoffice-writer-nogui')
  const { version } = await readVersion(path)
  const lost =
    Number.parseFloat(version) < NEWER
      ? `; ${NEWER} lays out more documents as Word does and opens some that this one cannot (docs/fidelity.md): apt install -t bookworm-backports libreoffice-writer-nogui python3-uno`
      : ''
  const equations = (await hasMath(path))
    ? ''
    : '; equations are left out: apt install libreoffice-math-nogui'
  return check.ok(`${version} in ${path}${lost}${equations}`)
}

async function checkBridge({ pythonPath }: InstallationPaths): Promise<HealthCheck> {
  const check = checkOf('Python bridge', true)
  const fix = 'apt install python3-uno'
  const python = await findPython(pythonPath)
  if (python === undefined) return check.fails('Python 3 not found', fix)
  try {
    await run(python, ['-I', '-c', 'import uno'], { timeout: PATIENCE_MS })
    return check.ok(`uno in ${python}`)
  } catch {
    return check.fails(`${python} cannot import uno`, fix)
  }
}

async function checkJemalloc({ jemallocPath }: InstallationPaths): Promise<HealthCheck> {
  const path = await findJemalloc(jemallocPath)
  const check = checkOf('jemalloc')
  if (path !== undefined) return check.ok(path)
  return check.fails(
    'not found: documents take 10 to 17 % longer and more memory',
    'apt install libjemalloc2',
  )
}

async function checkJpeg({ pythonPath }: InstallationPaths): Promise<HealthCheck> {
  const check = checkOf('JPEG')
  const load =
    "import ctypes; [ctypes.CDLL(name) for name in ('libpng16.so.16', 'libturbojpeg.so.0')]"
  const python = await findPython(pythonPath)
  try {
    await run(python ?? 'python3', ['-I', '-c', load], { timeout: PATIENCE_MS })
    return check.ok('libpng and libturbojpeg')
  } catch {
    return check.fails(
      'not found: photographs saved as PNG make larger files and take up to three times longer',
      'apt install libturbojpeg0 (Ubuntu: libturbojpeg)',
    )
  }
}

async function checkHyphenation(): Promise<HealthCheck> {
  const found = await Promise.all(
    Object.entries(HYPHENATED).map(async ([language, file]) => ({
      language,
      isThere: await access(`/usr/share/hyphen/hyph_${file}.dic`).then(
        () => true,
        () => false,
      ),
    })),
  )
  const named = (isThere: boolean): string[] =>
    found.flatMap((one) => (one.isThere === isThere ? [one.language] : []))
  const [there, missing] = [named(true), named(false)]
  const check = checkOf('hyphenation')
  if (missing.length === 0) return check.ok(`dictionaries for ${there.join(', ')}`)
  const packages = missing.map((language) => `hyphen-${language}`).join(' ')
  return check.fails(
    `no dictionary for ${missing.join(', ')}: where a document asks for hyphenation, whole words go to the next line`,
    `apt install ${packages}`,
  )
}

async function checkSandbox({ sandbox: choice }: OfficeDoctorOptions, installation: Installation) {
  const name = 'sandbox'
  const missing = installation.bubblewrap === undefined
  const fix = missing
    ? 'apt install bubblewrap'
    : 'allow user namespaces (in Docker: --security-opt seccomp=unconfined, or accept the uid tier)'
  try {
    const sandbox = await chooseSandbox(choice, installation)
    const filter = seccompFilter(process.arch) === undefined ? ', no seccomp table' : ', seccomp'
    const reason = sandbox.reason === undefined ? '' : ` (${sandbox.reason})`
    const detail = `${sandbox.tier}${sandbox.tier === 'off' ? '' : filter}${reason}`
    const ok = sandbox.tier === 'bubblewrap' || choice === sandbox.tier
    // a weaker tier that was not requested deserves a warning, but the service runs
    return { check: ok ? checkOf(name).ok(detail) : checkOf(name).fails(detail, fix), sandbox }
  } catch (error) {
    return { check: checkOf(name, true).fails(messageOf(error), fix) }
  }
}

async function checkConversion(
  options: OfficeDoctorOptions,
  installation: Installation,
  sandbox: Sandbox,
): Promise<HealthCheck> {
  const check = checkOf('conversion', true)
  const started = performance.now()
  try {
    const scratchDir = await reachableScratch(options.scratchDir, installation, sandbox)
    const setup = {
      installation,
      ...sandbox,
      scratchDir,
      addressSpaceBytes: 4 * 1024 ** 3,
      fileBytesMax: 64 * 1024 ** 2,
      startTimeoutMs: PATIENCE_MS,
    }
    const worker = await startWarm(setup, 0, new AbortController().signal)
    const ms = Math.round(performance.now() - started)
    worker.kill('the doctor check is finished')
    await worker.ended
    return check.ok(`LibreOffice ${worker.version} started and produced a PDF/A-3b in ${ms} ms`)
  } catch (error) {
    return check.fails(messageOf(error), 'see its output above')
  }
}
