/** Single changes of evidence, of which tamperings are made. */
import { createHash } from 'node:crypto'
import { PDFName } from 'pdf-lib'
import { stampedDigest } from '../../src/audit/verify-trail.ts'
import { catalogOf, updated } from './attacks.ts'
import { bytesOf, type Files, type LooseTrail, putTrail, trailIn } from './evidence.ts'
import type { TestAuthority } from './signing.ts'
import type { SigningApp } from './signing-app.ts'

/** What an attacker has. */
export interface Stolen {
  signing: SigningApp
  /** Sound evidence of another document of the same service. */
  other: Files
  /** An authority with the names of the service's and keys of its own. */
  attacker: TestAuthority
}

/** A change. */
export type Spoil = (files: Files, stolen: Stolen) => unknown

/**
 * What is done afterwards: nothing; the list of files made anew; that list signed by the attacker's authority; or
 * signed with the service's own seal, as only somebody inside could.
 */
export type Hidden = 'not' | 'listed' | 'attacker' | 'sealed'

/** One way. */
export type Tampering = readonly [what: string, hidden: Hidden, says: RegExp, spoil: Spoil]

export const folderLike = (files: Files, part: string): string => {
  const found = [...files.keys()].find((name) => name.includes(part))
  if (found === undefined) throw new Error(`nothing is called ${part}`)
  return found.split('/').slice(0, 2).join('/')
}
export const flip =
  (name: string, at = 40): Spoil =>
  (files) => {
    const full = name.startsWith('*/') ? `${folderLike(files, 'signer-1-1')}${name.slice(1)}` : name
    const bytes = Buffer.from(bytesOf(files, full))
    bytes[at] = bytes[at]! ^ 1
    files.set(full, bytes)
  }
export const text =
  (name: string, change: (text: string) => string): Spoil =>
  (files) => {
    const before = bytesOf(files, name).toString()
    const after = change(before)
    if (after === before) throw new Error(`${name} was not changed`)
    files.set(name, Buffer.from(after))
  }
export const taken =
  (...names: string[]): Spoil =>
  (files, { other }) => {
    for (const name of names) files.set(name, bytesOf(other, name))
  }
export const without =
  (name: string): Spoil =>
  (files) =>
    files.delete(name)
export const trail =
  (change: (trail: LooseTrail, stolen: Stolen) => unknown, chained = false): Spoil =>
  async (files, stolen) => {
    const found = trailIn(files)
    await change(found, stolen)
    putTrail(files, found, { chained })
  }
export const chained = (change: Parameters<typeof trail>[0]): Spoil => trail(change, true)
export const entryOf = ({ entries }: LooseTrail, type: string) => {
  const found = entries.find((entry) => entry.type === type)
  if (found === undefined) throw new Error(`the trail has no ${type}`)
  return found
}
export const pdf =
  (change: (signed: Buffer) => Buffer): Spoil =>
  (files) => {
    files.set('document-signed.pdf', change(bytesOf(files, 'document-signed.pdf')))
  }
export const appendRevision = (signed: Buffer): Buffer =>
  updated(signed, (update) => {
    const catalog = catalogOf(update)
    catalog.set(PDFName.of('Lang'), PDFName.of('fr'))
    update.set(update.catalogRef, catalog)
  })
export const withoutLast = (signed: Buffer): Buffer =>
  signed.subarray(0, signed.lastIndexOf('%%EOF', signed.length - 10) + 6)
export const phone = text('parties.json', (was) =>
  was.replace(/"phone":"\+336\d{6}/, '"phone":"+33699999'),
)
export const list = (change: (lines: string[]) => unknown): Spoil =>
  text('signatures/list.txt', (was) => {
    const lines = was.trimEnd().split('\n')
    change(lines)
    return lines.map((line) => `${line}\n`).join('')
  })
/** A signed file that the trail names after all: what is left to find is in the file itself. */
export const named =
  (change: (signed: Buffer) => Buffer): Spoil =>
  async (files, stolen) => {
    pdf(change)(files, stolen)
    const sha256 = createHash('sha256').update(bytesOf(files, 'document-signed.pdf')).digest('hex')
    await restamped((found) =>
      Object.assign(entryOf(found, 'document.completed').data, { sha256: sha256 }),
    )(files, stolen)
  }
/** A trail written anew by whoever has the built-in time-stamping authority too. */
export const restamped =
  (change: (trail: LooseTrail, stolen: Stolen) => unknown): Spoil =>
  async (files, stolen) => {
    await chained(change)(files, stolen)
    await trail(async (found) => {
      const head = found.entries.at(-1)!
      const token = await stolen.signing.services.pki.tsa.stamp(stampedDigest(head.hash))
      found.stamps = [{ seq: head.seq, at: head.at, token_base64: token.toString('base64') }]
    })(files, stolen)
  }
