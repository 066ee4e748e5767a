/** The package of one render: shares the template's parts and replaces those that the render writes. */
import { DocxPart } from './docx-part.ts'
import { packParts } from './zip-parts.ts'

/** The interface is the part of PizZip that our writers use. */
export class DocumentDraft {
  readonly #parts: Map<string, DocxPart>
  /** Parts by name. */
  readonly files: Record<string, DocxPart>

  /** @param parts of the template, `[Content_Types].xml` first; never modified */
  constructor(parts: ReadonlyMap<string, DocxPart>) {
    this.#parts = new Map(parts)
    this.files = Object.assign(Object.create(null), Object.fromEntries(parts))
  }

  /** Replaces or adds a part. */
  file(name: string, content: string | Uint8Array): void
  /** The parts whose names match the pattern. */
  file(pattern: RegExp): Array<{ name: string; asText(): string }>
  file(which: string | RegExp, content: string | Uint8Array = ''): unknown {
    if (typeof which !== 'string') {
      return [...this.#parts]
        .filter(([name]) => which.test(name))
        .map(([name, part]) => ({ name, asText: () => part.asText() }))
    }
    const part = new DocxPart(content)
    this.#parts.set(which, part)
    this.files[which] = part
    return undefined
  }

  /** Name and content of every part. */
  *contents(): Generator<readonly [string, Uint8Array]> {
    for (const [name, { bytes }] of this.#parts) yield [name, bytes]
  }

  /** Returns the bytes of the .docx. @param level deflate level, 0 (store) to 9 */
  pack(level: number): Uint8Array {
    return packParts(this.#parts, level)
  }
}
