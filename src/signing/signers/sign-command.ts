/** The command to sign as it is given and stored, whether our key or a provider's makes the signature. */

import type { Db } from '../../database/open.ts'
import { isTimeZone } from '../appearance/stamp-time.ts'
import { checkedValues, type Filled } from '../fields/fill.ts'
import { earlierValues } from '../fields/filled.ts'
import type { InputValues, Strokes } from '../model/fields.ts'
import type { Intent, MarkKind } from '../model/intent.ts'
import type { SignerRow } from '../model/rows.ts'
import type { SignerFiles } from '../model/uploads.ts'
import { filesOfSigner, holdUnsigned, removeFile } from '../store/uploads.ts'
import type { SignerContext } from './access.ts'
import type { Origin } from './action-entries.ts'

/** An order to sign. */
export interface SignatureOrderBody {
  document_sha256: string
  kind: MarkKind
  text?: string
  picture?: Uint8Array
  /** Initials as they were drawn. */
  initials?: Strokes
  /** What the signer filled in. */
  values?: InputValues
  /** IANA name. */
  timeZone?: string
}

/** The same with its picture stored and its values checked. */
export interface Ordered {
  body: SignatureOrderBody
  picture: string | undefined
  filled: Filled
  files: SignerFiles
}

/** A device may know zones that this server does not: those count as none. */
const isZone = (name: string | undefined): name is string => name !== undefined && isTimeZone(name)

/** What is stored of it. */
export const intentIn = (
  { signer, embedOrigin, host }: SignerContext,
  { body, picture, filled, files }: Ordered,
  origin: Origin,
  at: string,
): Intent => ({
  kind: body.kind,
  ...(body.text !== undefined && { text: body.text }),
  ...(signer.inputs.length > 0 && filled),
  ...(Object.keys(files).length > 0 && { files }),
  ...(picture !== undefined && { image_sha256: picture }),
  shown_sha256: body.document_sha256,
  at,
  ...(isZone(body.timeZone) && { zone: body.timeZone }),
  ...(embedOrigin !== undefined && { embed_origin: embedOrigin }),
  ...(host !== undefined && { in_person_host: host }),
  ip: origin.ip,
  ...(origin.ua !== undefined && { ua: origin.ua }),
})

/** What a signer has uploaded. */
const filesFor = async (db: Db, { id, inputs }: SignerRow): Promise<SignerFiles> =>
  inputs.some(({ type }) => type === 'file') ? await filesOfSigner(db, id) : {}

/** What a signer gives with an order, checked. @throws AppError `validation_failed` */
export async function givenBy(
  db: Db,
  { signer, signers }: Pick<SignerContext, 'signer' | 'signers'>,
  { values = {}, initials }: Pick<SignatureOrderBody, 'values' | 'initials'>,
): Promise<Pick<Ordered, 'filled' | 'files'>> {
  const all = await filesFor(db, signer)
  const { inputs } = signer
  const read = checkedValues({ inputs, earlier: earlierValues(signer, signers) }, values, all)
  const filled = { ...read, ...(initials !== undefined && { initials }) }
  // What was uploaded for a field that a rule hides is not signed.
  const files = Object.entries(all).filter(([name]) => filled.hidden?.includes(name) !== true)
  return { filled, files: Object.fromEntries(files) }
}

/** From here on no file can be replaced. @throws AppError `validation_failed` when one just was */
export async function holdFiles(trx: Db, signer: SignerRow, files: SignerFiles): Promise<void> {
  if (!signer.inputs.some(({ type }) => type === 'file')) return
  await holdUnsigned(trx, signer.id)
  const now = await filesFor(trx, signer)
  const named = Object.entries(files).map(([name, { sha256 }]) => [name, sha256])
  const signed = signer.inputs
    .filter(({ name }) => Object.hasOwn(files, name))
    .map(({ visible_if: _, ...input }) => input)
  checkedValues({ inputs: signed }, Object.fromEntries(named), now)
  for (const [name, { id }] of Object.entries(now))
    if (!Object.hasOwn(files, name)) await removeFile(trx, signer.id, id)
}
