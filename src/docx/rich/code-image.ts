/**
 * Encodes QR codes and barcodes and draws them as black and white PNGs whose modules are whole pixels, with the quiet
 * zone that the symbol's standard requires. Deterministic: the same text gives the same bytes.
 */

import bwip from 'bwip-js/node'
import { encodeQR } from 'qr'
import { writeBilevelPng } from '../../images/png-write.ts'
import { messageOf } from '../../kernel/type-guards.ts'
import { FilterError } from '../language/filter-contract.ts'
import QUIET_ZONES from './quiet-zones.json' with { type: 'json' }
import type { CodeImage } from './values.ts'

/** What to encode and how wide one module is printed by default. */
interface CodeRequest {
  /** Name of the symbology in bwip-js. */
  symbology: string
  text: string
  options: Readonly<Record<string, string | number | boolean>>
  /** Name of the filter, for messages. */
  filter: string
}

/** Blank modules on each side, where it is not the usual 10 of a linear or 2 of a matrix code. */
const QUIET: Readonly<Record<string, number>> = QUIET_ZONES
const LINEAR_QUIET = 10
const MATRIX_QUIET = 2
/** Printed width of a module by default: 0.5 mm for squares, 0.33 mm (the EAN nominal) for bars. */
const MATRIX_MODULE = 18_000
const LINEAR_MODULE = 11_880
const DARK = 128

interface Matrix {
  size: readonly [columns: number, rows: number]
  cells: readonly number[]
}

/** Better wording for terse messages of the QR encoder. */
const REASONS: Readonly<Record<string, string>> = {
  'Capacity overflow': 'it is too long for a QR code at this error correction level',
}

/** Messages of bwip-js start with a function name: `bwipp.ean13badCheckDigit#6915: Incorrect …`. */
function explain(error: unknown, request: CodeRequest): FilterError {
  const message = messageOf(error)
  const [, reason = message] = /^bwipp?\.[\w-]+(?:#\d+)?:\s*(.*)$/s.exec(message) ?? []
  return new FilterError(
    `${request.filter}: the text cannot be encoded: ${REASONS[reason] ?? reason}`,
  )
}

function encode<Result>(request: CodeRequest, run: () => Result): Result {
  try {
    return run()
  } catch (error) {
    throw explain(error, request)
  }
}

const QR_LEVELS = { L: 'low', M: 'medium', Q: 'quartile', H: 'high' } as const

/** QR codes have a library of their own: bwip-js takes twenty times as long. */
function qrMatrix(request: CodeRequest): Matrix {
  const level = Object.entries(QR_LEVELS).find(([name]) => name === request.options.eclevel)
  const ecc = level?.[1] ?? QR_LEVELS.M
  // It always draws a border; the quiet zone is added here.
  const drawn = encode(request, () => encodeQR(request.text, 'raw', { ecc, border: 1 }))
  const rows = drawn.slice(1, -1)
  const cells = rows.flatMap((row) => row.slice(1, -1).map(Number))
  return { size: [rows.length, rows.length], cells }
}

/** The symbol as a grid of square modules, or null for a symbology without square modules. */
function matrixOf(request: CodeRequest): Matrix | null {
  const { symbology, text, options } = request
  if (symbology === 'qrcode') return qrMatrix(request)
  const [symbol] = encode(request, () => bwip.raw({ ...options, bcid: symbology, text }))
  if (symbol === undefined || !('pixs' in symbol) || symbology === 'maxicode') return null
  const { pixs, pixx, pixy, width, height } = symbol
  const square = Math.abs(width / pixx - height / pixy) < 1e-6
  return square && pixs.length === pixx * pixy ? { size: [pixx, pixy], cells: pixs } : null
}

function matrixImage({ size: [columns, rows], cells }: Matrix, quiet: number): CodeImage {
  const [across, down] = [columns + 2 * quiet, rows + 2 * quiet]
  return {
    kind: 'code',
    width: across * MATRIX_MODULE,
    height: down * MATRIX_MODULE,
    widthAtScaleOne: across,
    png: (scale) => {
      const dark = (x: number, y: number): boolean => {
        const column = Math.floor(x / scale) - quiet
        const row = Math.floor(y / scale) - quiet
        if (column < 0 || row < 0 || column >= columns || row >= rows) return false
        return cells[row * columns + column] === 1
      }
      return writeBilevelPng(across * scale, down * scale, dark, scale)
    },
  }
}

interface Bitmap {
  width: number
  height: number
  /** Darkness of each pixel, 0 to 255. */
  ink: Uint8Array
}

/** bwip-js' own bitmap drawing with its two outputs replaced: a plain buffer, and no PNG. */
function drawBitmap(request: CodeRequest, scale: number, quiet: number): Bitmap {
  const drawing: object = bwip.drawingZlibPng(() => undefined)
  let bitmap: Bitmap = { width: 0, height: 0, ink: new Uint8Array() }
  let rgba = new Uint8Array()
  const context = Object.assign(drawing as Parameters<typeof bwip.render<Bitmap>>[1], {
    image(width: number, height: number) {
      rgba = new Uint8Array(width * height * 4)
      bitmap = { width, height, ink: new Uint8Array(width * height) }
      return { buffer: rgba, ispng: false }
    },
    end(): Bitmap {
      bitmap.ink.forEach((_none, index) => {
        bitmap.ink[index] = rgba[index * 4 + 3] ?? 0
      })
      return bitmap
    },
  })
  const { symbology, text, options } = request
  return encode(request, () =>
    bwip.render(
      { ...options, bcid: symbology, text, scale, paddingwidth: quiet, paddingheight: 2 },
      context,
    ),
  )
}

/** bwip-js takes the length of bars in millimetres and draws 72 pixels an inch at scale one. */
const UNITS_PER_MM = 72 / 25.4
const BARS_MM = 10
/** Shorter bars are hard to hit with a hand-held scanner. */
const BARS_MM_LEAST = 3

const withBars = (request: CodeRequest, height: number): CodeRequest => ({
  ...request,
  options: { ...request.options, height },
})

/** Redraws bar codes at another height; undefined where the symbology fixes it. */
function heightOf(request: CodeRequest, quiet: number): CodeImage['withHeight'] {
  const [short, long] = [BARS_MM, 2 * BARS_MM].map(
    (height) => drawBitmap(withBars(request, height), 1, quiet).height,
  ) as [number, number]
  if (Math.abs(long - short - BARS_MM * UNITS_PER_MM) > 2) return undefined
  return (units) => {
    const bars = BARS_MM + (units - short) / UNITS_PER_MM
    return drawnImage(withBars(request, Math.max(BARS_MM_LEAST, bars)), quiet)
  }
}

function linearImage(request: CodeRequest, quiet: number): CodeImage {
  const withHeight = heightOf(request, quiet)
  return { ...drawnImage(request, quiet), ...(withHeight && { withHeight }) }
}

function drawnImage(request: CodeRequest, quiet: number): CodeImage {
  const least = drawBitmap(request, 1, quiet)
  return {
    kind: 'code',
    width: least.width * LINEAR_MODULE,
    height: least.height * LINEAR_MODULE,
    widthAtScaleOne: least.width,
    png: (scale) => {
      const { width, height, ink } = drawBitmap(request, scale, quiet)
      return writeBilevelPng(width, height, (x, y) => (ink[y * width + x] ?? 0) >= DARK)
    },
  }
}

/** Longest text of any symbology, with room to spare. */
const TEXT_MAX = 8_000

/**
 * Encodes a text; it is drawn once the size is known.
 * @throws FilterError when the text does not fit the symbology, in the encoder's words
 */
export function encodeCode(request: CodeRequest): CodeImage {
  if (request.text === '') throw new FilterError(`${request.filter}: there is nothing to encode`)
  if (request.text.length > TEXT_MAX) {
    throw new FilterError(`${request.filter}: the text is longer than ${TEXT_MAX} characters`)
  }
  const matrix = matrixOf(request)
  const quiet = QUIET[request.symbology] ?? (matrix === null ? LINEAR_QUIET : MATRIX_QUIET)
  return matrix === null ? linearImage(request, quiet) : matrixImage(matrix, quiet)
}
