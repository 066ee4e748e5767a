import { PDFContext, PDFObjectParser } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { parseObject } from '../../../src/pdf/object-parser.ts'

const OBJECTS = [
  '<48656C6c6f>',
  '<>',
  '<48 65\n6C 6> 7',
  '<< /ID [<00ff> <FF00>] /Contents <3082ab00> /Next [ 1 0 R (a>b) ] >>',
  '[ <41> /Name <42> (text (with <43>)) ]',
  '<< /Length 5 >>\nstream\n<41> \nendstream',
  '<é>',
]

const BROKEN = ['<48656C', '<< /Contents <30 ', '[ <41> <42']

/** What a parser makes of a text, or that it refuses it. */
function read(text: string, parse: (bytes: Buffer, context: PDFContext) => unknown): string {
  try {
    return String(parse(Buffer.from(text, 'latin1'), PDFContext.create()))
  } catch (error) {
    return `refused: ${(error as Error).constructor.name}`
  }
}

describe('an object of a PDF', () => {
  it.each([...OBJECTS, ...BROKEN])('reads as pdf-lib reads it: %j', (text) => {
    const asLibrary = read(text, (bytes, context) =>
      PDFObjectParser.forBytes(bytes, context).parseObject(),
    )
    expect(read(text, parseObject)).toBe(asLibrary)
  })

  it.each(BROKEN)('is refused where a string of digits has no end: %j', (text) => {
    expect(read(text, parseObject)).toMatch(/^refused: /)
  })
})
