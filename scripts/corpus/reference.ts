/** What LibreOffice alone makes of documents: a cold program, many files a start. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const BATCH = 12
const BATCH_TIMEOUT_MS = 240_000
const ONE_TIMEOUT_MS = 60_000

function soffice(folder: string, files: readonly string[], timeoutMs: number): Promise<void> {
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
  const args = [profile, '--headless', '--convert-to', 'pdf', '--outdir', folder, ...files]
  return new Promise((resolve) => {
    execFile('soffice', args, { timeout: timeoutMs, killSignal: 'SIGKILL' }, () => resolve())
  })
}

/** The PDF of each document; null where LibreOffice makes none. */
export async function referencePdfs(
  documents: readonly Uint8Array[],
): Promise<Array<Uint8Array | null>> {
  const folder = await mkdtemp(join(tmpdir(), 'paraph-reference-'))
  const path = (index: number, kind: string): string => join(folder, `${index}.${kind}`)
  const made = (index: number): Promise<Uint8Array | null> =>
    readFile(path(index, 'pdf')).catch(() => null)
  try {
    await Promise.all(documents.map((bytes, index) => writeFile(path(index, 'docx'), bytes)))
    const names = documents.map((_, index) => path(index, 'docx'))
    for (let from = 0; from < names.length; from += BATCH)
      await soffice(folder, names.slice(from, from + BATCH), BATCH_TIMEOUT_MS)
    // One document that ends the program takes those after it along.
    for (const [index, name] of names.entries())
      if ((await made(index)) === null) await soffice(folder, [name], ONE_TIMEOUT_MS)
    return await Promise.all(names.map((_, index) => made(index)))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
