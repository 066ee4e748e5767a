/** The command line of a worker and the first line sent to it. */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { WORK_NICENESS } from '../kernel/processors.ts'
import { codeFile } from '../kernel/program-files.ts'
import { FONTS_FOLDER, fontconfigFile, type SentFont } from './fonts.ts'
import type { Installation } from './installation.ts'
import { bubblewrapArguments, readablePaths, type SandboxTier } from './sandbox.ts'
import { PIPE_FOLDER } from './scratch.ts'
import { seccompFilter } from './seccomp.ts'
import { lockedLayer, profileFiles } from './settings.ts'
import { WorkerEnded } from './worker-port.ts'
import type { WorkerUser } from './worker-users.ts'

// The program of a worker: the Python beside this file, in worker/. It is passed to its interpreter through stdin, so
// that no file has to be mounted into the sandbox.
const MODULES = ['confinement', 'conversation', 'office', 'photographs', 'preparing', 'worker']

const source = (name: string): Buffer => readFileSync(codeFile(`office/worker/${name}.py`))

/** The argument of `python -c`: reads {@link workerModules} from stdin and runs them. */
const workerBootstrap = (): string => source('bootstrap').toString('utf8')

let modules: Buffer | undefined

/** What stdin begins with: per module a line `name size` and its source, then an empty line. */
export function workerModules(): Buffer {
  modules ??= Buffer.concat([
    ...MODULES.flatMap((name) => {
      const text = source(name)
      return [Buffer.from(`${name} ${text.length}\n`), text]
    }),
    Buffer.from('\n'),
  ])
  return modules
}

/** Settings common to all workers of a pool. */
export interface WorkerSetup {
  installation: Installation
  tier: SandboxTier
  /** Whether each worker runs as a user of its own. */
  ownUsers: boolean
  /** For workers outside bubblewrap, see `reachableScratch`. */
  scratchDir: string
  /** Address space of a worker's processes, bytes: the hard limit, above the monitored one. */
  addressSpaceBytes: number
  /** Largest file a worker may write, and so the largest PDF, bytes. */
  fileBytesMax: number
  startTimeoutMs: number
  /** Omits the locked settings, to prove that the canary detects it. */
  withoutLockedSettings?: boolean
}

/** Where a worker lives: its folder as it sees it, and the name of its LibreOffice's pipe. */
interface WorkerPlace {
  home: string
  pipe: string
}

/**
 * The first line for the worker: limits, privileges to drop, the profile, how to start LibreOffice. The fonts
 * themselves follow it.
 */
export function setupLine(setup: WorkerSetup, place: WorkerPlace, fonts: readonly SentFont[]) {
  const { installation, tier } = setup
  const { home, pipe } = place
  const filter = tier === 'off' ? undefined : seccompFilter(process.arch)
  return JSON.stringify({
    home,
    parent: process.pid,
    dieWithParent: tier !== 'bubblewrap',
    landlock: tier === 'uid',
    readable: [
      ...readablePaths(installation),
      '/proc',
      '/dev/urandom',
      '/etc/passwd',
      '/etc/nsswitch.conf',
    ],
    writable: [home, '/dev/null'],
    pipe,
    pipeFolder: PIPE_FOLDER,
    seccomp: filter === undefined ? '' : Buffer.from(filter).toString('hex'),
    limits: {
      CORE: 0,
      NOFILE: 512,
      FSIZE: setup.fileBytesMax,
      AS: setup.addressSpaceBytes,
    },
    niceness: WORK_NICENESS,
    files: {
      'layer/paraph.xcd': lockedLayer(),
      ...profileFiles(installation.version, installation.buildId, !setup.withoutLockedSettings),
    },
    sent: fonts.map(({ name, bytes }) => [`${FONTS_FOLDER}/${name}`, bytes.length]),
    soffice: installation.soffice,
    ...officeStart(setup, place),
  })
}

/** How LibreOffice is started: its arguments, its environment, and the name of the connection to it. */
function officeStart(
  { installation, withoutLockedSettings }: WorkerSetup,
  { home, pipe }: WorkerPlace,
) {
  const homeUrl = pathToFileURL(home).href
  const user = `user:!${homeUrl}/profile/user/registrymodifications.xcu`
  const own = withoutLockedSettings ? '' : ` xcsxcu:${homeUrl}/layer`
  const registry = `${pathToFileURL(installation.root).href}/share/registry`
  return {
    arguments: [
      `-env:UserInstallation=${homeUrl}/profile`,
      `-env:CONFIGURATION_LAYERS=xcsxcu:${registry}${own} res:${registry} ${user}`,
      '--headless',
      '--invisible',
      '--norestore',
      '--nolockcheck',
      '--nodefault',
      '--nologo',
      `--accept=pipe,name=${pipe};urp`,
    ],
    connection: `uno:pipe,name=${pipe};urp;StarOffice.ComponentContext`,
    environment: {
      PATH: '/usr/bin',
      HOME: home,
      TMPDIR: home,
      LANG: 'C.UTF-8',
      TZ: 'UTC',
      FONTCONFIG_FILE: fontconfigFile(`${home}/${FONTS_FOLDER}`),
      ...(installation.jemalloc !== undefined && { LD_PRELOAD: installation.jemalloc }),
    },
  }
}

/** The program to run and its arguments. */
export async function commandOf(setup: WorkerSetup): Promise<[string, string[]]> {
  const { installation, tier } = setup
  const program = [installation.python, '-I', '-B', '-c', workerBootstrap()]
  if (tier !== 'bubblewrap' || installation.bubblewrap === undefined) {
    return [installation.python, program.slice(1)]
  }
  return [installation.bubblewrap, [...(await bubblewrapArguments(installation)), ...program]]
}

// Starts a process with pipes, or throws the reason it could not.

/** A process connected through pipes. */
export type Child = ChildProcessByStdio<Writable, Readable, Readable>

/**
 * Starts a process in its own process group.
 * @param user that it runs as; absent: the service's own
 * @throws WorkerEnded when no file descriptors are left: Node then returns a child without pipes, whose 'error' is
 * emitted before a listener can be attached
 */
export function startChild(command: string, args: string[], user: Partial<WorkerUser> = {}): Child {
  const child = spawn(command, args, {
    env: {},
    cwd: '/',
    stdio: ['pipe', 'pipe', 'pipe'],
    // its own process group, so that one signal ends all of it
    detached: true,
    ...user,
  })
  child.on('error', () => undefined)
  if ((child.stdin as Writable | undefined) === undefined)
    throw new WorkerEnded('it could not be started: no file handle is left for its pipes')
  return child
}
