/** The body of an order to sign as it comes over the wire. */
import { refuse } from '../../kernel/refusal.ts'
import type { InputValues } from '../model/fields.ts'
import type { MarkKind } from '../model/intent.ts'
import type { SignatureOrderBody } from '../signers/ordering.ts'
import { pictureOf } from './picture.ts'

/** As the schema lets it in. */
export interface SignatureBody {
  document_sha256: string
  kind: MarkKind
  text?: string
  image?: string
  time_zone?: string
  values?: InputValues
}

/** The order in a body. @throws AppError `validation_failed`, `image_invalid` */
export function orderIn(body: SignatureBody): SignatureOrderBody {
  const { document_sha256, kind, text } = body
  if (kind === 'typed' && (text === undefined || text.trim() === ''))
    refuse([{ pointer: '/text', detail: 'A typed signature needs "text".' }])
  return {
    document_sha256,
    kind,
    ...(body.time_zone !== undefined && { timeZone: body.time_zone }),
    ...(body.values !== undefined && { values: body.values }),
    ...(kind === 'typed' && { text: text ?? '' }),
    // A typed name may come with a picture of the look the person chose.
    ...((kind !== 'typed' || body.image !== undefined) && { picture: pictureOf(body.image) }),
  }
}
