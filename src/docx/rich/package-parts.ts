/**
 * What rich values add to the package: pictures, relationships, numbering definitions, content
 * types. Collected while the parts are rendered, written once at the end (ECMA-376 part 2).
 */
import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import { escapeAttribute } from '../../xml/escape.ts'
import {
  addContentTypes,
  addPartType,
  addRelations,
  relationsPath,
} from '../package/registrations.ts'
import { readRelationships, resolveTarget } from '../package/relationships.ts'
import { Numbering } from './numbering.ts'
import { Styles } from './styles.ts'

/** The subset of PizZip that is used here. */
export interface Zip {
  files: Record<string, { asText(): string }>
  file(name: string, data: string | Uint8Array): unknown
  file(pattern: RegExp): { name: string; asText(): string }[]
}

const RELATIONSHIP = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const CONTENT_TYPES = '[Content_Types].xml'
const WML_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml'

interface Relation {
  id: string
  xml: string
}

/** The part of a type that another one leads to; '' is the package itself. */
function partOfType(zip: Zip, source: string, type: string): string | undefined {
  const found = readRelationships(zip.files[relationsPath(source)]?.asText() ?? '<_/>')
  const relation = Array.isArray(found) ? found.find((one) => one.type === type) : undefined
  return relation === undefined ? undefined : resolveTarget(source, relation.target)
}

/** Path of the main document, from the relationships of the package. */
export const mainDocumentPath = (zip: Zip): string =>
  partOfType(zip, '', 'officedocument') ?? 'word/document.xml'

/** What inserted pictures and links add to a package: media, relationships, content types. */
export class PackageParts {
  readonly #zip: Zip
  readonly #main: string
  readonly #media = new Map<string, { path: string; bytes: Uint8Array }>()
  readonly #relations = new Map<string, Map<string, Relation>>()
  readonly #extensions = new Map<string, string>()
  #drawings = 0
  #numbering: Numbering | undefined
  #styles: Styles | undefined

  constructor(zip: Zip) {
    this.#zip = zip
    this.#main = mainDocumentPath(zip)
  }

  /** Loaded when a list needs it. */
  get numbering(): Numbering {
    this.#numbering ??= new Numbering(this.#text(this.#companion('numbering')) ?? '')
    return this.#numbering
  }

  /** Loaded when a heading, a link or a size needs it. */
  get styles(): Styles {
    this.#styles ??= new Styles(this.#text(this.#companion('styles')) ?? '')
    return this.#styles
  }

  #text(path: string): string | undefined {
    return this.#zip.files[path]?.asText()
  }

  /** A number that no other drawing made here has; {@link write} makes ids unique in the document. */
  nextDrawing(): number {
    this.#drawings += 1
    return this.#drawings
  }

  /** Embeds a picture, identical bytes only once, and returns its relationship id in `part`. */
  picture(part: string, bytes: Uint8Array, format: string): string {
    const hash = createHash('sha256').update(bytes).digest('hex')
    let media = this.#media.get(hash)
    if (media === undefined) {
      const extension = format === 'jpeg' ? 'jpeg' : format
      media = { path: `word/media/rich-${hash.slice(0, 16)}.${extension}`, bytes }
      this.#media.set(hash, media)
      this.#extensions.set(extension, `image/${format}`)
    }
    const folder = posix.dirname(part)
    const target = folder === 'word' ? posix.relative(folder, media.path) : `/${media.path}`
    return this.#relation(part, 'image', target, false)
  }

  /** Adds an external hyperlink of `part`; returns its relationship id. */
  hyperlink(part: string, address: string): string {
    return this.#relation(part, 'hyperlink', address, true)
  }

  #relation(part: string, type: string, target: string, external: boolean): string {
    const known = this.#relations.get(part) ?? new Map<string, Relation>()
    this.#relations.set(part, known)
    const key = `${type} ${target}`
    const same = known.get(key)
    if (same !== undefined) return same.id
    const present = this.#text(relationsPath(part)) ?? ''
    let number = known.size + 1
    while (present.includes(`"rIdRich${number}"`)) number += 1
    const id = `rIdRich${number}`
    const mode = external ? ' TargetMode="External"' : ''
    const xml = `<Relationship Id="${id}" Type="${RELATIONSHIP}/${type}" Target="${escapeAttribute(target)}"${mode}/>`
    known.set(key, { id, xml })
    return id
  }

  /** Path of the one part of this kind that the main document has, or would have. */
  #companion(kind: 'numbering' | 'styles'): string {
    const folder = posix.dirname(this.#main)
    return partOfType(this.#zip, this.#main, kind) ?? posix.join(folder, `${kind}.xml`)
  }

  /** Writes everything collected into the package; call once, after the parts are rendered. */
  write(): void {
    for (const { path, bytes } of this.#media.values()) this.#zip.file(path, bytes)
    this.#writeCompanion('numbering', this.#numbering?.xml() ?? null)
    this.#writeCompanion('styles', this.#styles?.xml() ?? null)
    this.#writeRelations()
    this.#writeContentTypes()
    if (this.#drawings > 0) this.#renumberDrawings()
  }

  #writeCompanion(kind: 'numbering' | 'styles', xml: string | null): void {
    if (xml === null) return
    const path = this.#companion(kind)
    if (this.#zip.files[path] === undefined) {
      const target = posix.relative(posix.dirname(this.#main), path)
      this.#relation(this.#main, kind, target, false)
      addPartType(this.#zip, path, `${WML_TYPE}.${kind}+xml`)
    }
    this.#zip.file(path, xml)
  }

  #writeRelations(): void {
    for (const [part, relations] of this.#relations) {
      addRelations(this.#zip, part, [...relations.values()].map(({ xml }) => xml).join(''))
      this.#extensions.set('rels', 'application/vnd.openxmlformats-package.relationships+xml')
    }
  }

  #writeContentTypes(): void {
    const types = this.#text(CONTENT_TYPES) ?? ''
    const missing = [...this.#extensions].filter(
      ([extension]) => !new RegExp(`Extension="${extension}"`, 'i').test(types),
    )
    addContentTypes(
      this.#zip,
      missing
        .map(([extension, type]) => `<Default Extension="${extension}" ContentType="${type}"/>`)
        .join(''),
    )
  }

  /** Word reports a file as damaged when two drawings share an id, as happens in loops over pictures. */
  #renumberDrawings(): void {
    let id = 0
    for (const { name, asText } of this.#zip.file(/^word\/[^/]+\.xml$/).map((file) => ({
      name: file.name,
      asText: () => file.asText(),
    }))) {
      const before = asText()
      if (!before.includes('<wp:docPr')) continue
      const after = before.replace(/(<wp:docPr\b[^>]*?\sid=")[^"]*"/g, (_whole, head: string) => {
        id += 1
        return `${head}${id}"`
      })
      this.#zip.file(name, after)
    }
  }
}
