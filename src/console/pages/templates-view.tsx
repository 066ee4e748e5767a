/** Markup of the template list, and of the introduction shown while there is none. */

import { Alert, Button, Field, FileField, LinkButton } from '../../pages/components.tsx'
import type { Html, HtmlPart } from '../../pages/html.ts'
import { Icon } from '../../pages/icons.tsx'
import { NAME_MAX, type Template } from '../../templates/schemas.ts'
import { badge, CurlLine, moment, OwnForm, PageHead, planAdvice, Section } from '../components.tsx'
import { findingList } from '../findings.tsx'
import { type FileFinding, problemText } from '../problem-words.ts'
import { templateCurls } from '../samples.ts'
import type { Visit } from '../visit.ts'
import { inBytes, inDigits, type Reader } from '../words.ts'

import { kindBadge } from './requests-list.tsx'
import { lessonSection, samplesSection } from './template-samples-view.tsx'

/** `accept` of a file input for Word files. */
const DOCX_ACCEPT = '.docx,application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** Data of the page. */
interface TemplatesPage {
  templates: readonly Template[]
  nextCursor: string | undefined
  room: { stored: number; max: number | null }
  planTitle: string
  fileBytesMax: number
  /** How to get a larger plan; empty: nothing is said. */
  advice: string
  /** The fault of the submitted file, and the typed name. */
  finding?: FileFinding | undefined
  name?: string
}

/** The whole page. */
export function templatesMain(visit: Visit, page: TemplatesPage): Html {
  const words = visit.words.templates
  const { stored, max } = page.room
  // Those of test keys take no room, but are there.
  const any = page.templates.length > 0
  const figures = words.kept({
    kept: stored,
    most: max === null ? words.any : inDigits(max, visit),
    plan: page.planTitle,
  })
  const list = (
    <Section id="list" title={words.list} side={badge(figures)}>
      <ul class="templates">{page.templates.map((one) => templateItem(visit, one))}</ul>
      {page.nextCursor !== undefined && (
        <p class="links">
          <a href={`?cursor=${page.nextCursor}`}>{words.older}</a>
        </p>
      )}
      <CurlLine visit={visit} id="curl-list" text={templateCurls(visit.baseUrl).list} />
    </Section>
  )
  const mayAdd = visit.allows('POST', '/console/templates')
  const upload = mayAdd && uploadSection(visit, page)
  const head = (
    <PageHead title={words.title} text={words.text}>
      {any && visit.allows('POST', '/console/templates') && <LinkButton label={words.add} href="#upload" icon="plus" />}
    </PageHead>
  )
  if (page.finding !== undefined)
    return (
      <>
        {head}
        {findingPanel(visit, page.finding, page.advice)}
        {upload}
        {any && list}
      </>
    )
  const fonts = fontsLink(visit)
  return (
    <>
      {head}
      {any ? list : lessonSection(visit)}
      {upload}
      {any && samplesSection(visit)}
      {fonts}
    </>
  )
}

/** The way to the fonts of the account. */
function fontsLink(visit: Reader): Html {
  const words = visit.words.fonts
  return (
    <Section id="fonts" title={words.title} text={words.linkText}>
      <p class="links">
        <a href="/console/templates/fonts">{words.link}</a>
      </p>
    </Section>
  )
}

/** Where the picture of a template's current version is; the address names the version, which never changes. */
const pictureAddress = ({ id, current_version }: Template): string =>
  `/console/templates/${id}/picture?version=${current_version}`

/** A template with its picture, as a link. */
export const templateItem = (visit: Reader, template: Template, href = `/console/templates/${template.id}`): Html => {
  const words = visit.words.templates
  return (
    <li>
      <a class="template-link" href={href}>
        <span class="template-mark">
          <Icon name="document" />
          <span class="template-picture" aria-hidden="true" data-picture={pictureAddress(template)} />
        </span>
        <span class="template-text">
          <strong>{template.name}</strong>
          {template.test && kindBadge(visit, true)}
          <span class="hint">
            {words.version({ version: template.current_version })} · {words.versions({ count: template.versions })} ·{' '}
            {words.changed} {moment(template.updated_at, visit)}
          </span>
        </span>
      </a>
      <code class="template-id">{template.id}</code>
    </li>
  )
}

/** All faults of an upload, with their location. @param advice how to get a larger plan; empty: nothing is said */
export function findingPanel(visit: Reader, finding: FileFinding, advice = ''): HtmlPart {
  if (finding === 'missing') return false
  const words = visit.words.templates
  const { errors } = finding
  const title = finding.code === 'template_invalid' ? words.faults({ count: errors.length }) : words.refused
  const list = errors.length > 0 && findingList(visit, errors)
  return (
    <div class="faults" id="faults">
      <Alert kind="error" title={title}>
        {finding.code !== 'template_invalid' && (
          <>
            <p>{problemText(visit.locale, finding)}</p>
            {finding.code === 'template_limit_reached' && planAdvice(visit, advice)}
          </>
        )}
        {list}
      </Alert>
    </div>
  )
}

/** The field for a Word file, with the fault of the previous one. */
export function wordFileField(
  visit: Reader,
  { fileBytesMax, finding }: { fileBytesMax: number; finding: FileFinding | undefined },
): Html {
  const words = visit.words.templates
  const size = inBytes(fileBytesMax, visit)
  const text = finding === 'missing' ? words.fileMissing : words.refused
  return (
    <FileField
      id="template"
      name="template"
      label={words.file}
      hint={words.fileHint({ size })}
      drop={words.fileDrop}
      accept={DOCX_ACCEPT}
      max={{ bytes: fileBytesMax, text: words.fileOver({ size }) }}
      {...(finding !== undefined && { error: text })}
    />
  )
}

function uploadSection(visit: Visit, page: TemplatesPage): Html {
  const words = visit.words.templates
  return (
    <Section id="upload" title={words.add} text={words.addText}>
      <OwnForm visit={visit} action="/console/templates" files className="stack narrow-form">
        {wordFileField(visit, { fileBytesMax: page.fileBytesMax, finding: page.finding })}
        <Field
          id="name"
          label={words.name}
          hint={words.nameHint}
          maxLength={NAME_MAX}
          autocomplete="off"
          value={page.name ?? ''}
        />
        <Button label={words.keep} type="submit" icon="upload" />
      </OwnForm>
      <CurlLine visit={visit} id="curl-create" text={templateCurls(visit.baseUrl).create} />
    </Section>
  )
}
