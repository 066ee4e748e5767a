/** Turns values of the data into pictures, and defines the filters for their size and crop. */

import { readImage } from '../../images/read.ts'
import { DocxError } from '../docx-error.ts'
import { type Filter, type FilterContext, FilterError } from '../language/filter-contract.ts'
import { type Fit, isRich, type Length, type Picture, parseLength } from './values.ts'

const BASE64_MAX = 14_000_000
const NAME_SHOWN = 60

const shortened = (text: string): string =>
  text.length > NAME_SHOWN ? `${text.slice(0, NAME_SHOWN)}…` : text

function fromBase64(text: string, what: string): Uint8Array {
  const compact = text.replace(/\s+/g, '')
  if (compact.length > BASE64_MAX) {
    throw new DocxError('image_invalid', `${what} is larger than 10 MB.`)
  }
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(compact) || compact.replace(/=+$/, '').length % 4 === 1) {
    throw new DocxError('image_invalid', `${what} is not valid base64.`)
  }
  return Buffer.from(compact, 'base64')
}

function bytesOfText(text: string, context: FilterContext): [bytes: Uint8Array, what: string] {
  const uploaded = context.pictures.get(text)
  if (uploaded !== undefined) return [uploaded, `The uploaded picture "${shortened(text)}"`]
  const uri = /^data:([^,]{0,200}),/i.exec(text)
  if (uri !== null) {
    if (!/;\s*base64\s*$/i.test(uri[1] ?? '')) {
      throw new DocxError('image_invalid', 'The data URI of the picture must be base64.')
    }
    return [fromBase64(text.slice(uri[0].length), 'The data URI of the picture'), 'The picture']
  }
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) {
    throw new DocxError(
      'image_invalid',
      'The picture is given as a URL. Pictures are never fetched: send base64, a data URI, or upload the file as a part and give its name.',
    )
  }
  if (text.length < 60) {
    const names = [...context.pictures.keys()].slice(0, 10)
    const known = names.length > 0 ? `uploaded: ${names.join(', ')}` : 'no picture was uploaded'
    throw new DocxError(
      'image_invalid',
      `The value is neither base64, a data URI nor the name of an uploaded picture (${known}).`,
    )
  }
  return [fromBase64(text, 'The picture'), 'The picture']
}

/**
 * The picture that a value denotes: base64, a data URI, the name of an uploaded part, or already a picture. Null when
 * there is none (null, undefined, empty text).
 * @throws DocxError image_invalid when it is something else or damaged
 */
export function toPicture(value: unknown, context: FilterContext): Picture | null {
  if (value === null || value === undefined || value === '') return null
  if (isRich(value) && value.rich === 'picture') return value
  if (value instanceof Uint8Array) {
    return { rich: 'picture', image: readImage(value), fit: 'contain' }
  }
  if (typeof value !== 'string') {
    const kind = Array.isArray(value) ? 'a list' : `a value of type ${typeof value}`
    throw new DocxError(
      'image_invalid',
      `Expected a picture, got ${kind}; send base64, a data URI or the name of an uploaded picture.`,
    )
  }
  const [bytes, what] = bytesOfText(value.trim(), context)
  return { rich: 'picture', image: readImage(bytes, what), fit: 'contain' }
}

/** Applies a change to a picture; passes a missing value through so that the missing policy sees it. */
const onPicture =
  (change: (picture: Picture, args: readonly unknown[]) => Picture): Filter =>
  (input, args, context) => {
    const picture = toPicture(input, context)
    return picture === null ? input : change(picture, args)
  }

function lengthArgument(value: unknown): Length | undefined {
  if (value === undefined || value === null || value === '' || value === 'auto') return undefined
  const length = parseLength(String(value))
  if (length === null) {
    throw new FilterError(
      `size: "${String(value)}" is not a length; write for example "4cm", "25mm", "1in", "72pt", "96px" or "50%" (of the text width), at most 22in`,
    )
  }
  return length
}

/** `size:"4cm"`, `size:"4cm":"2cm"`, `size:"":"2cm"`: width and height; one alone keeps the ratio. */
const size = onPicture((picture, args) => {
  const [width, height] = [lengthArgument(args[0]), lengthArgument(args[1])]
  if (width === undefined && height === undefined) {
    throw new FilterError('size: give a width, a height or both, for example size:"4cm"')
  }
  const { width: _width, height: _height, ...rest } = picture
  return {
    ...rest,
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
  }
})

const FITS: readonly Fit[] = ['contain', 'cover', 'stretch']

/** `fit:"contain"` (default), `"cover"` (crops) or `"stretch"`, for a size with two sides. */
const fit = onPicture((picture, args) => {
  const wanted = FITS.find((name) => name === args[0])
  if (wanted === undefined) {
    throw new FilterError(
      `fit: "${String(args[0])}" is unknown; use "contain", "cover" or "stretch"`,
    )
  }
  return { ...picture, fit: wanted }
})

/** `alt:"text"`: what a screen reader reads out for the picture. */
const alt = onPicture((picture, args) => ({ ...picture, alt: String(args[0] ?? '') }))

/** Filters that set the size and description of a picture. */
export const pictureFilters: Readonly<Record<string, Filter>> = { size, fit, alt }
