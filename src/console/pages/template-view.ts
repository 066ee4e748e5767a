/** Markup of one template's pages: the header with four tabs, versions, tags, settings. */

import type { TemplateFields } from '../../docx/fields/inspect.ts'
import { kindsByPath } from '../../docx/fields/kinds-by-path.ts'
import type { Locale } from '../../kernel/languages.ts'
import { alert, button, field, table } from '../../pages/components.ts'
import { type Html, type HtmlPart, html } from '../../pages/html.ts'
import { NAME_MAX, type Template, type Version } from '../../templates/schemas.ts'
import { named } from '../../translations/messages.ts'
import { textsIn } from '../../translations/texts.ts'
import {
  badge,
  copyBlock,
  crumb,
  curlLine,
  folded,
  moment,
  ownForm,
  section,
} from '../components.ts'
import { partName } from '../findings.ts'
import type { FileFinding } from '../guarded-call.ts'
import { templateCurl } from '../samples.ts'
import type { Visit } from '../visit.ts'
import { inBytes } from '../words.ts'
import { findingPanel, wordFileField } from './templates-view.ts'

const TABS = ['try', 'versions', 'fields', 'settings'] as const
/** A page of a template. */
type TemplateTab = (typeof TABS)[number]

/** Path of a page of a template. */
export const templatePath = (id: string, tab: TemplateTab = 'try'): string =>
  `/console/templates/${id}${tab === 'try' ? '' : `/${tab}`}`

/** The header of each page of a template. */
export function templateHead(locale: Locale, template: Template, current?: TemplateTab): Html {
  const words = textsIn(locale).console.templates
  const tabs = TABS.map(
    (tab) =>
      html`<li><a href="${templatePath(template.id, tab)}" ${tab === current && html`aria-current="page"`}>${words.tabs[tab]}${tab === 'versions' && html` <span class="tab-count">${template.versions}</span>`}</a></li>`,
  )
  return html`<div class="template-head">${crumb(words.title, '/console/templates')}<h1>${template.name}</h1><p class="template-facts"><code>${template.id}</code>${badge(words.version({ version: template.current_version }), 'live')}</p></div><nav class="tabs" aria-label="${words.tabsLabel}"><ul>${tabs}</ul></nav>`
}

/** Data of the versions page. */
interface VersionsPage {
  template: Template
  versions: readonly Version[]
  /** Maximum number of versions. */
  max: number
  fileBytesMax: number
  baseUrl: string
  finding?: FileFinding | undefined
  /** The note typed for the refused version. */
  note?: string
}

/** The versions, newest first; a new one; two compared. */
export function versionsMain(visit: Visit, page: VersionsPage): Html {
  const { locale } = visit
  const words = textsIn(locale).console.templates
  const { template, versions, baseUrl } = page
  const curl = templateCurl(baseUrl, template.id)
  const title = {
    id: 'list',
    title: words.versionsTitle,
    text: words.versionsText({ most: page.max }),
  }
  return html`${templateHead(locale, template, 'versions')}${page.finding !== undefined && findingPanel(locale, page.finding)}
${section(title, html`<ul class="versions">${versions.map((one) => versionItem(visit, page, one))}</ul>${curlLine(locale, 'curl-versions', curl.versions)}`)}
${versions.length > 1 && section({ id: 'compare', title: words.compare, text: words.compareText }, compareForm(locale, versions))}
${newVersion(visit, page)}`
}

function versionItem(visit: Visit, { template, baseUrl }: VersionsPage, one: Version): Html {
  const { locale } = visit
  const words = textsIn(locale).console.templates
  const { version, current } = one
  const path = `/console/templates/${template.id}/versions/${version}`
  const restore = folded(
    visit,
    { label: words.restore, name: words.version({ version }), action: `${path}/restore` },
    html`${ownForm(visit, `${path}/restore`, html`<p>${words.restoreText({ version })}</p>${button(words.restoreDo({ version }), { type: 'submit', kind: 'secondary' })}`)}${curlLine(locale, `curl-restore-${version}`, templateCurl(baseUrl, template.id).restore(version))}`,
  )
  return html`<li><div class="version-head"><h3>${words.version({ version })}</h3>${current && badge(words.current, 'live')}${one.mapping !== undefined && badge(words.mapping)}</div>
<p class="hint">${one.filename} · ${inBytes(one.size_bytes, locale)} · ${moment(one.created_at, locale)}</p>${one.note !== undefined && one.note !== '' && html`<p class="version-note">${one.note}</p>`}
<div class="key-acts"><a class="act-link" href="${path}/file" download>${words.download}<span class="visually-hidden"> ${words.version({ version })}</span></a>${!current && html`<a class="act-link" href="/console/templates/${template.id}/compare?from=${version}&amp;to=${template.current_version}">${words.compareDo}<span class="visually-hidden"> ${words.compared({ from: version, to: template.current_version })}</span></a>`}${!current && restore}</div></li>`
}

const versionSelect = (
  locale: Locale,
  versions: readonly Version[],
  { name, label, chosen }: { name: string; label: string; chosen: number | undefined },
): Html =>
  html`<div class="field"><label for="${name}">${label}</label><select id="${name}" name="${name}">${versions.map(
    ({ version, current }) =>
      html`<option value="${version}" ${version === chosen && html`selected`}>${version}${current && ` (${textsIn(locale).console.templates.current})`}</option>`,
  )}</select></div>`

/** A choice of two versions; by default the current one and its predecessor. */
export function compareForm(
  locale: Locale,
  versions: readonly Version[],
  chosen?: { from: number; to: number },
): Html {
  const words = textsIn(locale).console.templates
  const current = versions.find((one) => one.current)?.version
  const before = versions.find(({ version }) => version !== current)?.version
  const from = { name: 'from', label: words.from, chosen: chosen?.from ?? before }
  const to = { name: 'to', label: words.to, chosen: chosen?.to ?? current }
  return html`<form action="compare" method="get" class="inline-form compare-form">${versionSelect(locale, versions, from)}${versionSelect(locale, versions, to)}${button(words.compareDo, { type: 'submit', kind: 'secondary' })}</form>`
}

function newVersion(visit: Visit, page: VersionsPage): Html {
  const { locale } = visit
  const words = textsIn(locale).console.templates
  const { template, fileBytesMax, finding, note, baseUrl } = page
  const form = ownForm(
    visit,
    templatePath(template.id, 'versions'),
    html`${wordFileField(locale, { fileBytesMax, finding })}${field({
      id: 'note',
      label: words.note,
      hint: words.noteHint,
      maxLength: 200,
      autocomplete: 'off',
      value: note ?? '',
    })}${button(words.addVersion, { type: 'submit', icon: 'upload' })}`,
    { files: true, className: 'stack narrow-form' },
  )
  const curl = curlLine(locale, 'curl-add', templateCurl(baseUrl, template.id).addVersion)
  const head = { id: 'upload', title: words.addVersion, text: words.addVersionText }
  return section(head, html`${form}${curl}`)
}

/** Every tag of the current version, as fields of the data. */
export function fieldsMain(
  visit: Visit,
  { template, fields, baseUrl }: { template: Template; fields: TemplateFields; baseUrl: string },
): Html {
  const { locale } = visit
  const words = textsIn(locale).console.templates
  const curl = curlLine(locale, 'curl-fields', templateCurl(baseUrl, template.id).fields)
  const rows = [...kindsByPath(fields.tags)].map(([path, kinds]) =>
    fieldRow(locale, fields, path, kinds),
  )
  const found =
    rows.length === 0
      ? html`<p>${words.fieldsNone}</p>`
      : table({
          caption: html`<span class="visually-hidden">${words.fieldsTitle}</span>`,
          head: [words.field, words.usedAs, words.tags, words.part],
          rows,
        })
  const places = fields.signatures.map(({ key, part, paragraph }) => [
    html`<code>${key}</code>`,
    paragraph,
    partName(locale, part),
  ])
  const schema = copyBlock(locale, {
    id: 'schema',
    label: 'JSON Schema 2020-12',
    text: JSON.stringify(fields.schema, null, 2),
  })
  return html`${templateHead(locale, template, 'fields')}${section({ id: 'fields', title: words.fieldsTitle, text: words.fieldsText }, html`${found}${curl}`)}${
    places.length > 0 &&
    section(
      { id: 'places', title: words.signatures },
      table({
        caption: html`<span class="visually-hidden">${words.signatures}</span>`,
        head: ['signer', words.inParagraph, words.part],
        rows: places,
      }),
    )
  }<details class="more"><summary>${words.schema}</summary>${schema}</details>`
}

function fieldRow(
  locale: Locale,
  { tags }: TemplateFields,
  path: string,
  kinds: readonly string[],
): HtmlPart[] {
  const words = textsIn(locale).console.templates
  const own = tags.filter((tag) => tag.path === path)
  const written = [...new Set(own.map(({ tag }) => tag))]
  const parts = [...new Set(own.map(({ part }) => partName(locale, part)))]
  return [
    html`<code class="field-path">${path}</code>`,
    kinds.map((kind) => named(words.kinds, kind)).join(', '),
    html`<span class="field-tags">${written.map((tag) => html`<code>${tag}</code>`)}</span>`,
    parts.join(', '),
  ]
}

/** Renaming and deleting a template. @param fault the submitted form that has an error */
export function settingsTab(
  visit: Visit,
  {
    template,
    baseUrl,
    finding,
  }: { template: Template; baseUrl: string; finding?: 'name' | 'remove' | undefined },
): Html {
  const { locale } = visit
  const words = textsIn(locale).console.templates
  const curl = templateCurl(baseUrl, template.id)
  const path = templatePath(template.id)
  const rename = ownForm(
    visit,
    `${path}/rename`,
    html`${field({
      id: 'name',
      label: words.rename,
      value: template.name,
      required: true,
      maxLength: NAME_MAX,
      autocomplete: 'off',
      ...(finding === 'name' && { error: words.nameWrong }),
    })}${button(words.renameDo, { type: 'submit', kind: 'secondary' })}`,
    { className: 'stack narrow' },
  )
  const remove = ownForm(
    visit,
    `${path}/delete`,
    html`${finding === 'remove' && alert('error', html`<p>${words.removeMissed}</p>`)}<p>${words.removeText}</p><label class="check"><input type="checkbox" name="sure" value="yes" required><span>${words.removeCheck}</span></label>${button(words.removeDo, { type: 'submit', kind: 'danger' })}`,
  )
  return html`${templateHead(locale, template, 'settings')}${section({ id: 'rename', title: words.rename }, html`${rename}${curlLine(locale, 'curl-rename', curl.rename)}`)}${section({ id: 'remove', title: words.remove }, html`${remove}${curlLine(locale, 'curl-remove', curl.remove)}`)}`
}
