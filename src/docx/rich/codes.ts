/** The filters `qr`, `epcqr` and `barcode`. */
import bwip from 'bwip-js/node'
import { type Filter, FilterError } from '../language/filter-contract.ts'
import { encodeCode } from './code-image.ts'
import CODE_NAMES from './code-names.json' with { type: 'json' }
import { epcText } from './epc.ts'
import type { Picture } from './values.ts'

const LEVELS = ['L', 'M', 'Q', 'H'] as const

/** Common names, besides those of bwip-js. */
const ALIASES: Readonly<Record<string, string>> = CODE_NAMES
const COMMON =
  'code128, code39, ean13, ean8, upca, itf14, gs1-128, isbn, datamatrix, pdf417, azteccode, qrcode'

const known = new Map(Object.values(bwip.symbolList).map(({ bcid }) => [bcid.toLowerCase(), bcid]))

const picture = (image: Picture['image'], alt: string): Picture => ({
  rich: 'picture',
  image,
  fit: 'contain',
  alt,
})

function textOf(input: unknown, filter: string): string {
  if (typeof input === 'string') return input
  if (typeof input === 'number' || typeof input === 'bigint') return String(input)
  throw new FilterError(`${filter}: a text or a number was expected, ${typeof input} was given`)
}

function levelOf(argument: unknown, filter: string): string {
  const level = LEVELS.find((one) => one === String(argument ?? 'M').toUpperCase())
  if (level !== undefined) return level
  throw new FilterError(
    `${filter}: "${String(argument)}" is not an error correction level; use "L", "M", "Q" or "H"`,
  )
}

/** `qr`, `qr:"H"`: a QR code (ISO/IEC 18004) of any text, error correction M by default. */
const qr: Filter = (input, args) => {
  if (input === null || input === undefined) return input
  const text = textOf(input, 'qr')
  const eclevel = levelOf(args[0], 'qr')
  const image = encodeCode({ symbology: 'qrcode', text, options: { eclevel }, filter: 'qr' })
  return picture(image, `QR code: ${text.slice(0, 200)}`)
}

/** `epcqr`: the QR code of a SEPA credit transfer, scanned by banking apps (EPC069-12). */
const epcqr: Filter = (input) => {
  if (input === null || input === undefined) return input
  const { text, summary } = epcText(input)
  const options = { eclevel: 'M' }
  const image = encodeCode({ symbology: 'qrcode', text, options, filter: 'epcqr' })
  return picture(image, summary)
}

/** `barcode:"ean13"`: any symbology of bwip-js; `barcode:"ean13":"notext"` hides the digits. */
const barcode: Filter = (input, args) => {
  if (input === null || input === undefined) return input
  const wanted = String(args[0] ?? 'code128').toLowerCase()
  const symbology = known.get((ALIASES[wanted] ?? wanted).toLowerCase())
  if (symbology === undefined) {
    throw new FilterError(`barcode: "${wanted}" is not a known kind; for example ${COMMON}`)
  }
  const text = textOf(input, 'barcode')
  const includetext = String(args[1] ?? '').toLowerCase() !== 'notext'
  const filter = `barcode (${symbology})`
  const image = encodeCode({ symbology, text, options: { includetext }, filter })
  return picture(image, `Barcode: ${text.slice(0, 200)}`)
}

/** Filters that draw QR codes and barcodes. */
export const codeFilters: Readonly<Record<string, Filter>> = { qr, epcqr, barcode }
