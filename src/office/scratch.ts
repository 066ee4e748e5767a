/**
 * Folders of workers that run outside bubblewrap (inside it everything lives in the namespace's own
 * memory). Their names identify the owning process, so that leftovers of a killed service are found.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, chown, mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { Installation } from './installation.ts'
import type { Sandbox } from './sandbox.ts'
import { runAs, SOME_WORKER, type WorkerUser } from './worker-users.ts'

const run = promisify(execFile)
const PREFIX = 'office-worker-'
/** Where LibreOffice puts the sockets of its pipes, whatever TMPDIR says. */
export const PIPE_FOLDER = '/tmp'

/** Start time of a process in clock ticks since boot: together with its id, a unique name. */
async function startOf(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // the name in parentheses may contain spaces; the 20th field after it is the start time
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
}

/** Prints the paths among its arguments that its user may not use: `mode path` each, where the mode is of access(2). */
const CLOSED = `import os, sys
for mode, path in zip(sys.argv[1::2], sys.argv[2::2]):
    if not os.access(path, int(mode)): print(path)`
const [PASS, READ_AND_RUN, WRITE] = ['1', '5', '3']

/**
 * The folder for those of workers. The service's own may be closed to their users, as may any folder above it; then
 * it is the one for temporary files, where each worker's is closed to everybody else.
 * @throws Error when LibreOffice cannot work as a worker's user, with the remedy
 */
export async function reachableScratch(
  own: string,
  { python, soffice }: Installation,
  { tier, ownUsers }: Sandbox,
): Promise<string> {
  if (tier === 'bubblewrap') return own
  await mkdir(own, { recursive: true })
  const user = ownUsers ? SOME_WORKER : undefined
  const paths = [PASS, own, READ_AND_RUN, soffice, WRITE, PIPE_FOLDER]
  const closed = (await runAs(user, python, ['-I', '-c', CLOSED, ...paths])).split('\n')
  const who = user === undefined ? 'this user' : `user ${user.uid}, as whom it would run,`
  if (closed.includes(soffice))
    throw new Error(
      `${who} may not run ${soffice}: install LibreOffice where every user may read it`,
    )
  if (closed.includes(PIPE_FOLDER))
    throw new Error(`${who} may not write to ${PIPE_FOLDER}: make its mode 1777`)
  return closed.includes(own) ? PIPE_FOLDER : own
}

/** Creates the folder of one worker, accessible to its user only. */
export async function makeScratch(
  scratchDir: string,
  worker: number,
  user: WorkerUser | undefined,
): Promise<string> {
  await mkdir(scratchDir, { recursive: true })
  const start = await startOf(process.pid)
  const home = join(scratchDir, `${PREFIX}${process.pid}-${start ?? 0}-${worker}`)
  await rm(home, { recursive: true, force: true })
  await mkdir(home, { mode: 0o700 })
  await chmod(home, 0o700)
  if (user !== undefined) await chown(home, user.uid, user.gid)
  return home
}

/** LibreOffice names the socket of its single-instance check by a hash of the profile's address. */
function instancePipe(home: string): string {
  const digest = createHash('md5')
    .update(Buffer.from(`${pathToFileURL(home).href}/profile`, 'utf16le'))
    .digest()
  return `_SingleOfficeIPC_${[...digest].map((byte) => byte.toString(16)).join('')}`
}

/**
 * Removes a worker's folder and the sockets left by its killed LibreOffice. By `rm`, which what a hostile document has
 * left running cannot lead out of the folder by exchanging a part of it for a link.
 * @param guard of util-linux, put before the command
 */
export async function removeScratch(home: string, guard: readonly string[] = []): Promise<void> {
  const [program = 'rm', ...args] = [...guard, 'rm', '-rf', '--', home]
  await run(program, args)
  const endings = [`_${basename(home)}`, instancePipe(home)]
  const names = await readdir(PIPE_FOLDER).catch(() => [])
  const sockets = names.filter(
    (name) => name.startsWith('OSL_PIPE_') && endings.some((ending) => name.endsWith(ending)),
  )
  await Promise.all(sockets.map((name) => rm(join(PIPE_FOLDER, name), { force: true })))
}

/**
 * Removes the folders of services that are no longer running, in the service's folder and in that for temporary
 * files. One that a worker has locked belongs to a service in another container, whose processes are not seen here.
 * @returns how many there were
 */
export async function removeStaleScratch(scratchDir: string): Promise<number> {
  let removed = 0
  for (const folder of [scratchDir, PIPE_FOLDER]) {
    for (const name of await readdir(folder).catch(() => [])) {
      const owner = /^office-worker-(\d+)-(\d+)-\d+$/.exec(name)
      if (owner === null || (await startOf(Number(owner[1]))) === owner[2]) continue
      const home = join(folder, name)
      const guard = ['flock', '--nonblock', '--exclusive', home]
      removed += await removeScratch(home, guard).then(
        () => 1,
        () => 0,
      )
    }
  }
  return removed
}
