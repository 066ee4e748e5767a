/** The field for a file on every page; `browser/pieces/drop.ts` makes it a place to drop a file on. */
import { type Html, type HtmlPart, html } from './html.ts'
import { icon } from './icons.ts'

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
  most: { bytes: number; text: string }
  error?: HtmlPart
}): Html {
  const { id, name, label, hint, drop, accept, most, error, required = true } = parts
  return html`<div class="field file-field"><label for="${id}">${label}</label><p class="hint" id="${id}-hint">${hint}</p>
<div class="drop" data-drop data-most="${most.bytes}" data-over="${most.text}"><p class="drop-text" hidden>${icon('upload')}<span>${drop}</span></p><input id="${id}" name="${name}" type="file" accept="${accept}" ${required && html`required`} aria-describedby="${id}-hint ${id}-error" ${error !== undefined && html`aria-invalid="true"`}></div>
<p class="field-error" id="${id}-error" ${error === undefined && html`hidden`}>${error}</p></div>`
}
