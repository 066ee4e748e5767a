/** The body of an order to sign as it comes over the wire. */

import type { Static } from 'typebox'
import { PICTURE_BYTES_MAX } from '../../images/pixels.ts'
import { beginsAs } from '../../images/read.ts'
import { AppError, throwIfInvalid } from '../../kernel/errors.ts'
import { INPUT_LIMITS } from '../../kernel/field-types.ts'
import { invalidAt } from '../../translations/refusals.ts'
import { findingAt, say } from '../../translations/texts.ts'
import type { SignatureOrderBody } from '../signers/sign-command.ts'
import type { SignatureBodySchema } from './operations/signers.ts'

// The picture of a signature, as a browser sends it.
const DATA_URI = /^data:image\/(png|jpeg);base64,([A-Za-z0-9+/]+={0,2})$/

/** Reads a data URI. @throws AppError `validation_failed`, `image_invalid` */
function pictureOf(uri: string | undefined): Uint8Array {
  const [, kind, base64] = DATA_URI.exec(uri ?? '') ?? []
  if (base64 === undefined || (kind !== 'png' && kind !== 'jpeg'))
    throw invalidAt('/image', undefined, 'links.pictureForm')
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length > PICTURE_BYTES_MAX || !beginsAs(kind, bytes))
    throw new AppError('image_invalid', say('links.picture', { max: PICTURE_BYTES_MAX / 1000 }))
  return bytes
}

function strokeFindings(strokes: readonly (readonly number[])[]) {
  const count = strokes.flat().length
  const { initialsNumbers: max } = INPUT_LIMITS
  const isWhole = strokes.every(({ length }) => length % 2 === 0)
  if (count <= max && isWhole) return []
  return [findingAt('/initials_strokes', 'strokes_invalid', 'inputs.strokes', { count, max })]
}

/** The order in a body. @throws AppError `validation_failed`, `image_invalid` */
export function orderIn(body: Static<typeof SignatureBodySchema>): SignatureOrderBody {
  const { document_sha256, kind, text, initials_strokes: initials } = body
  if (initials !== undefined) throwIfInvalid(strokeFindings(initials))
  if (kind === 'typed' && (text === undefined || text.trim() === ''))
    throw invalidAt('/text', undefined, 'links.typed')
  return {
    document_sha256,
    kind,
    ...(body.time_zone !== undefined && { timeZone: body.time_zone }),
    ...(body.values !== undefined && { values: body.values }),
    ...(initials !== undefined && { initials }),
    ...(kind === 'typed' && text !== undefined && { text }),
    // A typed name may come with a picture of the look the person chose.
    ...((kind !== 'typed' || body.image !== undefined) && { picture: pictureOf(body.image) }),
  }
}
