/** The picture of a signature, as a browser sends it. */

import { PICTURE_BYTES_MAX } from '../../images/pixels.ts'
import { beginsAs } from '../../images/read.ts'
import { AppError } from '../../kernel/errors.ts'
import { refuse } from '../../kernel/refusal.ts'

const DATA_URI = /^data:image\/(png|jpeg);base64,([A-Za-z0-9+/]+={0,2})$/

/** Reads a data URI. @throws AppError `validation_failed`, `image_invalid` */
export function pictureOf(uri: string | undefined): Uint8Array {
  const [, kind, base64] = DATA_URI.exec(uri ?? '') ?? []
  if (base64 === undefined || (kind !== 'png' && kind !== 'jpeg')) {
    refuse([
      {
        pointer: '/image',
        detail: '"image" must be a data URI of a PNG or JPEG picture in base64.',
      },
    ])
    return new Uint8Array()
  }
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length > PICTURE_BYTES_MAX || !beginsAs(kind, bytes))
    throw new AppError(
      'image_invalid',
      `"image" must be a PNG or JPEG picture of at most ${PICTURE_BYTES_MAX / 1000} kB.`,
    )
  return bytes
}
