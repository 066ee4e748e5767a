/** Appearances that become part of a page. */

import { deflateSync } from 'node:zlib'
import { PDFDict, PDFName, type PDFObject, PDFRawStream, type PDFRef } from 'pdf-lib'
import { operatorsOf } from './content-operators.ts'
import type { PageFacts } from './pages.ts'
import { inheritedOf, itemsIn } from './pdf-target.ts'
import { decodedStream } from './stream-data.ts'
import type { WholePdf } from './whole-pdf.ts'

const key = (name: string): PDFName => PDFName.of(name)

/** An appearance and its placement. */
export interface Painting {
  look: PDFRef
  /** From the appearance's own coordinates to the page's, without the appearance's matrix. */
  matrix: readonly number[]
  /** The layer (optional content) it belongs to. */
  layer: PDFObject | undefined
}

/** What is added to a page, painted after its content. */
export class PageCanvas {
  readonly #whole: WholePdf
  readonly #page: PageFacts
  readonly #parts: string[] = []
  readonly #names: Record<'XObject' | 'Properties', Map<PDFObject, string>> = {
    XObject: new Map(),
    Properties: new Map(),
  }

  constructor(whole: WholePdf, page: PageFacts) {
    this.#whole = whole
    this.#page = page
  }

  /** @param mark the tag under which it is read out; undefined for decoration */
  paint({ look, matrix, layer }: Painting, mark: string | undefined): void {
    const name = this.#nameOf('XObject', look)
    const painted = `q ${matrix.map((value) => figure6(value)).join(' ')} cm /${name} Do Q\n`
    const layered =
      layer === undefined
        ? painted
        : `/OC /${this.#nameOf('Properties', layer)} BDC\n${painted}EMC\n`
    this.#parts.push(`${mark ?? '/Artifact BMC'}\n${layered}EMC\n`)
  }

  save(): void {
    if (this.#parts.length === 0) return
    const { unopened, unclosed } = this.#balance()
    const before = contentStream(this.#whole, 'q\n'.repeat(1 + unopened))
    const after = contentStream(
      this.#whole,
      `\n${'Q\n'.repeat(1 + unclosed)}${this.#parts.join('')}`,
    )
    surround(this.#whole, this.#page, before, after)
    this.#addResources()
  }

  #nameOf(kind: 'XObject' | 'Properties', object: PDFObject): string {
    const names = this.#names[kind]
    const known = names.get(object)
    if (known !== undefined) return known
    const resources = inheritedOf(this.#whole, this.#page.dict, 'Resources')
    const there = resources instanceof PDFDict ? this.#whole.get(resources, kind) : undefined
    const isTaken = (name: string): boolean =>
      (there instanceof PDFDict && there.has(key(name))) || [...names.values()].includes(name)
    let number = names.size + 1
    while (isTaken(`Flat${kind[0]}${number}`)) number += 1
    const name = `Flat${kind[0]}${number}`
    names.set(object, name)
    return name
  }

  /** Graphics states that the page leaves open, or closes without having opened them. */
  #balance(): { unopened: number; unclosed: number } {
    let depth = 0
    let min = 0
    try {
      for (const { name } of operatorsOf(pageContent(this.#whole, this.#page))) {
        if (name === 'q') depth++
        else if (name === 'Q') min = Math.min(min, --depth)
      }
    } catch {
      // What cannot be read counts as balanced, as nearly every page is.
      return { unopened: 0, unclosed: 0 }
    }
    return { unopened: -min, unclosed: depth - min }
  }

  /** Pages share and inherit resources: this one gets its own. */
  #addResources(): void {
    const { dict } = this.#page
    const resources = copied(this.#whole, inheritedOf(this.#whole, dict, 'Resources'))
    for (const kind of ['XObject', 'Properties'] as const) {
      if (this.#names[kind].size === 0) continue
      const members = copied(this.#whole, this.#whole.get(resources, kind))
      for (const [object, name] of this.#names[kind]) members.set(key(name), object)
      resources.set(key(kind), members)
    }
    dict.set(key('Resources'), resources)
  }
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
export function surround(
  whole: WholePdf,
  { dict }: PageFacts,
  before: PDFRef,
  after: PDFRef,
): void {
  const contents = [before, ...itemsIn(whole, dict, 'Contents'), after]
  dict.set(key('Contents'), whole.context.obj(contents))
}

/** A new content stream of a document. @param content operators, in Latin-1 */
export function contentStream(whole: WholePdf, content: string): PDFRef {
  const data = deflateSync(Buffer.from(content, 'latin1'))
  const dict = whole.context.obj({ Filter: 'FlateDecode', Length: data.length })
  return whole.add(PDFRawStream.of(dict, data))
}
