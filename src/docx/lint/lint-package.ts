/** Walks an OPC package from its root along the relationships, judges each part, and rebuilds it clean. */
import { asBuffer } from '../../kernel/bytes.ts'
import type { DocumentWarning } from '../../kernel/document-warnings.ts'
import { type Cut, withoutCuts } from '../../xml/edits.ts'
import type { XmlFinding } from '../../xml/scan.ts'
import {
  metafileSize,
  type PartKind,
  PICTURE_KINDS,
  partKind,
  toUtf8Xml,
} from '../package/part-kind.ts'
import { pictureSize } from '../package/picture-size.ts'
import { relationsPath } from '../package/registrations.ts'
import {
  type ContentTypes,
  type Relationship,
  readContentTypes,
  readRelationships,
  resolveTarget,
} from '../package/relationships.ts'
import type { DocxLimits } from './limits.ts'
import type { LintFindings } from './lint-findings.ts'
import { checkRelationship } from './lint-relationships.ts'
import { type LintCounts, lintXmlPart } from './lint-xml.ts'

const TYPES_PART = '[Content_Types].xml'
const WORD_MAIN = /wordprocessingml\.(?:document|template)\.main\+xml$/
const MACRO_MAIN = /vnd\.ms-word\.(?:document|template)\.macroenabled(?:template)?\.?main\+xml$/
const FOREIGN_PARTS = new Set(['mimetype', 'content.xml', 'meta-inf/manifest.xml'])

/** What a failed attempt to inspect a compressed picture takes from their common budget, in bytes. */
const METAFILE_FINDING_COST = 4 * 1024 * 1024

/** Relationships of one part after the decisions on them. */
interface PackageVerdict {
  svgIds: Set<string>
  droppedIds: Set<string>
  lostIds: Set<string>
  /** Types of relationship by the part that they lead to. */
  followed: Map<string, Set<string>>
}

/** The walk over one package. Create it with {@link PackageLint.over}, then `run`, then `cleaned`. */
export class PackageLint {
  readonly mainPart: string
  readonly #files: Map<string, Uint8Array>
  readonly #names: Map<string, string>
  readonly #types: ContentTypes
  readonly #limits: DocxLimits
  readonly #findings: LintFindings
  readonly #counts: LintCounts = { elements: 0, paragraphs: 0, byPart: new Map() }
  readonly #kinds = new Map<string, PartKind>()
  readonly #kept = new Set<string>()
  readonly #cuts = new Map<string, Cut[]>()
  /** Bytes that compressed pictures may still inflate to. */
  #metafileBudget: number

  private constructor(
    files: Map<string, Uint8Array>,
    names: Map<string, string>,
    types: ContentTypes,
    mainPart: string,
    limits: DocxLimits,
    findings: LintFindings,
  ) {
    this.#files = files
    this.#names = names
    this.#types = types
    this.mainPart = mainPart
    this.#limits = limits
    this.#findings = findings
    this.#metafileBudget = limits.unpackedBytes
  }

  /** Finds the main part; `null` when the archive is no Word document. */
  static over(files: Map<string, Uint8Array>, limits: DocxLimits, findings: LintFindings) {
    const names = new Map([...files.keys()].map((name) => [name.toLowerCase(), name]))
    const types = readPart(files, names, TYPES_PART, findings, readContentTypes)
    const root = readPart(files, names, relationsPath(''), findings, readRelationships)
    findings.throwIfAny()
    const rel = root?.find(({ type }) => type === 'officedocument')
    if (types === null || rel === undefined) return null
    const main = names.get(resolveTarget('', rel.target).toLowerCase())
    const type = main === undefined ? '' : types.of(main)
    if (main === undefined || !(WORD_MAIN.test(type) || MACRO_MAIN.test(type))) return null
    return new PackageLint(files, names, types, main, limits, findings)
  }

  /** Judges everything that relationships reach. What is rejected is added to the findings. */
  run(): void {
    this.#checkPackage()
    this.#walkXml(TYPES_PART, this.#find(TYPES_PART), null)
    const queue = this.#visit('')
    const seen = new Set(queue)
    for (let part = queue.shift(); part !== undefined; part = queue.shift())
      for (const next of this.#visit(part))
        if (!seen.has(next)) {
          seen.add(next)
          queue.push(next)
        }
  }

  /** The package without what was cut and without unreachable parts. */
  cleaned(): Map<string, Uint8Array> {
    const typesName = this.#find(TYPES_PART) ?? TYPES_PART
    const dead = this.#types.overrides.filter(
      ({ part }) => !this.#kept.has(this.#names.get(part) ?? ''),
    )
    this.#cut(typesName, dead)
    const clean = new Map([[TYPES_PART, this.#asDocument(this.#content(typesName))]])
    for (const name of this.#files.keys())
      if (this.#kept.has(name)) clean.set(name, this.#content(name))
    return clean
  }

  #content(name: string): Uint8Array {
    return withoutCuts(this.#files.get(name) ?? new Uint8Array(), this.#cuts.get(name) ?? [])
  }

  /** A .dotx becomes a .docx: only the content type of the main part differs. */
  #asDocument(types: Uint8Array): Uint8Array {
    if (!this.#types.of(this.mainPart).includes('template.main')) return types
    const text = Buffer.from(types).toString('utf8')
    return Buffer.from(text.replace(/(wordprocessingml\.)template(\.main\+xml)/gi, '$1document$2'))
  }

  #find(name: string): string | undefined {
    return this.#names.get(name.toLowerCase())
  }

  #cut(part: string, cuts: readonly Cut[]): void {
    const known = this.#cuts.get(part)
    if (known === undefined) this.#cuts.set(part, [...cuts])
    else for (const cut of cuts) known.push(cut)
  }

  #checkPackage(): void {
    const isMacro = (name: string): boolean =>
      /vbaproject\.bin$/i.test(name) || this.#types.of(name).includes('vbaproject')
    const macros = [...this.#files.keys()].filter(isMacro)
    if (MACRO_MAIN.test(this.#types.of(this.mainPart))) macros.unshift(this.mainPart)
    for (const part of macros)
      this.#findings.add('macro', `The document is macro-enabled (${part}).`, { part })
    for (const part of this.#files.keys())
      if (FOREIGN_PARTS.has(part.toLowerCase()))
        this.#findings.add(
          'unexpected_part',
          `The archive is a Word document and also another kind of document (${part}).`,
          { part },
        )
  }

  /** Judges one part with its relationships. Returns the parts that it leads to. */
  #visit(part: string): string[] {
    const relsName = this.#find(relationsPath(part))
    const checked = this.#checkAll(part, relsName)
    if (part !== '') {
      this.#kept.add(part)
      if (this.#kindOf(part) === 'xml') this.#walkXml(part, part, checked)
    }
    if (relsName !== undefined) {
      this.#kept.add(relsName)
      this.#walkXml(relsName, relsName, null)
    }
    for (const [target, types] of checked.followed)
      for (const type of types) this.#checkKind(type, target)
    return [...checked.followed.keys()]
  }

  #checkAll(part: string, relsName: string | undefined): PackageVerdict {
    const checked: PackageVerdict = {
      svgIds: new Set(),
      droppedIds: new Set(),
      lostIds: new Set(),
      followed: new Map(),
    }
    const rels =
      relsName === undefined
        ? []
        : readPart(this.#files, this.#names, relsName, this.#findings, readRelationships)
    if (rels !== null && rels.length > this.#limits.relationships)
      this.#findings.add(
        'too_many_elements',
        `${relsName} contains ${rels.length} relationships; at most ${this.#limits.relationships} are accepted.`,
        { part: relsName ?? '' },
      )
    else for (const rel of rels ?? []) this.#check(part, relsName ?? '', rel, checked)
    return checked
  }

  #check(part: string, relsName: string, rel: Relationship, checked: PackageVerdict): void {
    const verdict = checkRelationship(rel, this.#types.of(part))
    const place = { part: relsName, tag: rel.id }
    if (verdict.action === 'refuse') {
      const where = part === '' ? 'The document' : part
      this.#findings.add(verdict.code, `${where} ${verdict.detail} (${rel.id}).`, place)
      return
    }
    if (verdict.action === 'drop') {
      checked.droppedIds.add(rel.id)
      this.#cut(relsName, [rel])
      this.#findings.warn('removed', `Left out: ${verdict.detail}.`, place)
      return
    }
    if (verdict.action === 'lose') {
      this.#lose(part, relsName, rel, checked, verdict.warning)
      return
    }
    if (rel.external || rel.type === 'hyperlink') return
    const target = this.#find(resolveTarget(part, rel.target))
    if (target === undefined) return
    if (rel.type === 'image' && this.#isSvg(target)) {
      checked.svgIds.add(rel.id)
      this.#cut(relsName, [rel])
      this.#findings.warn(
        'removed',
        'Left out: an SVG picture; the bitmap beside it is used.',
        place,
      )
      return
    }
    if (rel.type === 'image' && !this.#isShown(target)) {
      this.#lose(part, relsName, rel, checked, { code: 'picture_unknown', text: target })
      return
    }
    checked.followed.set(target, (checked.followed.get(target) ?? new Set()).add(rel.type))
  }

  #lose(
    part: string,
    relsName: string,
    rel: Relationship,
    { lostIds }: PackageVerdict,
    warning: Pick<DocumentWarning, 'code' | 'text'> | undefined,
  ): void {
    lostIds.add(rel.id)
    this.#cut(relsName, [rel])
    if (warning !== undefined) this.#findings.lose({ ...warning, part: part || relsName })
  }

  /** Whether the converter may be given the picture. */
  #isShown(part: string): boolean {
    const kind = this.#kindOf(part)
    return kind === 'empty' || kind === 'gzip' || PICTURE_KINDS.has(kind)
  }

  #kindOf(part: string): PartKind {
    const known = this.#kinds.get(part)
    if (known !== undefined) return known
    const bytes = this.#files.get(part) ?? new Uint8Array()
    const kind = partKind(bytes)
    this.#kinds.set(part, kind === 'gzip' ? this.#gzipKind(bytes) : kind)
    return this.#kinds.get(part) ?? kind
  }

  /** A compressed metafile stays `gzip`; anything else in gzip could be an SVG and counts as XML. */
  #gzipKind(bytes: Uint8Array): PartKind {
    const size = metafileSize(bytes, Math.min(this.#metafileBudget, this.#limits.partBytes))
    this.#metafileBudget -= size ?? METAFILE_FINDING_COST
    return size === null ? 'xml' : 'gzip'
  }

  #isSvg(part: string): boolean {
    return this.#kindOf(part) === 'xml'
  }

  /** Compares what a relationship declares with what the bytes are. */
  #checkKind(type: string, part: string): void {
    const kind = this.#kindOf(part)
    if (kind === 'xml' || kind === 'empty' || type === 'hdphoto') return
    if (PICTURE_KINDS.has(kind)) this.#checkPicture(part, kind)
    else if (this.#types.of(part).endsWith('xml'))
      this.#findings.add('xml_invalid', `${part} is not XML, though the document says so.`, {
        part,
      })
    else if (type !== 'image' && !(kind === 'zip' && type === 'package'))
      this.#findings.add(
        'unexpected_part',
        `${part} is something that a Word document does not hold (${type}).`,
        { part },
      )
  }

  #checkPicture(part: string, kind: PartKind): void {
    const size = pictureSize(this.#files.get(part) ?? new Uint8Array(), kind)
    if (size === null || size.width * size.height <= this.#limits.picturePixels) return
    this.#findings.add(
      'picture_too_large',
      `${part} is a picture of ${size.width} × ${size.height} pixels; at most ${this.#limits.picturePixels / 1e6} million are accepted.`,
      { part },
    )
  }

  #walkXml(part: string, name: string | undefined, checked: PackageVerdict | null): void {
    const bytes = this.#files.get(name ?? '')
    if (name === undefined || bytes === undefined) return
    const content = toUtf8Xml(bytes)
    if (typeof content === 'string') {
      this.#findings.add('xml_invalid', `${part} ${content}.`, { part })
      return
    }
    this.#files.set(name, content)
    const empty: ReadonlySet<string> = new Set()
    const cuts = lintXmlPart(
      {
        name: part,
        xml: latin1(content),
        svgIds: checked?.svgIds ?? empty,
        droppedIds: checked?.droppedIds ?? empty,
        lostIds: checked?.lostIds ?? empty,
      },
      this.#limits,
      this.#counts,
      this.#findings,
    )
    this.#cut(name, cuts)
  }
}

const latin1 = (bytes: Uint8Array): string => asBuffer(bytes).toString('latin1')

/** Reads a small XML part with `read`; `null` when it is missing or broken, the latter with a finding. */
function readPart<T extends object>(
  files: Map<string, Uint8Array>,
  names: ReadonlyMap<string, string>,
  part: string,
  findings: LintFindings,
  read: (xml: string) => T | XmlFinding,
): T | null {
  const name = names.get(part.toLowerCase())
  const bytes = name === undefined ? undefined : files.get(name)
  if (name === undefined || bytes === undefined) return null
  const content = toUtf8Xml(bytes)
  if (typeof content === 'string') {
    findings.add('xml_invalid', `${part} ${content}.`, { part })
    return null
  }
  files.set(name, content)
  const result = read(latin1(content))
  if (!('kind' in result)) return result
  findings.addXmlFinding(name, result)
  return null
}
