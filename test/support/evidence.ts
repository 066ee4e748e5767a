/** Evidence of documents that were signed through the service, unpacked, spoiled and checked by its own program. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import PizZip from 'pizzip'
import { entryHash, headerHash, type TrailEntry } from '../../src/audit/chain.ts'
import type { TrailJson } from '../../src/audit/verify-trail.ts'
import { sha256, signedData } from '../../src/pades/cms.ts'
import { OID } from '../../src/pades/oids.ts'
import type { Signer, TimestampSource } from '../../src/pades/ports.ts'
import { trailText } from '../../src/signing/evidence/commands.ts'
import type { CreateOptions, SigningApp, WishedSigner } from './signing-app.ts'

/** Files by name; a text is where a link leads. */
export type Files = Map<string, Buffer | string>

const MANIFEST = 'MANIFEST.sha256'
const AROUND = [MANIFEST, 'MANIFEST.p7s', 'MANIFEST.tst']

/** A completed document's evidence, whose trail is stamped at the signature and at the end. */
export async function evidenceOf(
  signing: SigningApp,
  people: readonly WishedSigner[],
  more: CreateOptions = {},
) {
  const { id } = await signing.create(people, more)
  for (const who of people) await (await signing.person(who)).signWhole()
  await signing.services.stampTrail(id)
  await signing.work()
  const { status } = await signing.get(id)
  if (status !== 'completed') throw new Error(`the document is ${status}`)
  return { id, files: await evidenceFiles(signing, id) }
}

/** The evidence as it is downloaded now. */
export async function evidenceFiles(
  signing: SigningApp,
  id: string,
  key = signing.key,
): Promise<Files> {
  const { bytes, status } = await signing.act('GET', id, '/evidence', undefined, key)
  if (status !== 200) throw new Error(`no evidence: ${bytes}`)
  const entries = Object.values(new PizZip(bytes).files)
  return new Map(entries.map((entry) => [entry.name, Buffer.from(entry.asUint8Array())]))
}

/** A file of the evidence. */
export function bytesOf(files: Files, name: string): Buffer {
  const found = files.get(name)
  if (found === undefined || typeof found === 'string') throw new Error(`there is no file ${name}`)
  return found
}

/** Writes the list of files anew, as whoever changed some would. */
export function listAnew(files: Files): void {
  const lines = [...files].flatMap(([name, bytes]) => {
    if (AROUND.includes(name) || typeof bytes === 'string') return []
    return [`${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`]
  })
  files.set(MANIFEST, Buffer.from(lines.join('')))
}

/** Signs the list of files anew. */
export async function signAnew(
  files: Files,
  by: { signer: Signer; stamps: TimestampSource; bare?: boolean },
): Promise<void> {
  const digest = sha256(bytesOf(files, MANIFEST))
  const { certificate, chain } = by.signer
  const certificates = by.bare === true ? [] : [certificate, ...chain]
  const cms = await signedData(by.signer, { digest, contentType: OID.data, certificates })
  files.set('MANIFEST.p7s', cms)
  files.set('MANIFEST.tst', await by.stamps.stamp(sha256(cms)))
}

/** A trail that may be changed as one likes. */
export interface LooseTrail {
  document_id: string
  header: Record<string, string>
  entries: Array<Omit<TrailEntry, 'data'> & { data: Record<string, unknown> }>
  stamps: Array<{ seq: number; at: string; token_base64: string }>
}

export const trailIn = (files: Files): LooseTrail =>
  JSON.parse(bytesOf(files, 'trail/trail.json').toString()) as LooseTrail

/** Puts a trail back, with hashes that fit where they are to be computed anew. */
export function putTrail(files: Files, trail: LooseTrail, { chained = false } = {}): void {
  const header = trail.header as TrailJson['header']
  if (chained) {
    let before = headerHash(header)
    for (const [index, entry] of trail.entries.entries()) {
      entry.seq = index + 1
      entry.prev_hash = before
      entry.hash = entryHash(entry as never)
      before = entry.hash
    }
  }
  const stamps = trail.stamps.map(({ token_base64, ...stamp }) => ({
    ...stamp,
    token: Buffer.from(token_base64, 'base64'),
  }))
  const whole = { id: trail.document_id, header, entries: trail.entries as never, stamps }
  files.set('trail/trail.json', Buffer.from(trailText(whole)))
}

/** Writes the files into a folder of their own. */
export function unpack(files: Files): string {
  const folder = mkdtempSync(join(tmpdir(), 'evidence-'))
  for (const [name, bytes] of files) {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    if (typeof bytes === 'string') symlinkSync(bytes, path)
    else writeFileSync(path, bytes)
  }
  return folder
}

/** Runs a program; never rejects. */
export const ran = (
  command: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<{ status: number; said: string }> =>
  new Promise((resolve) => {
    execFile(command, [...args], options, (error, stdout, stderr) => {
      const status = error === null ? 0 : typeof error.code === 'number' ? error.code : -1
      resolve({ status, said: `${stdout}${stderr}` })
    })
  })

/** What check.sh of these files says of them. */
export async function checked(files: Files, shell = 'dash') {
  const folder = unpack(files)
  try {
    return await ran(shell, [join(folder, 'check.sh')], { cwd: tmpdir() })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
