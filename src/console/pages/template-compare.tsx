/** Side-by-side comparison of two template versions: fields first, then the text with its changes. */
import type { ComparedField, TemplateComparison } from '../../docx/compare/compare.ts'
import { Button } from '../../pages/components.tsx'
import type { Html, HtmlPart } from '../../pages/html.ts'
import { Icon } from '../../pages/icons.tsx'
import type { Template, Version } from '../../templates/schemas.ts'
import { named } from '../../translations/messages.ts'
import { OwnForm, Section } from '../components.tsx'
import { partName } from '../findings.tsx'
import type { Visit } from '../visit.ts'
import type { Reader } from '../words.ts'
import { compareForm } from './template-versions-view.tsx'
import { templateHead, templatePath } from './template-view.tsx'

type ComparedLine = TemplateComparison['parts'][number]['lines'][number]

/** Data of the page. */
interface ComparePage {
  template: Template
  versions: readonly Version[]
  from: number
  to: number
  comparison: TemplateComparison
  /** Data that the newer version renders, for the pictures. */
  sample: string
}

/** The whole page. */
export function compareMain(visit: Visit, page: ComparePage): Html {
  const words = visit.words.templates
  const { template, versions, from, to, comparison } = page
  const head = { id: 'compared', title: words.compared({ from, to }) }
  return (
    <>
      {templateHead(visit, template)}
      <Section {...head}>{compareForm(visit, versions, { from, to })}</Section>
      {pictures(visit, page)}
      <Section id="fields" title={words.fieldsChanged}>
        {fieldChanges(visit, comparison.fields)}
      </Section>
      <Section id="text" title={words.textChanged}>
        {textChanges(visit, page)}
      </Section>
    </>
  )
}

/** Both versions as they print, drawn on demand: each is a document like any other try. */
function pictures(visit: Visit, { template, from, to, sample }: ComparePage): Html {
  const words = visit.words.templates
  const sheet = (version: number) => (
    <figure>
      <figcaption>{words.version({ version })}</figcaption>
      <div class="try-sheet" data-version={version} data-page="page">
        <p class="try-empty">
          <Icon name="document" />
          <span>{words.pictureEmpty}</span>
        </p>
      </div>
    </figure>
  )
  return (
    <div data-pictures hidden>
      <Section id="pictures" title={words.pictures} text={words.picturesText}>
        <OwnForm
          visit={visit}
          action={`${templatePath(template.id)}/try`}
          files
          more={{ 'data-versions': true, 'data-failed': words.pictureFailed }}
        >
          <input type="hidden" name="format" value="pdf" />
          <input type="hidden" name="missing" value="blank" />
          <textarea name="data" hidden>
            {sample}
          </textarea>
          <Button label={words.pictureDo} type="submit" icon="play" />
        </OwnForm>
        <div class="compare-pictures">
          {sheet(from)}
          {sheet(to)}
        </div>
      </Section>
    </div>
  )
}

const kindWords = (visit: Reader, kinds: readonly string[]): string =>
  kinds.map((kind) => named(visit.words.templates.kinds, kind)).join(', ')

function fieldList(
  visit: Reader,
  {
    title,
    fields,
    kind,
    text,
  }: { title: string; fields: readonly ComparedField[]; kind: 'added' | 'removed'; text?: string },
): HtmlPart {
  if (fields.length === 0) return false
  const sign = kind === 'added' ? '+' : '−'
  return (
    <div class={`field-changes ${kind}`}>
      <h3>{title}</h3>
      {text !== undefined && <p class="hint">{text}</p>}
      <ul>
        {fields.map(({ path, kinds }) => (
          <li>
            <span aria-hidden="true">{sign}</span>
            <code>{path}</code>
            <span class="hint">{kindWords(visit, kinds)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function fieldChanges(visit: Reader, { added, removed, changed }: TemplateComparison['fields']): Html {
  const words = visit.words.templates
  if (added.length + removed.length + changed.length === 0) return <p class="hint">{words.fieldsSame}</p>
  return (
    <div class="field-columns">
      {fieldList(visit, { title: words.came, fields: added, kind: 'added', text: words.cameText })}
      {fieldList(visit, { title: words.went, fields: removed, kind: 'removed' })}
      {changed.length > 0 && (
        <div class="field-changes">
          <h3>{words.otherwise}</h3>
          <ul>
            {changed.map(({ path, before, after }) => (
              <li>
                <span aria-hidden="true">~</span>
                <code>{path}</code>
                <span class="hint">
                  {kindWords(visit, before)} → {kindWords(visit, after)}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

function textChanges(visit: Reader, { versions, from, to, comparison }: ComparePage): Html {
  const words = visit.words.templates
  const hash = (wanted: number) => versions.find(({ version }) => version === wanted)?.sha256
  if (hash(from) === hash(to)) return <p class="hint">{words.filesSame}</p>
  if (comparison.parts.length === 0) return <p class="hint">{words.textSame}</p>
  return (
    <>
      {comparison.parts.map(({ part, lines }) => (
        <>
          <h3 class="diff-part">{partName(visit, part)}</h3>
          <ol class="diff">{lines.map((line) => diffLine(visit, line))}</ol>
        </>
      ))}
      {comparison.cut && <p class="hint">{words.cut}</p>}
    </>
  )
}

/** Announced by screen readers; otherwise shown by sign and colour. */
const change = (kind: 'added' | 'removed', label: string, content: HtmlPart): Html => (
  <>
    <span class="diff-sign" aria-hidden="true">
      {kind === 'added' ? '+' : '−'}
    </span>
    <span class="visually-hidden">{label}: </span>
    {content}
  </>
)

function diffLine(visit: Reader, line: ComparedLine): Html {
  const words = visit.words.templates
  switch (line.kind) {
    case 'skipped':
      return <li class="diff-skipped">{words.skipped({ count: line.count })}</li>
    case 'same':
      return <li>{line.text}</li>
    case 'changed':
      return (
        <li class="diff-changed">
          <span class="diff-sign" aria-hidden="true">
            ~
          </span>
          {line.words.map(({ kind, text }) =>
            kind === 'same' ? text : kind === 'added' ? <ins>{text}</ins> : <del>{text}</del>,
          )}
        </li>
      )
    default: {
      const added = line.kind === 'added'
      return (
        <li class={`diff-${line.kind}`}>
          {change(
            line.kind,
            added ? words.added : words.removed,
            added ? <ins>{line.text}</ins> : <del>{line.text}</del>,
          )}
        </li>
      )
    }
  }
}
