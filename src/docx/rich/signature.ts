/** Places for signers: what `{signature:…}` and `{field:…}` specify, and the room they leave. */

import { BLANK_PNG } from '../../images/png-write.ts'
import { FieldTagError, parseFieldTag } from '../../kernel/field-tags.ts'
import { tagFaultOf } from '../../translations/findings.ts'
import { FilterError } from '../language/filter-contract.ts'
import type { DrawingNames } from './drawing.ts'
import { inlineDrawing } from './drawing.ts'
import type { Room } from './page-room.ts'
import { EMU_PER_POINT, parseLength } from './values.ts'

/** A place for a signer in a template. */
export interface SignerPlace extends Room {
  /** What the place is called in the document. */
  name: string
  /** Link target on its room in `mark` mode; becomes a link annotation with its rectangle. */
  address: string
}

const DEFAULT_WIDTH = 60 * 36_000
const DEFAULT_HEIGHT = 20 * 36_000
const SMALLEST = 8 * EMU_PER_POINT

/** A fault in the tag of a signature or a field, worded for its author. */
export class SignatureTagError extends FilterError {}

function side(text: string | undefined, fallback: number): number {
  if (text === undefined || text.trim() === '') return fallback
  const length = parseLength(text)
  if (length === null || !('emu' in length) || length.emu < SMALLEST) {
    throw new SignatureTagError(
      `"${text}" is not a size for a signature; write for example 60mm, 6cm or 170pt`,
    )
  }
  return length.emu
}

/**
 * Parses what follows `signature:` in a tag: `signer1`, `signer1:60mm`, `signer1:60mm:20mm`. The default size is 60
 * mm by 20 mm.
 * @returns the name of the signer as written, and the size in EMU
 * @throws SignatureTagError
 */
export function parseSignature(text: string) {
  const [name = '', width, height, ...rest] = text.split(':')
  const signer = name.trim()
  if (!/^[\p{L}\p{N}_.-]{1,64}$/u.test(signer)) {
    throw new SignatureTagError(
      `"${signer}" cannot name a signer; use letters, digits, "_", "-" and ".", for example {signature:signer1}`,
    )
  }
  if (rest.length > 0) {
    throw new SignatureTagError(
      'a signature tag has at most a name, a width and a height: {signature:signer1:60mm:20mm}',
    )
  }
  return { signer, width: side(width, DEFAULT_WIDTH), height: side(height, DEFAULT_HEIGHT) }
}

/** The room of a signature. @throws SignatureTagError */
export function signaturePlace(text: string): SignerPlace {
  const { signer, width, height } = parseSignature(text)
  const address = `urn:paraph:signature:${encodeURIComponent(signer)}`
  return { name: `signature:${signer}`, address, width, height }
}

/** The room of a field that a signer fills in. @param text after `field:` @throws SignatureTagError */
export function fieldPlace(text: string): SignerPlace {
  try {
    const { signer, members, width, height } = parseFieldTag(text)
    return {
      name: `field:${signer}:${members.name}`,
      address: `urn:paraph:field:${encodeURIComponent(text.trim())}`,
      width: Math.round(width * EMU_PER_POINT),
      height: Math.round(height * EMU_PER_POINT),
    }
  } catch (error) {
    throw error instanceof FieldTagError ? new SignatureTagError(tagFaultOf(error).en) : error
  }
}

/** The blank room, as a drawing inside a run. */
export function signerDrawing(place: SignerPlace, names: DrawingNames): string {
  return inlineDrawing(
    {
      kind: 'raster',
      bytes: BLANK_PNG,
      format: 'png',
      width: 1,
      height: 1,
      dpiX: 96,
      dpiY: 96,
      orientation: 1,
    },
    { width: place.width, height: place.height, crop: null },
    place.name,
    names,
  )
}
