/** Opens a PDF so that changes are appended to it, and writes only those. */
import { ParseSpeeds, PDFDocument } from 'pdf-lib'
import { AppError } from '../kernel/errors.ts'

const TAIL_BYTES = 1024
const XREF_TABLE = 'xref'

/** Whether the newest cross-reference section is a table; an appended one must be of the same kind. */
function endsInTable(pdf: Uint8Array): boolean {
  const tail = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)
    .subarray(-TAIL_BYTES)
    .toString('latin1')
  const offset = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail)?.[1])
  if (Number.isNaN(offset)) throw new AppError('render_failed', 'The PDF has no startxref.')
  const found = Buffer.from(pdf.subarray(offset, offset + XREF_TABLE.length)).toString('latin1')
  return found === XREF_TABLE
}

/**
 * Applies `change` and gives the PDF with an incremental update behind it: the bytes before are
 * the ones that came in.
 * @throws AppError `render_failed` when it is not a PDF that can be read.
 */
export async function appendToPdf(
  pdf: Uint8Array,
  change: (document: PDFDocument) => void,
): Promise<Uint8Array> {
  const useObjectStreams = !endsInTable(pdf)
  const document = await PDFDocument.load(pdf, {
    forIncrementalUpdate: true,
    updateMetadata: false,
    parseSpeed: ParseSpeeds.Fastest,
  })
  change(document)
  return document.save({
    useObjectStreams,
    addDefaultPage: false,
    updateFieldAppearances: false,
    objectsPerTick: Number.POSITIVE_INFINITY,
  })
}
