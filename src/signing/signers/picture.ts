/** The picture of a signature, as a browser sends it. */
import { AppError } from '../../kernel/errors.ts'
import { refuse } from '../requests/refusal.ts'

/** Largest picture in bytes. */
const BYTES_MAX = 500_000
const DATA_URI = /^data:image\/(png|jpeg);base64,([A-Za-z0-9+/]+={0,2})$/

const SIGNATURES = {
  png: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  jpeg: Buffer.from([0xff, 0xd8, 0xff]),
} as const

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
  const start = SIGNATURES[kind]
  if (bytes.length > BYTES_MAX || !bytes.subarray(0, start.length).equals(start))
    throw new AppError(
      'image_invalid',
      `"image" must be a PNG or JPEG picture of at most ${BYTES_MAX / 1000} kB.`,
    )
  return bytes
}
