/** PDFs whose cross-references and objects are packed in every way of ISO 32000-2, 7.4, that is not for pictures. */
import { assembled, objectStream, type Packing, packed, stream } from './raw-pdf.ts'

const hex = (data: Buffer): Buffer => Buffer.from(`${data.toString('hex')}>`)

function ascii85(data: Buffer): Buffer {
  let text = ''
  for (let at = 0; at < data.length; at += 4) {
    const given = data.subarray(at, at + 4)
    const group = Buffer.concat([given, Buffer.alloc(4 - given.length)]).readUInt32BE(0)
    const digits = [4, 3, 2, 1, 0].map((power) => Math.floor(group / 85 ** power) % 85)
    const whole = given.length === 4 && group === 0
    const letters = String.fromCharCode(...digits.map((digit) => digit + 33))
    text += whole ? 'z' : letters.slice(0, given.length + 1)
  }
  return Buffer.from(`${text}~>`)
}

/** Codes of nine bits, the table cleared before it would need ten. */
function lzw(data: Buffer): Buffer {
  const codes: number[] = []
  data.forEach((byte, index) => {
    if (index % 200 === 0) codes.push(256)
    codes.push(byte)
  })
  const bits = [...codes, 257].map((code) => code.toString(2).padStart(9, '0')).join('')
  const bytes = bits.match(/.{1,8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)))
}

/** Runs of up to 128 bytes as they are. */
function runs(data: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at < data.length; at += 128) {
    const part = data.subarray(at, at + 128)
    parts.push(Buffer.from([part.length - 1]), part)
  }
  return Buffer.concat([...parts, Buffer.from([128])])
}

/** By name; the last ones are filters behind filters. */
export const PACKINGS: readonly Packing[] = [
  { filter: '/FlateDecode', pack: packed },
  { filter: '/ASCIIHexDecode', pack: hex },
  { filter: '/ASCII85Decode', pack: ascii85 },
  { filter: '/LZWDecode', pack: lzw },
  { filter: '/RunLengthDecode', pack: runs },
  { filter: '/ASCII85Decode /FlateDecode', pack: (data) => ascii85(packed(data)) },
  { filter: '/AHx /LZW', pack: (data) => hex(lzw(data)) },
]

const SHOWN = 'BT /F 12 Tf 9 50 Td (packed) Tj ET'

/** One page that says "packed", whose objects and cross-references are packed so. */
export const packedPdf = (packing: Packing): Buffer =>
  assembled({
    packing,
    objects: new Map([
      [4, stream('', SHOWN)],
      [
        5,
        objectStream(
          [
            [1, '<</Type/Catalog/Pages 2 0 R>>'],
            [2, '<</Type/Pages/Kids[3 0 R]/Count 1>>'],
            [
              3,
              '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>',
            ],
          ],
          { packing },
        ),
      ],
    ]),
    inside: new Map([
      [1, [5, 0]],
      [2, [5, 1]],
      [3, [5, 2]],
    ]),
  })

const MB = 1024 * 1024
/** Small files that unfold to gigabytes: a table behind filters that each make much of little. */
export const UNFOLDING: Readonly<Record<string, () => Buffer>> = {
  'runs of one byte': () =>
    xrefOf('/RunLengthDecode', Buffer.alloc(2 * MB, Buffer.from([0x81, 0x41]))),
  'zeros of ASCII85': () => xrefOf('/ASCII85Decode', Buffer.alloc(16 * MB, 'z')),
  'runs behind deflate': () =>
    xrefOf(
      '/FlateDecode /RunLengthDecode',
      packed(Buffer.alloc(16 * MB, Buffer.from([0x81, 0x41]))),
    ),
  'blanks behind deflate behind deflate': () =>
    xrefOf('/FlateDecode /FlateDecode /ASCIIHexDecode', packed(packed(Buffer.alloc(64 * MB, ' ')))),
}

function xrefOf(filter: string, data: Buffer): Buffer {
  return assembled({
    objects: new Map([[1, '<</Type/Catalog>>']]),
    xref: { dict: '/W [1 4 2]', data, filter: `[${filter}]` },
  })
}
