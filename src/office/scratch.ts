/**
 * Folders of workers that run outside bubblewrap (inside it everything lives in the namespace's own
 * memory). Their names identify the owning process, so that leftovers of a killed service are found.
 */
import { createHash } from 'node:crypto'
import { chmod, chown, mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'

const PREFIX = 'office-worker-'
/** Where LibreOffice puts the sockets of its pipes, whatever TMPDIR says. */
export const PIPE_FOLDER = '/tmp'

/** Start time of a process in clock ticks since boot: together with its id, a unique name. */
async function startOf(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // the name in parentheses may contain spaces; the 20th field after it is the start time
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
}

/** Creates the folder of one worker, accessible to its user only. */
export async function makeScratch(
  scratchDir: string,
  worker: number,
  user: { uid: number; gid: number } | undefined,
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
    .update(Buffer.from(`file://${home}/profile`, 'utf16le'))
    .digest()
  return `_SingleOfficeIPC_${[...digest].map((byte) => byte.toString(16)).join('')}`
}

/** Removes a worker's folder and the sockets left by its killed LibreOffice. */
export async function removeScratch(home: string): Promise<void> {
  const endings = [`_${basename(home)}`, instancePipe(home)]
  const names = await readdir(PIPE_FOLDER).catch(() => [])
  const sockets = names.filter(
    (name) => name.startsWith('OSL_PIPE_') && endings.some((ending) => name.endsWith(ending)),
  )
  await Promise.all([
    rm(home, { recursive: true, force: true }),
    ...sockets.map((name) => rm(join(PIPE_FOLDER, name), { force: true })),
  ])
}

/**
 * Removes the folders of services that are no longer running.
 * @returns how many there were
 */
export async function removeStaleScratch(scratchDir: string): Promise<number> {
  const names = await readdir(scratchDir).catch(() => [])
  let removed = 0
  for (const name of names) {
    const owner = /^office-worker-(\d+)-(\d+)-\d+$/.exec(name)
    if (owner === null || (await startOf(Number(owner[1]))) === owner[2]) continue
    await removeScratch(join(scratchDir, name))
    removed++
  }
  return removed
}
