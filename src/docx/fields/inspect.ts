/** Describes what a template needs: schema of its data, sample data, tags, places for signatures, errors. */
import type { Finding } from '../../kernel/coded-error.ts'
import { joinedWarnings } from '../../kernel/document-warnings.ts'
import { DocxError } from '../docx-error.ts'
import type { ConversionFonts } from '../embedded-fonts/own-fonts.ts'
import type { KnownTemplate } from '../engine/known-template.ts'
import type { TemplateScan } from '../engine/scan.ts'
import { openTemplate } from '../engine/template-cache.ts'
import {
  isSection,
  namesAround,
  roleOf,
  type Section,
  type SectionRole,
  type TreeItem,
  tagTree,
} from '../engine/template-tree.ts'
import type { Node } from '../language/expression-tree.ts'
import { ALL_FILTERS } from '../rich/rich-content.ts'
import { type TemplateTag, tagsByPart } from '../tags/template-tags.ts'
import { dataSample } from './data-sample.ts'
import { dataSchema } from './data-schema.ts'
import { Shape, type Wanted } from './data-shape.ts'
import { Inference } from './shape-inference.ts'

/** A tag, for people and forms. */
export interface FieldTag {
  tag: string
  part: string
  /** `value`, `loop`, `object`, `condition`, `picture`, `rich` or `signature`. */
  kind: string
  /** Path of the value it reads, lists as `items[]`; absent when the value is computed. */
  path?: string
}

/** What a template needs. */
export type TemplateFields = ReturnType<typeof inspectTemplate>

/** An item that names are looked up in, with its path. */
interface Scope {
  shape: Shape
  path: string
}

const KINDS: Readonly<Record<string, string>> = {
  text: 'value',
  property: 'value',
  picture: 'picture',
  rich: 'rich',
}

/** Path of a plain name, or of the list that a filter chain starts from. */
function pathOf(node: Node | undefined, scopes: readonly Scope[]): string | undefined {
  if (node?.kind === 'filter') return pathOf(node.input, scopes)
  if (node?.kind !== 'path') return undefined
  const scope = node.base === 'root' ? scopes[0] : scopes.at(-1 - node.up)
  const path = [scope?.path ?? '', ...node.segments].filter((step) => step !== '').join('.')
  return path === '' ? undefined : path
}

class Inspector {
  readonly root = new Shape()
  readonly tags: FieldTag[] = []
  /** Places for signatures. */
  readonly signatures: { key: string; part: string; paragraph: string }[] = []
  readonly inference = new Inference(ALL_FILTERS)
  readonly scan: TemplateScan

  constructor(scan: TemplateScan) {
    this.scan = scan
  }

  part(tags: readonly TemplateTag[]): void {
    const items = tagTree(tags)
    this.items(
      items,
      [{ shape: this.root, path: '' }],
      true,
      namesAround(items, this.scan.expressions),
    )
  }

  items(
    items: readonly TreeItem[],
    scopes: readonly Scope[],
    sure: boolean,
    known: ReadonlySet<string>,
  ): void {
    for (const item of items) {
      if (isSection(item)) this.section(item, scopes, sure, known)
      else this.tag(item, scopes, sure)
    }
  }

  add(tag: TemplateTag, kind: string, path: string | undefined): void {
    this.tags.push({ tag: tag.tag, part: tag.part, kind, ...(path === undefined ? {} : { path }) })
  }

  tag(tag: TemplateTag, scopes: readonly Scope[], sure: boolean): void {
    if (tag.kind === 'signature') {
      const key = /^\{\s*signature\s*:\s*([^:}]*)/.exec(tag.tag)?.[1]?.trim() ?? ''
      this.signatures.push({ key, part: tag.part, paragraph: tag.paragraph })
      this.add(tag, 'signature', undefined)
      return
    }
    if (tag.kind === 'field') {
      this.add(tag, 'field', undefined)
      return
    }
    const tree = this.scan.expressions.get(tag.expression)?.tree
    if (tree === undefined) return
    const wanted: Wanted = tag.kind === 'picture' ? 'picture' : 'text'
    this.read(tree, scopes, wanted, sure)
    this.add(tag, KINDS[tag.kind] ?? tag.kind, pathOf(tree, scopes))
  }

  read(tree: Node, scopes: readonly Scope[], wanted: Wanted, strict: boolean): Shape | undefined {
    this.inference.strict = strict
    return this.inference.read(
      tree,
      scopes.map(({ shape }) => shape),
      wanted,
    )
  }

  section(section: Section, scopes: readonly Scope[], sure: boolean, known: ReadonlySet<string>) {
    const role = roleOf(section, this.scan.expressions, known)
    section.branches.forEach((branch, index) => {
      this.branch(branch, index === 0 ? role : 'condition', scopes, sure, known)
    })
  }

  branch(
    { tag, children }: Section['branches'][number],
    role: SectionRole,
    scopes: readonly Scope[],
    sure: boolean,
    known: ReadonlySet<string>,
  ): void {
    const { expressions } = this.scan
    const tree = expressions.get(tag.expression)?.tree
    const path = pathOf(tree, scopes)
    const wanted = role === 'condition' ? 'boolean' : role
    const found = tree === undefined ? undefined : this.read(tree, scopes, wanted, false)
    if (tree !== undefined) this.add(tag, role === 'list' ? 'loop' : role, path)
    const inner = found === undefined ? undefined : innerScope(role, found, path)
    if (inner === undefined) {
      this.items(children, scopes, false, known)
      return
    }
    const names = new Set([...known, ...namesAround(children, expressions)])
    this.items(children, [...scopes, inner], sure || role === 'list', names)
  }
}

/** The scope for names inside a section; undefined for a condition, which opens none. */
function innerScope(role: string, found: Shape, path: string | undefined): Scope | undefined {
  if (role === 'list') return { shape: found.item, path: `${path ?? ''}[]` }
  return role === 'object' ? { shape: found, path: path ?? '' } : undefined
}

/** A name that is also found outside an item may be missing from the item. */
function relax(shape: Shape, around: ReadonlySet<string>, seen = new Set<Shape>()): void {
  if (seen.has(shape)) return
  seen.add(shape)
  for (const [name, member] of shape.members) if (around.has(name)) member.required = false
  const names = new Set([...around, ...shape.members.keys()])
  for (const member of shape.members.values()) relax(member, names, seen)
  if (shape.element !== undefined) relax(shape.element, around, seen)
}

/** What is wrong with the placement of sections and with rich tags: the errors that the engine finds. */
function engineErrors(template: KnownTemplate): readonly Finding[] {
  try {
    void template.compiled
    return []
  } catch (error) {
    if (error instanceof DocxError && error.code === 'template_invalid') return error.errors
    throw error
  }
}

/**
 * Inspects a template. Errors of the template are part of the result; only a file that cannot be read at all is
 * rejected.
 * @throws DocxError template_not_docx, template_unsafe, template_too_complex
 */
export function inspectTemplate(
  template: Uint8Array,
  { glyphs, own = [], families }: ConversionFonts = {},
) {
  const known = openTemplate(template).withMergeFields
  const { scan } = known
  const inspector = new Inspector(scan)
  for (const tags of tagsByPart(scan.tags).values()) inspector.part(tags)
  relax(inspector.root, new Set())
  return {
    /** JSON Schema 2020-12. */
    schema: dataSchema(inspector.root),
    /** Data that renders without error. */
    sample: dataSample(inspector.root),
    tags: inspector.tags,
    signatures: inspector.signatures,
    /** Every error of the template; the rest is then as much as could be read. */
    errors: scan.findings.length > 0 ? scan.findings : [...engineErrors(known)],
    /** What a document made of it lacks or shows differently. */
    warnings: joinedWarnings(
      known.notices,
      known.drawn.lost,
      known.missingGlyphs(glyphs, undefined, own),
    ),
    ...known.fontsBeside(own, families),
  }
}
