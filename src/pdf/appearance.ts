/**
 * Appearance streams (ISO 32000-2, 12.5.5). One is drawn as an ordinary pdf-lib page and then copied into the
 * document as a form XObject. The empty one of an unsigned field has exactly the same members: validators take any
 * other difference for tampering.
 */
import {
  PDFArray,
  PDFContentStream,
  type PDFContext,
  type PDFDict,
  PDFDocument,
  PDFObjectCopier,
  type PDFPage,
  PDFRawStream,
} from 'pdf-lib'
import type { PdfTarget } from './pdf-target.ts'
import { decodedStream, newDocument } from './stream-data.ts'

/** Quarter turns clockwise of the page on which the appearance is shown. */
export type PageRotation = 0 | 90 | 180 | 270

/** Size in points, as the reader sees it. */
export interface Size {
  width: number
  height: number
}

/** Draws on a page whose origin is its lower left corner. */
export type Draw = (page: PDFPage, document: PDFDocument) => Promise<void> | void

/** A drawing ready to be put into a document. */
export interface Drawing {
  page: PDFPage
  document: PDFDocument
}

/**
 * Draws an appearance.
 * @param shared document of several drawings, whose fonts and pictures are embedded once: to be flushed after the last;
 * by default the drawing has one of its own
 */
export async function drawAppearance(
  size: Size,
  draw: Draw,
  shared?: PDFDocument,
): Promise<Drawing> {
  const document = shared ?? (await newDocument())
  const page = document.addPage([size.width, size.height])
  await draw(page, document)
  if (shared === undefined) await document.flush()
  return { page, document }
}

/** Draws several that share a document. */
export async function drawTogether<Drawn>(draw: (shared: PDFDocument) => Promise<Drawn>) {
  const shared = await newDocument()
  const drawn = await draw(shared)
  await shared.flush()
  return drawn
}

/** A drawing as a file of one page, for transfer; its document may contain others. */
export async function packed({ page, document }: Drawing): Promise<Uint8Array> {
  const file = await newDocument()
  const [copy] = await file.copyPages(document, [document.getPages().indexOf(page)])
  file.addPage(copy)
  return await file.save({ useObjectStreams: false })
}

/** The drawing from the file that {@link packed} returned. */
export async function unpacked(file: Uint8Array): Promise<Drawing> {
  const document = await PDFDocument.load(file, { updateMetadata: false })
  return { page: document.getPage(0), document }
}

/** Size of the rectangle in the page's own, unturned coordinates. */
export const turnedSize = ({ width, height }: Size, rotation: PageRotation): Size =>
  rotation === 90 || rotation === 270 ? { width: height, height: width } : { width, height }

/** The matrix that turns a drawing upright on a rotated page. */
export function upright({ width, height }: Size, rotation: PageRotation): string {
  if (rotation === 90) return `0 1 -1 0 ${height} 0 cm\n`
  if (rotation === 180) return `-1 0 0 -1 ${width} ${height} cm\n`
  if (rotation === 270) return `0 -1 1 0 0 ${width} cm\n`
  return ''
}

function form(target: PdfTarget, size: Size, resources: PDFDict, content: Buffer): PDFRawStream {
  return target.context.flateStream(content, {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, 0, size.width, size.height],
    Resources: resources,
  })
}

/** The appearance of a field that is still empty. */
export const emptyAppearance = (
  target: PdfTarget,
  size: Size,
  rotation: PageRotation,
): PDFRawStream =>
  form(target, turnedSize(size, rotation), target.context.obj({}), Buffer.from('q Q'))

/** An appearance with a drawing over it that needs no fonts or pictures: its resources stay the same objects. */
export function withMark(
  target: PdfTarget,
  before: PDFRawStream,
  drawing: Drawing,
  rotation: PageRotation,
): PDFRawStream {
  const turn = upright(drawing.page.getSize(), rotation)
  const over = [Buffer.from(`\nq ${turn}`), contentOf(drawing), Buffer.from('Q')]
  const members = Object.fromEntries(
    before.dict
      .entries()
      .map(([key, value]) => [key.decodeText(), value] as const)
      .filter(([key]) => key !== 'Filter' && key !== 'Length'),
  )
  return target.context.flateStream(Buffer.concat([decodedStream(before), ...over]), members)
}

/** Content stream of a drawing. */
export function contentOf({ page, document }: Drawing): Buffer {
  const contents = page.node.Contents()
  const streams = contents instanceof PDFArray ? contents.asArray() : contents ? [contents] : []
  const parts = streams.map((each) => {
    const stream = document.context.lookup(each)
    if (stream instanceof PDFContentStream) return Buffer.from(stream.getUnencodedContents())
    return stream instanceof PDFRawStream ? decodedStream(stream) : Buffer.alloc(0)
  })
  return Buffer.concat(parts.flatMap((part) => [part, Buffer.from('\n')]))
}

type Copiers = WeakMap<PDFContext, PDFObjectCopier>
/** By the context copied into, then by the one copied from: what drawings share is copied once. */
const copiers = new WeakMap<PDFContext, Copiers>()

function copierOf(from: PDFContext, into: PDFContext): PDFObjectCopier {
  const known: Copiers = copiers.get(into) ?? new WeakMap()
  copiers.set(into, known)
  const copier = known.get(from) ?? PDFObjectCopier.for(from, into)
  known.set(from, copier)
  return copier
}

/** Fonts, pictures and graphics states of a drawing, copied into a document. */
export function resourcesOf(target: PdfTarget, { page, document }: Drawing): PDFDict {
  const resources = page.node.Resources()
  if (resources === undefined) return target.context.obj({})
  return copierOf(document.context, target.context).copy(resources)
}

/** Copies a drawing into a document as an appearance, together with the resources it uses. */
export function appearanceOf(target: PdfTarget, drawing: Drawing, rotation: PageRotation) {
  const size = drawing.page.getSize()
  const turn = upright(size, rotation)
  const content = contentOf(drawing)
  const whole =
    turn === '' ? content : Buffer.concat([Buffer.from(`q ${turn}`), content, Buffer.from('Q')])
  return form(target, turnedSize(size, rotation), resourcesOf(target, drawing), whole)
}
