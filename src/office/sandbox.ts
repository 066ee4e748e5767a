/**
 * How a worker's processes are confined: bubblewrap where it can run, else a separate user with Landlock and seccomp,
 * else (only if configured) just the settings and limits.
 */

import { lstat, readlink } from 'node:fs/promises'
import type { Installation } from './installation.ts'
import { mayChangeUser, runAs, SOME_WORKER, type WorkerUser } from './worker-users.ts'

/** The operator's choice; `auto` uses the strongest tier that works. */
export type SandboxChoice = 'auto' | 'bubblewrap' | 'uid' | 'off'
/** What is in force. */
export type SandboxTier = Exclude<SandboxChoice, 'auto'>

/** Result of looking for the strongest tier. */
export interface Sandbox {
  tier: SandboxTier
  /** Whether each worker has a user of its own: the service is root and may change users. */
  ownUsers: boolean
  /** Why a stronger tier is not in force. */
  reason?: string
}

/** A second on an idle machine; a busy one is waited for. */
export const PATIENCE_MS = 60_000

/** A worker's files live in memory and vanish with its namespace. */
const SCRATCH_BYTES = 512 * 1024 * 1024
/** Inside bubblewrap every worker sees its own empty folder under this name. */
export const SANDBOX_HOME = '/tmp'

/** Descriptions of a tier's restrictions; workers add those they impose on themselves. */
export function measuresOf({ tier, ownUsers }: Sandbox): string[] {
  const user = ownUsers ? ['own user'] : []
  const namespaces = ['no network', 'no files but its own', 'no other processes', 'no capabilities']
  return tier === 'bubblewrap' ? [...namespaces, ...user] : user
}

/** What a weaker tier lacks, for the log; undefined in the strongest. */
export function lackOf({ tier, ownUsers }: Sandbox): string | undefined {
  if (tier === 'bubblewrap') return undefined
  if (tier === 'off')
    return 'only settings of LibreOffice keep documents from the network and from files'
  return ownUsers
    ? 'no namespaces: only seccomp, Landlock and a user of its own confine LibreOffice'
    : 'no namespaces: only seccomp and Landlock confine LibreOffice, which runs as the user of the service'
}

/** Files and folders that a worker may read; nothing else of the machine is visible to it. */
export const readablePaths = (installation: Installation): string[] => [
  ...new Set([
    '/usr/lib',
    '/usr/lib64',
    '/usr/share',
    '/usr/local/share/fonts',
    '/etc/libreoffice',
    '/etc/ld.so.cache',
    '/var/cache/fontconfig',
    '/var/lib/libreoffice',
    '/var/spool/libreoffice',
    installation.root,
    installation.python,
    ...Object.values({ ...installation.fontFolders }),
    ...(installation.jemalloc === undefined ? [] : [installation.jemalloc]),
  ]),
]

/** `/lib` and `/lib64` are links into `/usr` on most systems and folders on some. */
async function libraryLinks(): Promise<string[]> {
  const args: string[] = []
  for (const path of ['/lib', '/lib64']) {
    const info = await lstat(path).catch(() => undefined)
    if (info?.isSymbolicLink()) args.push('--symlink', await readlink(path), path)
    else if (info?.isDirectory()) args.push('--ro-bind', path, path)
  }
  return args
}

/** The command line of bubblewrap up to the program: no network, own pids, only memory writable. */
export async function bubblewrapArguments(installation: Installation): Promise<string[]> {
  return [
    '--unshare-all',
    '--die-with-parent',
    '--cap-drop',
    'ALL',
    '--clearenv',
    ...readablePaths(installation).flatMap((path) => ['--ro-bind-try', path, path]),
    ...(await libraryLinks()),
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    '--perms',
    '0700',
    '--size',
    String(SCRATCH_BYTES),
    '--tmpfs',
    SANDBOX_HOME,
    '--chdir',
    SANDBOX_HOME,
    '--',
  ]
}

/** Tries bubblewrap for real, with the arguments and the user of a worker. */
async function bubblewrapFinding(installation: Installation, user: WorkerUser | undefined) {
  if (installation.bubblewrap === undefined) return 'bwrap is not installed'
  const args = await bubblewrapArguments(installation)
  const program = [installation.python, '-I', '-c', 'pass']
  return await runAs(user, installation.bubblewrap, [...args, ...program]).then(
    () => undefined,
    (error: Error) => error.message,
  )
}

/**
 * Finds the tier that will be in force.
 * @throws Error when bubblewrap is required and cannot run
 */
export async function chooseSandbox(
  choice: SandboxChoice,
  installation: Installation,
): Promise<Sandbox> {
  if (choice === 'off')
    return { tier: 'off', ownUsers: false, reason: 'switched off by the operator' }
  const ownUsers = await mayChangeUser()
  if (choice === 'uid') return { tier: 'uid', ownUsers, reason: 'chosen by the operator' }
  const finding = await bubblewrapFinding(installation, ownUsers ? SOME_WORKER : undefined)
  if (finding === undefined) return { tier: 'bubblewrap', ownUsers }
  const reason = `bubblewrap cannot run here: ${finding}`
  if (choice === 'bubblewrap') throw new Error(reason)
  return { tier: 'uid', ownUsers, reason }
}
