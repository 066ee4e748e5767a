/** Markup of the template list, and of the introduction shown while there is none. */

import type { Locale } from '../../kernel/languages.ts'
import { alert, button, field, fileField, linkButton } from '../../pages/components.ts'
import { type Html, type HtmlPart, html } from '../../pages/html.ts'
import { icon } from '../../pages/icons.ts'
import type { SampleName } from '../../pages/samples.ts'
import { NAME_MAX, type Template } from '../../templates/schemas.ts'
import { textsIn } from '../../translations/texts.ts'
import {
  badge,
  curlLine,
  emptyState,
  moment,
  ownForm,
  pageHead,
  planAdvice,
  section,
} from '../components.ts'
import { findingList } from '../findings.ts'
import type { FileFinding } from '../guarded-call.ts'
import { problemText } from '../problem-words.ts'
import { templateCurls } from '../samples.ts'
import type { Visit } from '../visit.ts'
import { inBytes, inDigits } from '../words.ts'

import { kindBadge } from './requests-list.ts'

/** `accept` of a file input for Word files. */
const DOCX_ACCEPT = '.docx,application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** Data of the page. */
interface TemplatesPage {
  templates: readonly Template[]
  nextCursor: string | undefined
  room: { stored: number; max: number | null }
  planTitle: string
  fileBytesMax: number
  baseUrl: string
  /** How to get a larger plan; empty: nothing is said. */
  advice: string
  /** The fault of the submitted file, and the typed name. */
  finding?: FileFinding | undefined
  name?: string
}

/** The whole page. */
export function templatesMain(visit: Visit, page: TemplatesPage): Html {
  const { locale } = visit
  const words = textsIn(locale).console.templates
  const { stored, max } = page.room
  // Those of test keys take no room, but are there.
  const any = page.templates.length > 0
  const figures = words.kept({
    kept: stored,
    most: max === null ? words.any : inDigits(max, locale),
    plan: page.planTitle,
  })
  const list = section(
    { id: 'list', title: words.list, side: badge(figures) },
    html`<ul class="templates">${page.templates.map((one) => templateItem(locale, one))}</ul>${page.nextCursor !== undefined && html`<p class="links"><a href="?cursor=${page.nextCursor}">${words.older}</a></p>`}${curlLine(locale, 'curl-list', templateCurls(page.baseUrl).list)}`,
  )
  const mayAdd = visit.allows('POST', '/console/templates')
  const upload = mayAdd && uploadSection(visit, page)
  const action =
    any &&
    visit.allows('POST', '/console/templates') &&
    linkButton(words.add, '#upload', { icon: 'plus' })
  const head = pageHead(words.title, words.text, action)
  if (page.finding !== undefined)
    return html`${head}${findingPanel(locale, page.finding, page.advice)}${upload}${any && list}`
  const fonts = fontsLink(locale)
  return html`${head}${any ? list : lessonSection(visit)}${upload}${any && samplesSection(visit)}${fonts}`
}

/** The way to the fonts of the account. */
function fontsLink(locale: Locale): Html {
  const words = textsIn(locale).console.fonts
  const text = html`<p class="links"><a href="/console/templates/fonts">${words.link}</a></p>`
  return section({ id: 'fonts', title: words.title, text: words.linkText }, text)
}

/** Where the picture of a template's current version is; the address names the version, which never changes. */
const pictureAddress = ({ id, current_version }: Template): string =>
  `/console/templates/${id}/picture?version=${current_version}`

/** A template with its picture, as a link. */
export const templateItem = (
  locale: Locale,
  template: Template,
  href = `/console/templates/${template.id}`,
): Html => {
  const words = textsIn(locale).console.templates
  return html`<li><a class="template-link" href="${href}"><span class="template-mark">${icon('document')}<span class="template-picture" aria-hidden="true" data-picture="${pictureAddress(template)}"></span></span><span class="template-text"><strong>${template.name}</strong>${template.test && kindBadge(locale, true)}<span class="hint">${words.version({ version: template.current_version })} · ${words.versions({ count: template.versions })} · ${words.changed} ${moment(template.updated_at, locale)}</span></span></a><code class="template-id">${template.id}</code></li>`
}

/** All faults of an upload, with their location. @param advice how to get a larger plan; empty: nothing is said */
export function findingPanel(locale: Locale, finding: FileFinding, advice = ''): HtmlPart {
  if (finding === 'missing') return false
  const words = textsIn(locale).console.templates
  const { errors } = finding
  const title =
    finding.code === 'template_invalid' ? words.faults({ count: errors.length }) : words.refused
  const text =
    finding.code !== 'template_invalid' &&
    html`<p>${problemText(locale, finding)}</p>${finding.code === 'template_limit_reached' && planAdvice(locale, advice)}`
  const list = errors.length > 0 && findingList(locale, errors)
  return html`<div class="faults" id="faults">${alert('error', html`${text}${list}`, { title })}</div>`
}

/** The field for a Word file, with the fault of the previous one. */
export function wordFileField(
  locale: Locale,
  { fileBytesMax, finding }: { fileBytesMax: number; finding: FileFinding | undefined },
): Html {
  const words = textsIn(locale).console.templates
  const size = inBytes(fileBytesMax, locale)
  const text = finding === 'missing' ? words.fileMissing : words.refused
  return fileField({
    id: 'template',
    name: 'template',
    label: words.file,
    hint: words.fileHint({ size }),
    drop: words.fileDrop,
    accept: DOCX_ACCEPT,
    max: { bytes: fileBytesMax, text: words.fileOver({ size }) },
    ...(finding !== undefined && { error: text }),
  })
}

function uploadSection(visit: Visit, page: TemplatesPage): Html {
  const { locale } = visit
  const words = textsIn(locale).console.templates
  const form = ownForm(
    visit,
    '/console/templates',
    html`${wordFileField(locale, { fileBytesMax: page.fileBytesMax, finding: page.finding })}${field(
      {
        id: 'name',
        label: words.name,
        hint: words.nameHint,
        maxLength: NAME_MAX,
        autocomplete: 'off',
        value: page.name ?? '',
      },
    )}${button(words.keep, { type: 'submit', icon: 'upload' })}`,
    { files: true, className: 'stack narrow-form' },
  )
  const curl = curlLine(locale, 'curl-create', templateCurls(page.baseUrl).create)
  return section({ id: 'upload', title: words.add, text: words.addText }, html`${form}${curl}`)
}

/** Highlights tags in the text. */
const withTags = (text: string): Html =>
  html`<p>${text.split(/(\{[^}]*\})/).map((piece) => (piece.startsWith('{') ? html`<span class="tag">${piece}</span>` : piece))}</p>`

function lessonSection(visit: Visit): Html {
  const { locale } = visit
  const words = textsIn(locale).console.templates
  const empty = emptyState({ icon: 'document', title: words.empty, text: words.emptyText })
  // A loop and two filters, in Word, in JSON and on the page.
  const { lesson } = textsIn(locale).console
  const shown = html`<div class="lesson"><figure><figcaption>${words.inWord}</figcaption><div class="lesson-sheet">${lesson.word.map(withTags)}</div></figure><figure><figcaption>${words.inJson}</figcaption><pre tabindex="0"><code>${lesson.json}</code></pre></figure><figure><figcaption>${words.result}</figcaption><div class="lesson-sheet">${lesson.page.map((line) => html`<p>${line}</p>`)}</div></figure></div>`
  return html`${section({ id: 'list', title: words.list }, html`${empty}${shown}`)}${samplesSection(visit)}`
}

const samplesSection = (visit: Visit): Html | false => {
  if (!visit.allows('POST', '/console/templates')) return false
  const words = textsIn(visit.locale).console.templates
  return section(
    { id: 'samples', title: words.start, text: words.startText },
    html`${sampleCards(visit)}<p class="links"><a href="/guides/template-language">${words.guide}</a></p>`,
  )
}

/** Samples in the order suited to a new user. */
export const SAMPLE_CHOICES: readonly SampleName[] = [
  'invoice',
  'letter',
  'contract',
  'facturx-invoice',
]

function sampleCards(visit: Visit): Html {
  const words = textsIn(visit.locale).console.templates
  return html`<ul class="sample-cards">${SAMPLE_CHOICES.map(
    (name) =>
      html`<li>${ownForm(visit, '/console/templates/sample', html`<input type="hidden" name="sample" value="${name}"><button type="submit" class="sample-card">${icon('plus')}<span>${words.samples[name]}</span></button>`)}<a href="/console/samples/${name}.docx" download>${words.word}<span class="visually-hidden"> ${words.samples[name]} (.docx)</span></a></li>`,
  )}</ul>`
}
