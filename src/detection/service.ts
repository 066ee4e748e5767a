/** POST /detect-signature-fields behind HTTP: a PDF or Word file in, its pages and fields out. */
import type { Caller } from '../accounts/caller.ts'
import type { UploadedFile } from '../http/form.ts'
import { saying } from '../kernel/coded-error.ts'
import { AppError } from '../kernel/errors.ts'
import { FILE_KINDS, fileKind } from '../kernel/file-kinds.ts'
import type { MarkedDocument, SignaturePlacement } from '../pdf/signature-marks.ts'
import { say } from '../translations/texts.ts'
import type { DetectionPool } from './detection-worker.ts'
import { type DetectedField, type Detection, kindOfType, rounded, sharedArea } from './fields.ts'

const HEADER_WITHIN = 1024

const isPdf = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(HEADER_WITHIN, bytes.length)).includes(
    '%PDF-',
  )

/** Any zip; whether it is a Word document is decided on opening it. */
const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b

function fieldOf({ signer, page, box, field }: SignaturePlacement): DetectedField {
  const text = field === undefined ? `{signature:${signer}}` : `{field:${signer}:${field.name}}`
  return {
    page,
    ...rounded(box),
    kind: field === undefined ? 'signature' : kindOfType(field.type),
    source: 'tag',
    signer,
    reason: `The template has the tag ${text} here.`,
    text,
    confidence: 1,
  }
}

/** The template's own places, and what was detected besides them. */
function withTagged(found: Detection, placements: readonly SignaturePlacement[]): Detection {
  const own = placements.map(fieldOf)
  const others = found.fields.filter(
    (field) =>
      !own.some(
        (place) =>
          place.page === field.page && sharedArea(place, field) > 0.1 * field.width * field.height,
      ),
  )
  const fields = [...own, ...others].sort((one, other) => one.page - other.page || one.y - other.y)
  return { pages: found.pages, fields }
}

/** Finds fields for callers; nothing is stored, and it does not count as a document. */
export class DetectionService {
  readonly #pool: Pick<DetectionPool, 'run'>
  readonly #drafts: DocxToPdf

  constructor(pool: Pick<DetectionPool, 'run'>, drafts: DocxToPdf) {
    this.#pool = pool
    this.#drafts = drafts
  }

  /**
   * @param password of a locked PDF
   * @throws pdf_invalid for a file of another kind; the codes of `detectFields` and of `DocxToPdf`;
   * render_limit_exceeded, server_busy
   */
  async detect(
    { password = '', ...file }: UploadedFile & { password?: string },
    caller: Caller,
    signal: AbortSignal,
  ): Promise<Detection> {
    const { bytes } = file
    if (isPdf(bytes)) return this.#pool.run('detect', { pdf: bytes, password })
    if (!isZip(bytes)) {
      const kind = fileKind(bytes)
      throw new AppError(
        'pdf_invalid',
        say('pdf.neither', { kind: kind === undefined ? 'none' : FILE_KINDS[kind] }),
        {
          errors: [{ pointer: '/file', ...saying(say('pdf.pdfOrDocx')) }],
        },
      )
    }
    const { pdf, placements } = await this.#drafts.convert(file, caller, signal)
    return withTagged(await this.#pool.run('detect', { pdf }), placements)
  }
}

// What detection needs from others; `rendering/` implements it.

/** Turns Word documents into PDFs. */
interface DocxToPdf {
  /**
   * @param file with its original name, for messages @param caller whose fonts it is made with
   * @returns with the places of its `{signature:…}` tags, if it is a template
   * @throws template_not_docx, template_unsafe, template_too_complex and the codes of a conversion
   */
  convert(file: UploadedFile, caller: Caller, signal: AbortSignal): Promise<MarkedDocument>
}
