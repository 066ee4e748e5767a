/** UI components of the pages; styled in `browser/site.css`. */
import { type Html, type HtmlPart, html } from './html.ts'
import { type IconName, icon } from './icons.ts'

/** Emphasis of a button. */
type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger'

/** A button; `submit` submits its form. */
export const button = (
  label: HtmlPart,
  parts: { id?: string; kind?: ButtonKind; type?: 'button' | 'submit'; icon?: IconName } = {},
): Html =>
  html`<button ${attribute('id', parts.id)} type="${parts.type ?? 'button'}" class="button ${parts.kind ?? 'primary'}">${parts.icon !== undefined && icon(parts.icon)}<span>${label}</span></button>`

/** A link that looks like a button. Only http(s) URLs and paths are accepted. */
export const linkButton = (
  label: HtmlPart,
  href: string,
  parts: { kind?: ButtonKind; icon?: IconName; download?: boolean } = {},
): Html =>
  html`<a class="button ${parts.kind ?? 'primary'}" href="${safeHref(href)}" ${parts.download === true && html`download`}>${parts.icon !== undefined && icon(parts.icon)}<span>${label}</span></a>`

/** A URL for `href`: http(s), a path or a fragment; anything else is neutralised. */
export function safeHref(href: string): string {
  if (/^(?:\/(?!\/)|[?#])/.test(href) && !href.includes('\\')) return href
  try {
    const url = new URL(href)
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : '#'
  } catch {
    // No URL leads nowhere.
    return '#'
  }
}

/** A label, its input, a hint and space for an error. */
export const field = (parts: {
  id: string
  name?: string
  label: HtmlPart
  hint?: HtmlPart
  error?: HtmlPart
  type?: string
  value?: string
  required?: boolean
  autocomplete?: string
  inputmode?: string
  accept?: string
  maxLength?: number
}): Html => {
  const { id, hint, error } = parts
  const described = [hint !== undefined && `${id}-hint`, `${id}-error`].filter(Boolean).join(' ')
  return html`<div class="field">
  <label for="${id}">${parts.label}</label>
  ${hint !== undefined && html`<p class="hint" id="${id}-hint">${hint}</p>`}
  <input id="${id}" name="${parts.name ?? id}" type="${parts.type ?? 'text'}" aria-describedby="${described}" ${attribute('value', parts.value)} ${attribute('autocomplete', parts.autocomplete)} ${attribute('inputmode', parts.inputmode)} ${attribute('accept', parts.accept)} ${attribute('maxlength', parts.maxLength)} ${parts.required === true && html`required`} ${error !== undefined && html`aria-invalid="true"`}>
  <p class="field-error" id="${id}-error" ${error === undefined && html`hidden`}>${error}</p>
</div>`
}

/** A form; with a file in it it is sent as multipart/form-data. */
export const form = (
  action: string,
  content: HtmlPart,
  parts: { id?: string; method?: 'get' | 'post'; files?: boolean } = {},
): Html =>
  html`<form ${attribute('id', parts.id)} action="${safeHref(action)}" method="${parts.method ?? 'post'}" ${parts.files === true && html`enctype="multipart/form-data"`}>${content}</form>`

/** Severity of a notice. */
type AlertKind = 'info' | 'success' | 'warning' | 'error'

const ALERT_ICONS = {
  info: 'info',
  success: 'check',
  warning: 'warning',
  error: 'warning',
} as const

/** A notice. Errors that appear later are announced at once. */
export const alert = (kind: AlertKind, content: HtmlPart, parts: { title?: HtmlPart } = {}): Html =>
  html`<div class="alert ${kind}" ${kind === 'error' && html`role="alert"`}>${icon(ALERT_ICONS[kind])}<div>${parts.title !== undefined && html`<p class="alert-title">${parts.title}</p>`}<div>${content}</div></div></div>`

/** Something set apart from its surroundings. */
export const card = (content: HtmlPart): Html => html`<div class="card">${content}</div>`

/** Names and values, one per line; empty values are omitted. */
export const facts = (lines: ReadonlyArray<readonly [name: HtmlPart, value: HtmlPart]>): Html =>
  html`<dl class="facts">${lines
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`

/** A table that scrolls by itself where the screen is narrow. */
export const table = (parts: {
  caption: HtmlPart
  head: readonly HtmlPart[]
  rows: ReadonlyArray<readonly HtmlPart[]>
}): Html =>
  html`<div class="table-scroll" tabindex="0"><table>
  <caption>${parts.caption}</caption>
  <thead><tr>${parts.head.map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead>
  <tbody>${parts.rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
</table></div>`

/** An outcome as the whole content of a page: what happened and what to do. */
export const outcome = (parts: {
  kind: 'success' | 'info' | 'warning'
  icon: IconName
  title: HtmlPart
  text: HtmlPart
  actions?: HtmlPart
  after?: HtmlPart
}): Html =>
  html`<section class="outcome ${parts.kind}">
  <div class="outcome-mark">${icon(parts.icon)}</div>
  <h1>${parts.title}</h1>
  <div class="lead">${parts.text}</div>
  ${parts.actions !== undefined && html`<div class="actions">${parts.actions}</div>`}
  ${parts.after}
</section>`

const attribute = (name: string, value: string | number | undefined): HtmlPart =>
  value !== undefined && html`${name}="${value}"`

/** A field for one file, chosen or dropped. */
export function fileField(parts: {
  id: string
  name: string
  label: HtmlPart
  hint: HtmlPart
  /** Shown where a file can be dropped. */
  drop: string
  accept: string
  /** Whether the form needs it; by default it does. */
  required?: boolean
  /** Maximum file size in bytes, and the message for a larger one. */
  max: { bytes: number; text: string }
  error?: HtmlPart
}): Html {
  const { id, name, label, hint, drop, accept, max, error, required = true } = parts
  return html`<div class="field file-field"><label for="${id}">${label}</label><p class="hint" id="${id}-hint">${hint}</p>
<div class="drop" data-drop data-most="${max.bytes}" data-over="${max.text}"><p class="drop-text" hidden>${icon('upload')}<span>${drop}</span></p><input id="${id}" name="${name}" type="file" accept="${accept}" ${required && html`required`} aria-describedby="${id}-hint ${id}-error" ${error !== undefined && html`aria-invalid="true"`}></div>
<p class="field-error" id="${id}-error" ${error === undefined && html`hidden`}>${error}</p></div>`
}

/** A fault of a form, with its place on the page. */
export interface FormFinding {
  /** Name of the field; `form` if there is none. */
  field: string
  text: string
  /** Which of the fields of a signer on the page, from 0. */
  place?: number
  /** What of it: a property, as the API names it. */
  member?: string
  /** Which of the files after the first one, from 0. */
  file?: number
}
