/** The command to sign as it is given and stored, whether our key or a provider's makes the signature. */

import type { Db } from '../../database/open.ts'
import { isTimeZone } from '../appearance/stamp-time.ts'
import { checkedValues } from '../fields/fill.ts'
import type { InputValues } from '../model/fields.ts'
import type { Intent, MarkKind } from '../model/intent.ts'
import type { SignerRow } from '../model/rows.ts'
import type { SignerFiles } from '../model/uploads.ts'
import { filesOfSigner, holdUnsigned } from '../store/uploads.ts'
import type { SignerContext } from './access.ts'
import type { Origin } from './action-entries.ts'

/** An order to sign. */
export interface SignatureOrderBody {
  document_sha256: string
  kind: MarkKind
  text?: string
  picture?: Uint8Array
  /** What the signer filled in. */
  values?: InputValues
  /** IANA name. */
  timeZone?: string
}

/** The same with its picture stored and its values checked. */
export interface Ordered {
  body: SignatureOrderBody
  picture: string | undefined
  values: InputValues
  files: SignerFiles
}

/** A device may know zones that this server does not: those count as none. */
const isZone = (name: string | undefined): name is string => name !== undefined && isTimeZone(name)

/** What is stored of it. */
export const intentIn = (
  { signer, embedOrigin, host }: SignerContext,
  { body, picture, values, files }: Ordered,
  origin: Origin,
  at: string,
): Intent => ({
  kind: body.kind,
  ...(body.text !== undefined && { text: body.text }),
  ...(signer.inputs.length > 0 && { values }),
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
export const filesFor = async (db: Db, { id, inputs }: SignerRow): Promise<SignerFiles> =>
  inputs.some(({ type }) => type === 'file') ? await filesOfSigner(db, id) : {}

/** From here on no file can be replaced. @throws AppError `validation_failed` when one just was */
export async function holdFiles(trx: Db, signer: SignerRow, files: SignerFiles): Promise<void> {
  if (!signer.inputs.some(({ type }) => type === 'file')) return
  await holdUnsigned(trx, signer.id)
  const now = await filesFor(trx, signer)
  const named = Object.entries(files).map(([name, { sha256 }]) => [name, sha256])
  checkedValues(
    signer.inputs.filter(({ type }) => type === 'file'),
    Object.fromEntries(named),
    now,
  )
}
