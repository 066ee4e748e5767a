/** Reads every tag of a template, and all errors at once, before the engine sees the document. */
import type { Finding } from '../../kernel/coded-error.ts'
import { type DocumentWarning, joinedWarnings } from '../../kernel/document-warnings.ts'
import { say } from '../../translations/texts.ts'
import { DocxError } from '../docx-error.ts'
import { compileExpression, type Expression, type FilterTable } from '../language/expression.ts'
import { foreignMarks } from '../language/expression-tokens.ts'
import { ExpressionError } from '../language/filter-contract.ts'
import { otherTool, otherToolWords } from '../language/other-tools.ts'
import {
  isPropertiesPart,
  isTitlePart,
  type PartFiles,
  partText,
  textParts,
} from '../package/zip-parts.ts'
import { closes, isSectionKind, type TemplateTag } from '../tags/template-tags.ts'
import { BrokenXml, textBlocks } from '../tags/text-blocks.ts'
import { isLifted } from './lifted-texts.ts'
import { FINDINGS_MAX, SECTION_DEPTH_MAX, TAGS_MAX } from './merge-limits.ts'
import { excerpt, scanBlock } from './scan-block.ts'
import { type OpenSection, SectionPairs, tagFinding } from './scan-sections.ts'
import { propertyFault } from './set-properties.ts'
import { isColumns } from './table-columns.ts'

/** What is known about a template before it is rendered. */
export interface TemplateScan {
  /** Tags in document order, part by part, the main part first. */
  tags: TemplateTag[]
  /** Everything that is wrong, at most a hundred findings. */
  findings: Finding[]
  /** The same without that limit. */
  every: readonly Finding[]
  /** Every expression of the tags, by its text. */
  expressions: ReadonlyMap<string, Expression>
  /** Parts in which braces are text, with these as character references, which no engine takes for tags. */
  rewritten: ReadonlyMap<string, string>
  /** Placeholders of other tools and braces that are no tags here; they are printed unchanged. */
  left: readonly DocumentWarning[]
}

function findingOf(tag: TemplateTag): Finding | undefined {
  if (tag.kind === 'raw') {
    return tagFinding(
      tag,
      'tag_refused',
      'Raw XML ({@…}) is refused: data must not be able to change the structure of the document.',
      'Use {value | …} for text, {~value | html} for formatted text, {%value} for a picture.',
    )
  }
  if (tag.kind === 'delimiter') {
    return tagFinding(
      tag,
      'tag_refused',
      'Changing the delimiters ({=…=}) is refused.',
      'Write all tags with { and }.',
    )
  }
  if (tag.kind !== 'unknown') return undefined
  return tagFinding(
    tag,
    'tag_unknown',
    `${tag.tag} is not a tag: after ":" only "else" and "else if condition" are known.`,
    'Write {:else} or {:else if condition}.',
  )
}

function propertyFinding(tag: TemplateTag): Finding | undefined {
  const [detail, fix] = propertyFault(tag) ?? []
  return detail === undefined || fix === undefined
    ? undefined
    : tagFinding(tag, 'property_misplaced', detail, fix)
}

function emptyExpression(tag: TemplateTag): Finding | undefined {
  if (
    tag.expression !== '' ||
    !['open', 'inverted', 'picture', 'text', 'property'].includes(tag.kind)
  ) {
    return undefined
  }
  return tagFinding(
    tag,
    'expression_empty',
    `The tag ${tag.tag} names no value.`,
    'Write the name of a value between the braces, or remove them.',
  )
}

/** Patterns of dates and lengths without quotation marks, `date:dd/MM/yyyy` and `size:4cm`. */
const BARE_ARGUMENT =
  /\|\s*(?:(date|time|datetime)\s*:\s*((?:[yMdEHhmsa]{1,4}[/.\s:-]+)+[yMdEHhmsa]{1,4})|(size)\s*:\s*(\d+(?:\.\d+)?\s*(?:cm|mm|in|pt|px|%)))\s*(?=\||$|:)/

function bareArgument(tag: TemplateTag, [, date, pattern, size, length]: RegExpExecArray): Finding {
  const [filter, argument] = [date ?? size ?? '', (pattern ?? length ?? '').trim()]
  return tagFinding(
    tag,
    'filter_arguments_invalid',
    `The argument ${argument} of the filter "${filter}" is a text and stands without quotation marks.`,
    `Write ${filter}:"${argument}".`,
  )
}

/** The start of a section as other tools write it. */
const OPENS_ELSEWHERE =
  /^\{\s*(?:[#^]|-\s*[wa]:\w+\s|%-?\s*\w*\s*(?:for|if)\s|(?:FOR|FOREACH|IF)\s)/

/** Sections repeat and leave out what is in the text; in an attribute there is nothing of that. */
const liftedSection = (tag: TemplateTag, xml: string): Finding | undefined =>
  !isSectionKind(tag.kind) ||
  !isLifted(tag, xml) ||
  ['c:v', 'number'].some((kind) => isLifted(tag, xml, kind))
    ? undefined
    : tagFinding(
        tag,
        'section_misplaced',
        `The section ${tag.tag} stands in an alternative text, an address or a name, where none can be.`,
        'Write {condition ? "this" : "that"} there.',
      )

/** What reads as one name minus another, and is meant as the end of a section. */
const COMMAND_END = /^\{\s*END-(?:FOR|IF)\b/

/** Whether an end tag ends nothing, such as the {/if} of other tools. */
const isStrayEnd = ({ kind, expression }: TemplateTag, open: readonly OpenSection[]): boolean =>
  kind === 'close' && !open.some(({ tag }) => closes(expression, tag.expression))

/** The finding about a tag that another tool would understand. */
function foreignFinding(tag: TemplateTag): Finding | undefined {
  const other = otherTool(tag.tag.slice(1, -1))
  if (other === undefined) return undefined
  const words = otherToolWords(tag.tag, other)
  return { ...tagFinding(tag, 'tag_foreign', words.detail, ''), ...words }
}

/** Replaces the braces at the given positions, in order, by character references. */
function withCodedBraces(xml: string, at: readonly number[]): string {
  let from = 0
  const pieces = at.map((position) => {
    const piece = xml.slice(from, position)
    from = position + 1
    return `${piece}&#${xml.charCodeAt(position)};`
  })
  return pieces.join('') + xml.slice(from)
}

class Scanner {
  readonly filters: FilterTable
  readonly tags: TemplateTag[] = []
  readonly findings: Finding[] = []
  readonly expressions = new Map<string, Expression>()
  readonly rewritten = new Map<string, string>()
  readonly left: DocumentWarning[] = []

  readonly ordinary: ReadonlySet<string>

  constructor(filters: FilterTable, ordinary: ReadonlySet<string>) {
    this.filters = filters
    this.ordinary = ordinary
  }

  part(name: string, xml: string): void {
    const pairs = new SectionPairs()
    const literal: number[] = []
    for (const block of textBlocks(xml)) {
      const { tags, findings, left, literal: found } = scanBlock(block, name, xml, this.ordinary)
      literal.push(...found)
      this.left.push(...left.map((one) => ({ code: 'braces_left' as const, part: name, ...one })))
      for (const text of foreignMarks(block.text)) {
        const paragraph = excerpt(block.text, block.text.indexOf(text))
        this.left.push({ code: 'merge_field_left', text, part: name, paragraph })
      }
      this.findings.push(...findings)
      pairs.broken += findings.filter(
        ({ code, tag = '' }) => code === 'tag_unclosed' && /^\{\s*[#^]/.test(tag),
      ).length
      for (const tag of tags) {
        if (isLifted(tag, xml, 'number')) tag.isNumber = true
        if (this.tag(tag, pairs.open, xml)) pairs.take(tag)
        else if (OPENS_ELSEWHERE.test(tag.tag)) pairs.broken++
      }
      this.checkLimits(name, pairs)
    }
    this.findings.push(...pairs.finish())
    if (literal.length > 0) this.rewritten.set(name, withCodedBraces(xml, literal))
  }

  /**
   * The properties of the file: a title may hold tags, everything else in braces is text. Nobody sees these parts, so
   * nothing in them is an error.
   */
  properties(name: string, xml: string): void {
    const alone = new Scanner(this.filters, this.ordinary)
    if (isTitlePart(name)) alone.part(name, xml)
    if (isTitlePart(name) && alone.findings.length === 0) this.part(name, xml)
    else {
      // Not those of attributes, such as the GUID of a property's format.
      const braces = [...xml.matchAll(/>[^<]*[{}][^<]*/g)].flatMap(({ 0: text, index }) =>
        [...text.matchAll(/[{}]/g)].map((brace) => index + brace.index),
      )
      if (braces.length > 0) this.rewritten.set(name, withCodedBraces(xml, braces))
    }
  }

  checkLimits(part: string, pairs: SectionPairs): void {
    if (this.tags.length > TAGS_MAX) {
      throw new DocxError('template_too_complex', say('data.tagsMost', { max: TAGS_MAX }))
    }
    if (pairs.deepest > SECTION_DEPTH_MAX) {
      throw new DocxError(
        'template_too_complex',
        say('data.sectionsMost', { max: SECTION_DEPTH_MAX, part }),
      )
    }
  }

  /** Takes a tag; false when it is a tag of another tool, which opens and closes nothing here. */
  tag(tag: TemplateTag, open: readonly OpenSection[], xml: string): boolean {
    this.tags.push(tag)
    const finding =
      findingOf(tag) ??
      liftedSection(tag, xml) ??
      emptyExpression(tag) ??
      propertyFinding(tag) ??
      this.expressionFinding(tag)
    tag.columns = isColumns(this.expressions.get(tag.expression)?.tree)
    const isStray = finding === undefined && (isStrayEnd(tag, open) || COMMAND_END.test(tag.tag))
    if (finding === undefined && !isStray) return true
    const other = foreignFinding(tag)
    if (other === undefined && isStray) return true
    const found = other ?? finding
    if (found !== undefined) this.findings.push(found)
    return other === undefined
  }

  expressionFinding(tag: TemplateTag): Finding | undefined {
    if (tag.expression === '' || tag.kind === 'close') return undefined
    if (this.expressions.has(tag.expression)) return undefined
    const bare = BARE_ARGUMENT.exec(tag.expression)
    if (bare !== null) return bareArgument(tag, bare)
    try {
      this.expressions.set(tag.expression, compileExpression(tag.expression, this.filters))
      return undefined
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error
      return tagFinding(tag, error.code, error.message, error.fix)
    }
  }
}

/** What is known of a document in which nothing is taken for a tag. */
export const NO_TAGS: TemplateScan = {
  tags: [],
  findings: [],
  every: [],
  expressions: new Map(),
  rewritten: new Map(),
  left: [],
}

/** Merges equal findings (Word stores text boxes twice), and limits them to a hundred. */
export function tidyFindings(findings: readonly Finding[]): Finding[] {
  const seen = new Set<string>()
  const different = findings.filter((finding) => {
    const key = JSON.stringify(finding)
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
  if (different.length <= FINDINGS_MAX) return different
  const left = different.length - FINDINGS_MAX
  return [
    ...different.slice(0, FINDINGS_MAX),
    { code: 'more', detail: `There are ${left} further findings.`, fix: 'Correct these first.' },
  ]
}

/**
 * Reads all tags of a document.
 * @param ordinary texts in braces that are no tags, see `ordinaryTexts`
 * @throws DocxError template_not_docx, template_too_complex
 */
export function scanTemplate(
  zip: PartFiles,
  filters: FilterTable,
  ordinary: ReadonlySet<string> = new Set(),
): TemplateScan {
  const scanner = new Scanner(filters, ordinary)
  for (const name of textParts(zip)) {
    const xml = partText(zip, name)
    if (xml === undefined) continue
    try {
      if (isPropertiesPart(name)) scanner.properties(name, xml)
      else scanner.part(name, xml)
    } catch (error) {
      if (!(error instanceof BrokenXml)) throw error
      throw new DocxError('template_not_docx', say('data.partXml', { name }), { cause: error })
    }
  }
  return {
    tags: scanner.tags,
    findings: tidyFindings(scanner.findings),
    every: scanner.findings,
    expressions: scanner.expressions,
    rewritten: scanner.rewritten,
    left: joinedWarnings(scanner.left),
  }
}
