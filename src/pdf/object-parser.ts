/**
 * pdf-lib's parser of single objects, but for strings of digits, which are taken whole: the value of a signature is
 * 32 kB of them, pdf-lib joins them one by one, and judging a file reads each value in every revision that has it.
 */
import { type PDFContext, PDFHexString, type PDFObject, PDFObjectParser } from 'pdf-lib'

type ByteStream = ConstructorParameters<typeof PDFObjectParser>[0]

const GREATER_THAN = 0x3e

class ObjectParser extends PDFObjectParser {
  readonly #given: Buffer

  constructor(given: Buffer, context: PDFContext) {
    // The library keeps the class of its streams to itself.
    super(Reflect.get(PDFObjectParser.forBytes(given, context), 'bytes') as ByteStream, context)
    this.#given = given
  }

  protected override parseHexString(): PDFHexString {
    const start = this.bytes.offset() + 1
    const end = this.#given.indexOf(GREATER_THAN, start)
    // One without an end is the library's to refuse.
    if (end < 0) return super.parseHexString()
    this.bytes.moveTo(end + 1)
    return PDFHexString.of(this.#given.toString('latin1', start, end))
  }
}

/** The object with which some bytes begin. @throws Error when it is malformed */
export const parseObject = (bytes: Buffer, context: PDFContext): PDFObject =>
  new ObjectParser(bytes, context).parseObject()
