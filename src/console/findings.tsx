/** The list of findings in a template, in data or in an invoice, each with its location. */

import type { Finding } from '../kernel/coded-error.ts'
import { locateJsonErrors } from '../kernel/json-errors.ts'
import { linesOf } from '../kernel/json-places.ts'
import type { Html, HtmlPart } from '../pages/html.ts'
import { Icon } from '../pages/icons.tsx'
import { findingIn } from '../translations/findings.ts'
import { textUnder } from '../translations/messages.ts'
import type { Reader } from './words.ts'

/** The text that the findings' pointers refer to, and the page field that contains it. */
export interface FindingText {
  text: string
  fieldId: string
}

/** Line numbers are not computed for longer texts: the editor does not show them there either. */
const SEARCHED_MAX = 512 * 1024

/** Readable name of a part of a Word file, or the part's own name. */
export function partName(visit: Reader, part: string): string {
  const { parts } = visit.words.findings
  if (part.startsWith('docProps/')) return parts.properties
  const [, stem = '', number = ''] = /^(?:word\/)?(?:\w+\/)*([a-z]+)(\d*)\.xml$/.exec(part) ?? []
  const name = textUnder(parts, stem)
  return name === undefined ? part : `${name}${number === '' ? '' : ` ${number}`}`
}

/** Location of a finding in the input: with a mapping, the invoice is read from other data. */
const pointerInto = ({ pointer, source }: Finding): string | undefined => source ?? pointer

/** Lines of the findings in a text; for invalid JSON, the line of the syntax error. */
function lines(findings: readonly Finding[], text: string | undefined): (finding: Finding) => number | undefined {
  if (text === undefined || text.length > SEARCHED_MAX) return () => undefined
  const known = linesOf(
    text,
    findings.flatMap((finding) => pointerInto(finding) ?? []),
  )
  return (finding) => {
    const { code } = finding
    const pointer = pointerInto(finding)
    if (pointer !== undefined) return known.get(pointer)
    if (code !== 'json_syntax') return undefined
    const located = locateJsonErrors(text).find(({ kind }) => kind === 'syntax')
    return located?.kind === 'syntax' ? located.line : undefined
  }
}

/** The text of the paragraph, with the tag highlighted. */
function inParagraph(visit: Reader, paragraph: string, tag: string | undefined): Html {
  const at = tag === undefined ? -1 : paragraph.indexOf(tag)
  const marked =
    tag === undefined || at < 0 ? (
      paragraph
    ) : (
      <>
        {paragraph.slice(0, at)}
        <mark>{tag}</mark>
        {paragraph.slice(at + tag.length)}
      </>
    )
  return (
    <p class="finding-paragraph">
      <span class="visually-hidden">{visit.words.findings.paragraph}: </span>
      {marked}
    </p>
  )
}

function findingItem(
  visit: Reader,
  finding: Finding,
  { line, fieldId, level }: { line: number | undefined; fieldId: string; level: FindingLevel },
): Html {
  const words = findingIn(visit.locale, finding)
  const { tag, part, paragraph, pointer, code = '', source } = finding
  const lang = words.lang !== undefined && { lang: words.lang }
  const where: HtmlPart[] = [
    line !== undefined && (
      <a class="finding-line" href={`#${fieldId}`} data-line={line}>
        {visit.words.findings.line({ line })}
      </a>
    ),
    isRuleId(code) && <strong class="finding-rule">{code}</strong>,
    tag !== undefined && <code class="finding-tag">{tag}</code>,
    pointer !== undefined && pointer !== '' && <code class="finding-pointer">{pointer}</code>,
    source !== undefined && (
      <span class="finding-part">
        {visit.words.findings.source} <code>{source}</code>
      </span>
    ),
    part !== undefined && <span class="finding-part">{partName(visit, part)}</span>,
  ]
  return (
    <li class={`finding ${level}`}>
      <Icon name={level === 'error' ? 'cross' : 'warning'} />
      <div>
        <p class="finding-where">{where}</p>
        {paragraph !== undefined && inParagraph(visit, paragraph, tag)}
        <p {...lang}>{words.detail}</p>
        {words.fix !== undefined && (
          <p class="finding-fix" {...lang}>
            {words.fix}
          </p>
        )}
      </div>
    </li>
  )
}

/** Ids of rules people look up; our own lower-case codes mean nothing to a reader. */
const isRuleId = (code: string): boolean => /^[A-Z]/.test(code)

/** Severity of findings. */
type FindingLevel = 'error' | 'warning'

/** A list of findings. @param into the text their pointers refer to */
export function findingList(
  visit: Reader,
  findings: readonly Finding[],
  { into, level = 'error' }: { into?: FindingText | undefined; level?: FindingLevel } = {},
): Html {
  const lineOf = lines(findings, into?.text)
  return (
    <ul class="findings">
      {findings.map((finding) =>
        findingItem(visit, finding, {
          line: lineOf(finding),
          fieldId: into?.fieldId ?? 'main',
          level,
        }),
      )}
    </ul>
  )
}
