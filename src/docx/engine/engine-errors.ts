/** Translates docxtemplater's errors into plain words, for what our own scan could not see. */
import type { Finding } from '../../kernel/coded-error.ts'
import { DocxError } from '../docx-error.ts'
import { FilterError } from '../language/filter-contract.ts'

interface EngineError {
  message?: string
  properties?: {
    id?: string
    xtag?: string
    file?: string
    explanation?: string
    errors?: EngineError[]
    openingtag?: string
    pair?: { left?: string }
    rootError?: unknown
  }
}

type Words = readonly [code: string, detail: string, fix: string]

const PLACE_FIX =
  'Put the start and the end of the section in the same cell, the same table or the same level of the text.'

/** Every id of docxtemplater 3.71 that a template can cause. */
const WORDS: Readonly<Record<string, Words>> = {
  unopened_tag: [
    'tag_unopened',
    'There is a } without a { before it.',
    'Put { before the tag, or remove the }.',
  ],
  unclosed_tag: ['tag_unclosed', 'The tag opens with { and is not closed.', 'Put } after the tag.'],
  duplicate_open_tag: [
    'brace_doubled',
    'The tag opens with two braces.',
    'Write one brace on each side: {name}.',
  ],
  duplicate_close_tag: [
    'brace_doubled',
    'The tag closes with two braces.',
    'Write one brace on each side: {name}.',
  ],
  unopened_loop: [
    'section_unopened',
    'A section is closed that was not opened.',
    'Remove the end tag, or put {#…} where the section starts.',
  ],
  unclosed_loop: [
    'section_unclosed',
    'The section is never closed.',
    'Put {/} where the section ends.',
  ],
  closing_tag_does_not_match_opening_tag: [
    'section_crossed',
    'A section is closed while one inside it is still open.',
    'Close sections in the reverse order of their opening.',
  ],
  unbalanced_loop_tags: [
    'section_misplaced',
    'Two sections overlap: one repeats whole table rows and the other starts or ends inside those rows.',
    'Put the end of the inner section before the end of the outer one, in the same row.',
  ],
  loop_position_invalid: [
    'section_misplaced',
    'The section starts and ends at places that do not belong together, for example one in a table and one outside.',
    PLACE_FIX,
  ],
  no_xml_tag_found_at_left: [
    'section_misplaced',
    'The section starts outside of the paragraph or row it would repeat.',
    PLACE_FIX,
  ],
  no_xml_tag_found_at_right: [
    'section_misplaced',
    'The section ends outside of the paragraph or row it would repeat.',
    PLACE_FIX,
  ],
  raw_tag_outerxml_invalid: [
    'tag_misplaced',
    'The tag replaces a whole paragraph and does not stand in one.',
    'Put the tag alone in a paragraph.',
  ],
  raw_xml_tag_should_be_only_text_in_paragraph: [
    'tag_misplaced',
    'The tag replaces its whole paragraph, and there is other text in it.',
    'Put the tag alone in a paragraph.',
  ],
  scopeparser_compilation_failed: [
    'expression_invalid',
    'The expression of the tag cannot be read.',
    'Correct the expression.',
  ],
  change_delimiters_invalid: [
    'tag_refused',
    'Changing the delimiters is refused.',
    'Write all tags with { and }.',
  ],
  file_has_invalid_xml: [
    'part_broken',
    'The part is not well-formed XML.',
    'Open the document in Word and save it again.',
  ],
  malformed_xml: [
    'part_broken',
    'The part is not well-formed XML.',
    'Open the document in Word and save it again.',
  ],
}

const OTHER: Words = [
  'template_unreadable',
  'The template cannot be read at this tag.',
  'Type the tag again in one go, or simplify the paragraph around it.',
]

const asText = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined

/** What our own code reported through the engine, in its own wording. */
function ownWords(cause: unknown): readonly [code: string, detail: string, fix?: string] | null {
  if (cause instanceof DocxError) return [cause.code, cause.message]
  return cause instanceof FilterError ? ['value_unusable', `${cause.message}.`] : null
}

function finding(error: EngineError): Finding {
  const { id, xtag, openingtag, pair, file, rootError } = error.properties ?? {}
  const known = id !== undefined && Object.hasOwn(WORDS, id) ? WORDS[id] : undefined
  const [code, detail, fix] = ownWords(rootError) ?? known ?? OTHER
  const tag = asText(xtag) ?? asText(openingtag) ?? asText(pair?.left)
  return {
    code,
    detail,
    ...(fix === undefined ? {} : { fix }),
    ...(tag === undefined ? {} : { tag: `{${tag}}` }),
    ...(file === undefined ? {} : { part: file }),
  }
}

/** Whether something thrown by docxtemplater is about the template rather than a bug of ours. */
export function isEngineError(error: unknown): error is EngineError {
  if (!(error instanceof Error)) return false
  return ['TemplateError', 'InternalError', 'ScopeParserError', 'RenderingError'].includes(
    error.name,
  )
}

/** What a module reported about the values it was given, when nothing else went wrong. */
export function valueFindings(
  error: EngineError,
): Array<{ tag: string | undefined; cause: Error }> {
  const errors = error.properties?.errors ?? [error]
  const findings = errors.flatMap(({ properties }) => {
    const cause = properties?.rootError
    const known = cause instanceof FilterError || cause instanceof DocxError
    return known ? [{ tag: asText(properties?.xtag), cause }] : []
  })
  return findings.length === errors.length ? findings : []
}

/** The findings of a docxtemplater error, one for each error it contains. */
export function engineFindings(error: EngineError): Finding[] {
  const inner = error.properties?.errors
  return inner === undefined ? [finding(error)] : inner.flatMap(engineFindings)
}

const rootsOf = (error: EngineError): unknown[] =>
  error.properties?.errors?.flatMap(rootsOf) ?? [error.properties?.rootError]

/**
 * Our own error that the engine carried, when it says more than "the template is wrong": a limit was exceeded, or
 * pictures in the data cannot be used.
 */
export function carriedError(error: EngineError, findings: readonly Finding[]): DocxError | null {
  const own = rootsOf(error).filter((cause) => cause instanceof DocxError)
  const other = own.find(({ code }) => code !== 'image_invalid')
  if (other !== undefined) return other
  const [first] = own
  return first === undefined ? null : new DocxError(first.code, first.message, { errors: findings })
}
