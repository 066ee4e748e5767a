/** Our docxtemplater modules: one reads all tags except rich ones and arranges sections, one writes texts. */
import { say } from '../../translations/texts.ts'
import { DocxError } from '../docx-error.ts'
import type { Scopes } from '../language/expression.ts'
import { EXTRA_TYPES } from '../package/zip-parts.ts'
import {
  ELSE_MODULE,
  type ExpressionTable,
  isPlaceholder,
  isTextTag,
  LOOP_MODULE,
  type Token,
} from '../tags/engine-tokens.ts'
import { readTag, type TagKind, type TemplateTag, tagsByPart } from '../tags/template-tags.ts'
import { buildTree } from './block-tree.ts'
import { markEmptyBlocks } from './empty-block-marks.ts'
import { settleEmptyBlocks } from './empty-blocks.ts'
import { hoistSections, type ListStyles } from './hoist-sections.ts'
import { EXPANSION_MAX, OUTPUT_LENGTH_MAX } from './merge-limits.ts'
import { PageSections } from './page-sections.ts'
import type { RenderRun } from './render-run.ts'
import { markSectionBreaks } from './section-breaks.ts'
import { bindSources, resolveSections } from './section-tokens.ts'
import { spreadColumns } from './table-columns.ts'

/** Takes precedence over every other module that would claim the same tag. */
const PRIORITY = 1_000_000

const SECTION_TOKENS: Readonly<Partial<Record<TagKind, object>>> = {
  open: { module: LOOP_MODULE, location: 'start', inverted: false, expandTo: 'auto' },
  inverted: { module: LOOP_MODULE, location: 'start', inverted: true, expandTo: 'auto' },
  close: { module: LOOP_MODULE, location: 'end' },
  else: { module: ELSE_MODULE },
  text: { module: undefined },
  property: { module: undefined },
}

const isOurs = (inner: string): boolean => Object.hasOwn(SECTION_TOKENS, readTag(inner).kind)

/** The members that docxtemplater passes to a module's hooks, as far as we use them. */
interface HookOptions {
  filePath: string
  basePart?: unknown
  scopeManager: ScopeLists
}

/** docxtemplater's lists of the open sections. */
export interface ScopeLists {
  scopeList: unknown[]
  scopeTypes: unknown[]
  scopePathItem: number[]
  scopePathLength: number[]
}

/** What docxtemplater knows about the package when it asks for the parts to read. */
interface TypedParts {
  invertedContentTypes?: Record<string, string[]>
  targets: string[]
}

/** Run properties around each text placeholder, for what is written in more than one run. */
function bindRuns(tokens: readonly Token[]): void {
  let properties = ''
  let recording = false
  let text = ''
  for (const token of tokens) {
    if (token.type === 'tag' && token.tag === 'w:r' && token.position === 'start') properties = ''
    if (token.text === true && token.position === 'start') text = token.tag ?? ''
    if (token.tag === 'w:rPr') {
      recording = token.position === 'start'
      properties += token.value
    } else if (recording) properties += token.value
    if (!isPlaceholder(token)) continue
    token.inWordText = text === 'w:t'
    token.runProperties = properties
  }
}

/** @throws DocxError render_limit_exceeded once a render exceeds its limits */
function checkGrowth(run: RenderRun): void {
  if (run.expanded > EXPANSION_MAX) {
    throw new DocxError('render_limit_exceeded', say('data.expansionMost', { max: EXPANSION_MAX }))
  }
  if (run.written > OUTPUT_LENGTH_MAX) {
    throw new DocxError(
      'render_limit_exceeded',
      say('data.outputMost', { max: OUTPUT_LENGTH_MAX / 1024 / 1024 }),
    )
  }
}

/** Parses the text between braces into the members of a placeholder. */
const MATCHER = [
  // The engine accepts a prefix, or a function that returns the value.
  (inner: string) => (isOurs(inner) ? inner.trim() : ''),
  'paraph/text',
  ([inner = '']: readonly string[]) => {
    const { kind, expression } = readTag(inner)
    return { ...SECTION_TOKENS[kind], value: expression || inner, priority: PRIORITY }
  },
] as const

/** Arranges the parts of one template. */
export class Arranger {
  readonly expressions: ExpressionTable
  readonly tagsOf: ReadonlyMap<string, TemplateTag[]>
  readonly lists: ListStyles
  /** Of the main part; other parts have no page section breaks. */
  pages = new PageSections([])

  readonly tags: readonly TemplateTag[]

  constructor(tags: readonly TemplateTag[], expressions: ExpressionTable, lists: ListStyles) {
    this.tags = tags
    this.expressions = expressions
    this.tagsOf = tagsByPart(tags)
    this.lists = lists
  }

  arrange(parsed: Token[], part: string): Token[] {
    const tags = this.tagsOf.get(part) ?? []
    if (tags.length === 0) return parsed
    bindSources(parsed, tags, this.expressions)
    bindRuns(parsed)
    const { tokens, partners } = resolveSections(parsed)
    const tree = partners.size === 0 ? null : buildTree(tokens)
    if (tree === null) return tokens
    const spread = tags.some(({ columns }) => columns)
      ? spreadColumns(tree, partners, (tag) => this.tags.indexOf(tag))
      : tree
    const numbered = markSectionBreaks(spread)
    if (numbered.sections.length > 0) this.pages = new PageSections(numbered.sections)
    return markEmptyBlocks(hoistSections(numbered.tree, partners, this.lists), partners)
  }
}

/** The sections that enclose what is being rendered. */
export const scopesOf = (manager: ScopeLists): Scopes => ({
  items: manager.scopeList,
  kinds: manager.scopeTypes,
  positions: manager.scopePathItem,
  lengths: manager.scopePathLength,
})

/** Creates the module that reads and arranges the tags of one template; it sees no data. */
export const tagModule = (arranger: Arranger) => ({
  name: 'ParaphTags',
  priority: PRIORITY,
  getFileType({ doc }: { doc: TypedParts }) {
    for (const type of EXTRA_TYPES) doc.targets.push(...(doc.invertedContentTypes?.[type] ?? []))
  },
  matchers: () => [MATCHER],
  postparse: (parsed: Token[], { basePart, filePath }: HookOptions) =>
    basePart === undefined ? arranger.arrange(parsed, filePath) : parsed,
})

/** Creates the module that writes the texts of one render. */
export const textModule = (run: RenderRun) => ({
  name: 'ParaphText',
  priority: PRIORITY,
  render(token: Token, { scopeManager }: HookOptions) {
    run.written += token.value.length
    checkGrowth(run)
    if (!isTextTag(token)) return null
    return { value: run.print(token, scopesOf(scopeManager)), errors: [] }
  },
})

/** What docxtemplater passes when a part is rendered and about to be encoded. */
interface FinishOptions {
  joinUncorrupt(parts: string[], options: unknown): string[]
}

/**
 * Creates the module that runs last: settles vanishing paragraphs, lets the engine repair what must not be empty,
 * corrects the page section breaks, and encodes natively (the engine's own encoder is the slowest step with large
 * tables).
 */
export const finishModule = (arranger: Arranger) => ({
  name: 'ParaphFinish',
  priority: -PRIORITY,
  postrender(parts: string[], options: FinishOptions) {
    const repaired = options.joinUncorrupt(settleEmptyBlocks(parts), options)
    return [Buffer.from(arranger.pages.settle(repaired.join('')), 'utf8')]
  },
})
