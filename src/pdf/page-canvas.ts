/** Appearances that become part of a page. */

import { PDFDict, type PDFObject, PDFRawStream, type PDFRef } from 'pdf-lib'
import { operatorsOf } from './content-operators.ts'
import type { PageFacts } from './pages.ts'
import { nameKey as key } from './pdf-file.ts'
import { inheritedOf, itemsIn } from './pdf-target.ts'
import { decodedStream } from './stream-data.ts'
import type { WholePdf } from './whole-pdf.ts'

/** An appearance and its placement. */
export interface Painting {
  look: PDFRef
  /** From the appearance's own coordinates to the page's, without the appearance's matrix. */
  matrix: readonly number[]
  /** The layer (optional content) it belongs to. */
  layer?: PDFObject | undefined
  /** The tag under which it is read out; absent: it is decoration. */
  mark?: string | undefined
}

/** Names objects in resources that are a page's own, each once. */
function namesIn(whole: WholePdf, resources: PDFDict, kind: 'XObject' | 'Properties') {
  const members = copied(whole, whole.get(resources, kind))
  const names = new Map<PDFObject, string>()
  return (object: PDFObject): string => {
    const known = names.get(object)
    if (known !== undefined) return known
    let number = names.size + 1
    while (members.has(key(`Flat${kind[0]}${number}`))) number += 1
    const name = `Flat${kind[0]}${number}`
    names.set(object, name)
    members.set(key(name), object)
    resources.set(key(kind), members)
    return name
  }
}

/** Paints on a page, after its content. */
export function paintOn(whole: WholePdf, page: PageFacts, paintings: readonly Painting[]): void {
  if (paintings.length === 0) return
  // Pages share and inherit resources: this one gets its own.
  const resources = copied(whole, inheritedOf(whole, page.dict, 'Resources'))
  const [lookName, layerName] = [
    namesIn(whole, resources, 'XObject'),
    namesIn(whole, resources, 'Properties'),
  ]
  const parts = paintings.map(({ look, matrix, layer, mark = '/Artifact BMC' }) => {
    const painted = `q ${matrix.map(figure6).join(' ')} cm /${lookName(look)} Do Q\n`
    const layered = layer ? `/OC /${layerName(layer)} BDC\n${painted}EMC\n` : painted
    return `${mark}\n${layered}EMC\n`
  })
  const { unopened, unclosed } = balanceOf(whole, page)
  const before = contentStream(whole, 'q\n'.repeat(1 + unopened))
  const after = contentStream(whole, `\n${'Q\n'.repeat(1 + unclosed)}${parts.join('')}`)
  surround(whole, page, before, after)
  page.dict.set(key('Resources'), resources)
}

/** Graphics states that the page leaves open, or closes without having opened them. */
function balanceOf(whole: WholePdf, page: PageFacts): { unopened: number; unclosed: number } {
  let depth = 0
  let min = 0
  try {
    for (const { name } of operatorsOf(pageContent(whole, page))) {
      if (name === 'q') depth++
      else if (name === 'Q') min = Math.min(min, --depth)
    }
  } catch {
    // What cannot be read counts as balanced, as nearly every page is.
    return { unopened: 0, unclosed: 0 }
  }
  return { unopened: -min, unclosed: depth - min }
}

const figure6 = (value: number): string => String(Math.round(value * 1_000_000) / 1_000_000)

function copied(whole: WholePdf, dict: PDFObject | undefined): PDFDict {
  const copy = whole.context.obj({})
  if (dict instanceof PDFDict) for (const [name, value] of dict.entries()) copy.set(name, value)
  return copy
}

/** The content of a page; its streams are one program (7.8.2). @throws UnreadablePdfError */
export const pageContent = (whole: WholePdf, { dict }: PageFacts): Buffer =>
  Buffer.concat(
    itemsIn(whole, dict, 'Contents').flatMap((each) => {
      const stream = whole.resolve(each)
      return stream instanceof PDFRawStream ? [decodedStream(stream), Buffer.from('\n')] : []
    }),
  )

/** Puts content before that of a page and behind it. */
export function surround(whole: WholePdf, { dict }: PageFacts, before: PDFRef, after: PDFRef) {
  const contents = [before, ...itemsIn(whole, dict, 'Contents'), after]
  dict.set(key('Contents'), whole.context.obj(contents))
}

/** A new content stream of a document. @param content operators, in Latin-1 */
export const contentStream = (whole: WholePdf, content: string | Buffer): PDFRef =>
  whole.add(whole.context.flateStream(content))
