/** One page of a tagged PDF: its content stream opened for editing, its marks and its number in the parent tree. */

import { constants, deflateSync, inflateSync } from 'node:zlib'
import {
  PDFArray,
  PDFDict,
  PDFName,
  PDFNumber,
  type PDFObject,
  type PDFPage,
  PDFRawStream,
  PDFRef,
} from 'pdf-lib'
import { say } from '../../translations/texts.ts'
import {
  ContentError,
  type Edit,
  edited,
  type Operator,
  operatorsOf,
} from '../content-operators.ts'
import { PdfError } from '../pdf-error.ts'
import { artifactEdits } from './content-artifacts.ts'
import { type Mark, marksOf } from './content-marks.ts'

/** Bytes of one page's content, inflated; LibreOffice needs some 10 kB for a full page. */
const CONTENT_MAX = 64 * 1024 * 1024

const CONTENTS = PDFName.of('Contents')
const FILTER = PDFName.of('Filter')
const FLATE = PDFName.of('FlateDecode')

const failed = (cause: unknown): PdfError =>
  new PdfError('render_failed', say('pdf.pageTags'), { cause })

/** A name as written in content streams. */
export const tagText = (tag: string): string => PDFName.of(tag).toString()

/** A page whose content can be tagged. */
export class TaggedPage {
  readonly ref: PDFRef
  readonly dict: PDFDict
  /** Its key in the parent tree; undefined when nothing on it is tagged. */
  readonly parents: number | undefined
  readonly marks: readonly Mark[]
  private readonly page: PDFPage
  private readonly bytes: Uint8Array
  private readonly operators: readonly Operator[]
  private readonly edits: Edit[] = []

  /** @throws PdfError render_failed when the content cannot be read */
  constructor(page: PDFPage) {
    this.page = page
    this.ref = page.ref
    this.dict = page.node
    this.parents = page.node.lookupMaybe(PDFName.of('StructParents'), PDFNumber)?.asNumber()
    try {
      this.bytes = contentOf(page)
      this.operators = operatorsOf(this.bytes)
    } catch (cause) {
      throw failed(cause)
    }
    this.marks = marksOf(this.bytes, this.operators)
  }

  /** Annotations of the page. */
  annotations(): PDFDict[] {
    const list = this.dict.lookupMaybe(PDFName.of('Annots'), PDFArray)?.asArray() ?? []
    return list
      .map((each) => this.page.doc.context.lookup(each))
      .filter((each) => each instanceof PDFDict)
  }

  /** Makes a mark the content of a structure element. */
  tag(mark: Mark, tag: string, mcid: number): void {
    this.retag(mark, `${tagText(tag)}<</MCID ${mcid}>>BDC`)
    mark.artifact = false
    mark.mcid = mcid
  }

  /** Makes a mark an artifact, which assistive software skips. */
  untag(mark: Mark): void {
    this.retag(mark, '/Artifact BMC')
    mark.artifact = true
    mark.mcid = undefined
  }

  private retag({ begin }: Mark, text: string): void {
    this.edits.push({ at: begin.start, removed: begin.end - begin.start, text })
  }

  /** Writes the content; everything that was outside marked content becomes an artifact. */
  save(): void {
    const edits = [...this.edits, ...artifactEdits(this.operators)]
    if (edits.length === 0) return
    const { context } = this.page.doc
    const packed = deflateSync(edited(this.bytes, edits), { level: constants.Z_BEST_SPEED })
    const before = this.dict.get(CONTENTS)
    if (before instanceof PDFRef) context.delete(before)
    const stream = PDFRawStream.of(context.obj({ Filter: FLATE }), packed)
    this.dict.set(CONTENTS, context.register(stream))
  }
}

function contentOf(page: PDFPage): Uint8Array {
  const contents = page.node.lookup(CONTENTS)
  const parts = contents instanceof PDFArray ? contents.asArray() : [contents]
  const streams = parts.map((each) => page.doc.context.lookup(each))
  return Buffer.concat(streams.flatMap((stream) => [inflated(stream), Buffer.from('\n')]))
}

function inflated(stream: PDFObject | undefined): Uint8Array {
  if (stream === undefined) return new Uint8Array()
  if (!(stream instanceof PDFRawStream)) throw new ContentError('the content is no stream')
  const filter = stream.dict.lookup(FILTER)
  if (filter === undefined) return stream.contents
  if (filter !== FLATE) throw new ContentError(`the content is packed by ${filter}`)
  return inflateSync(stream.contents, { maxOutputLength: CONTENT_MAX })
}
