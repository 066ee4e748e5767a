/** Small generated Word documents, one of which warms up a new worker; parts for the canary. */
import { packedFile, writeZip } from '../zip/write.ts'
import type { WorkerSetup } from './launch.ts'
import { pdfOptions } from './pdf-options.ts'
import { ProcessWorker } from './worker.ts'

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const NAMESPACES =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" ' +
  `xmlns:r="${OFFICE}" ` +
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" ' +
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ' +
  'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"'
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

/** A relationship of the main part. */
export interface Relationship {
  id: string
  /** Last word of the type, e.g. `image`. */
  type: string
  target: string
  external?: boolean
}

/** A red square, 8 pixels wide. */
export const SAMPLE_PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR4nGP4z8CAFWEXHbQSACj/P8Fu7N9hAAAAAElFTkSuQmCC',
  'base64',
)

/** A .docx from the XML inside `w:body`, its relationships and further parts. */
export function makeDocx(
  body: string,
  relationships: readonly Relationship[] = [],
  parts: Readonly<Record<string, string | Uint8Array>> = {},
): Uint8Array {
  const kinds = ['png', 'svg'].map((end) => [end, `image/${end === 'svg' ? 'svg+xml' : end}`])
  const relation = ({ id, type, target, external }: Relationship): string =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"${external ? ' TargetMode="External"' : ''}/>`
  const relations = (list: readonly Relationship[]): string =>
    `${XML}<Relationships xmlns="${PACKAGE}/relationships">${list.map(relation).join('')}</Relationships>`
  const files: Record<string, string | Uint8Array> = {
    '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${kinds.map(([end, type]) => `<Default Extension="${end}" ContentType="${type}"/>`).join('')}<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': relations([{ id: 'rId1', type: 'officeDocument', target: 'word/document.xml' }]),
    'word/_rels/document.xml.rels': relations(relationships),
    'word/document.xml': `${XML}<w:document ${NAMESPACES}><w:body>${body}</w:body></w:document>`,
    ...parts,
  }
  return writeZip(
    Object.entries(files).map(([name, content]) => packedFile(name, Buffer.from(content))),
  )
}

const EMU_PER_MM = 36_000

/** A paragraph with a picture, 10 mm wide. `blip` is the attribute that names it, e.g. `r:embed="rId1"`. */
export function pictureParagraph(blip: string): string {
  const size = `cx="${10 * EMU_PER_MM}" cy="${10 * EMU_PER_MM}"`
  return `<w:p><w:r><w:drawing><wp:inline><wp:extent ${size}/><wp:docPr id="1" name="p"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="p"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip ${blip}/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${size}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`
}

const run = (font: string, text: string, more = ''): string =>
  `<w:r><w:rPr><w:rFonts w:ascii="${font}" w:hAnsi="${font}"/>${more}</w:rPr><w:t>${text}</w:t></w:r>`

/**
 * Uses what most documents need (the usual fonts, bold, a table, a field, a picture), so that a new worker does not
 * load it during its first real document.
 */
export function warmUpDocx(): Uint8Array {
  const fonts = ['Calibri', 'Cambria', 'Arial', 'Times New Roman', 'DejaVu Sans']
  const text = fonts
    .map(
      (font) => `<w:p>${run(font, `Été ${font} 1 234,56 €`)}${run(font, ' bold', '<w:b/>')}</w:p>`,
    )
    .join('')
  const border = '<w:top w:val="single" w:sz="4"/><w:bottom w:val="single" w:sz="4"/>'
  const cell = `<w:tc><w:tcPr><w:tcW w:w="2000" w:type="dxa"/></w:tcPr><w:p>${run('Calibri', 'cell')}</w:p></w:tc>`
  const table = `<w:tbl><w:tblPr><w:tblW w:w="4000" w:type="dxa"/><w:tblBorders>${border}</w:tblBorders></w:tblPr><w:tblGrid><w:gridCol w:w="2000"/><w:gridCol w:w="2000"/></w:tblGrid><w:tr>${cell}${cell}</w:tr></w:tbl>`
  const field = `<w:p><w:fldSimple w:instr=" PAGE ">${run('Calibri', '1')}</w:fldSimple></w:p>`
  return makeDocx(
    `${text}${table}${field}${pictureParagraph('r:embed="rId1"')}<w:sectPr/>`,
    [{ id: 'rId1', type: 'image', target: 'media/a.png' }],
    { 'word/media/a.png': SAMPLE_PNG },
  )
}

/**
 * A worker's first document takes twice as long as the later ones, so it is one of ours.
 * @throws Error with the processes' output when they cannot start or convert
 */
export async function startWarm(setup: WorkerSetup, id: number, signal: AbortSignal) {
  const worker = await ProcessWorker.start(setup, id, signal)
  const stop = (): void => worker.kill('its start was called off')
  signal.addEventListener('abort', stop, { once: true })
  const timer = setTimeout(
    () => worker.kill('its first document took too long'),
    setup.startTimeoutMs,
  )
  try {
    const answer = await worker.convert({
      docx: warmUpDocx(),
      store: pdfOptions({ kind: 'pdfa-3b' }),
    })
    if (answer.outcome === 'refused') {
      worker.kill('it refused its first document')
      throw new Error(`the first document was refused: ${answer.reason}`)
    }
    await answer.idle
    return worker
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}
