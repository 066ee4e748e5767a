/** What a signer fills in, in the sender's order: the browser's own inputs, with their labels. */
import { INPUT_LIMITS, type InputType, traitsOf } from '../../kernel/field-types.ts'
import { fileField } from '../../pages/components.ts'
import { type Html, type HtmlPart, html } from '../../pages/html.ts'
import type { SignTexts } from '../../translations/messages.ts'
import { lengthMax } from '../fields/values.ts'
import { inputId } from '../model/fields.ts'
import { FILE_KINDS } from '../model/uploads.ts'
import type { SignerState } from '../signers/schemas.ts'

type Input = SignerState['signer']['inputs'][number]

/** Of a line to be typed in. */
const ATTRIBUTES: Readonly<Partial<Record<InputType, Html>>> = {
  text: html`type="text"`,
  number: html`type="text" inputmode="decimal"`,
  date: html`type="date"`,
  initials: html`type="text" autocapitalize="characters" autocomplete="off"`,
  company: html`type="text" autocomplete="organization"`,
}

/** Of a photograph as it comes from the camera. */
const CHOSEN_BYTES_MAX = 60_000_000

const required = (input: Input): HtmlPart => input.required && html`required`
const label = ({ label: text, required: must }: Input, words: SignTexts): Html =>
  html`${text}${!must && html` <span class="hint">(${words.fill.optional})</span>`}`
const errorPlace = (id: string): Html =>
  html`<p class="field-error" id="${id}-error" role="alert" hidden></p>`

function radio(input: Input, id: string, words: SignTexts): Html {
  const option = (text: string): Html =>
    html`<label class="option"><input type="radio" name="${id}" value="${text}" ${text === input.value && html`checked`} ${input.read_only === true && html`disabled`}><span>${text}</span></label>`
  return html`<fieldset class="field" id="${id}" tabindex="-1" aria-describedby="${id}-error"><legend>${label(input, words)}</legend>
  ${(input.options ?? []).map(option)}${errorPlace(id)}</fieldset>`
}

function tick(input: Input, id: string, words: SignTexts): Html {
  return html`<div class="field"><label class="option"><input type="checkbox" id="${id}" aria-describedby="${id}-error" ${input.value === true && html`checked`} ${input.read_only === true && html`disabled`} ${required(input)}><span>${label(input, words)}</span></label>${errorPlace(id)}</div>`
}

function select(input: Input, id: string, words: SignTexts): Html {
  const option = (text: string): Html =>
    html`<option value="${text}" ${text === input.value && html`selected`}>${text}</option>`
  return html`<div class="field"><label for="${id}">${label(input, words)}</label>
  <select id="${id}" aria-describedby="${id}-error" ${input.read_only === true && html`disabled`} ${required(input)}><option value="">${words.fill.choose}</option>${(input.options ?? []).map(option)}</select>${errorPlace(id)}</div>`
}

function line(input: Input, id: string, words: SignTexts): Html {
  const { type, value, min, max } = input
  const kind = traitsOf(type).value
  return html`<div class="field"><label for="${id}">${label(input, words)}</label>
  <input id="${id}" ${ATTRIBUTES[type]} aria-describedby="${id}-error" ${value !== undefined && html`value="${String(value)}"`} ${kind === 'text' && html`maxlength="${lengthMax(input)}"`} ${kind === 'date' && min !== undefined && html`min="${String(min)}"`} ${kind === 'date' && max !== undefined && html`max="${String(max)}"`} ${input.read_only === true && html`readonly`} ${required(input)}>${errorPlace(id)}</div>`
}

/** The script sends the file as soon as it is chosen; photographs that are too large are made smaller before. */
function upload(input: Input, id: string, words: SignTexts): Html {
  const { files } = words
  return html`<div class="upload-field">${fileField({
    id,
    name: id,
    label: label(input, words),
    hint: files.hint({ mb: INPUT_LIMITS.fileBytes / 1_000_000 }),
    drop: files.choose,
    accept: `${Object.keys(FILE_KINDS).join(',')},image/heic`,
    required: false,
    max: { bytes: CHOSEN_BYTES_MAX, text: files.large },
  })}
  <button type="button" class="button quiet" id="${id}-remove" aria-describedby="${id}-hint" hidden><span>${files.remove}</span></button></div>`
}

const CONTROLS: Readonly<Record<InputType, (input: Input, id: string, words: SignTexts) => Html>> =
  {
    text: line,
    number: line,
    date: line,
    checkbox: tick,
    radio,
    select,
    initials: line,
    company: line,
    file: upload,
  }

const filesOf = ({ places }: Input): number[] => [
  ...new Set(places.map(({ file_number: number = 1 }) => number)),
]

/** The names of the files that a field is in, above the first of those that are in the same ones. */
function filesHeading({ document, signer: { inputs } }: SignerState, index: number): HtmlPart {
  const [input, before] = [inputs[index], inputs[index - 1]]
  if (document.files === undefined || input === undefined) return undefined
  const numbers = filesOf(input)
  if (before !== undefined && String(filesOf(before)) === String(numbers)) return undefined
  const names = document.files.filter(({ number }) => numbers.includes(number))
  return html`<h4 class="file-name">${names.map(({ number, filename }) => `${number}. ${filename}`).join(' · ')}</h4>`
}

/** Every field, under the name of its file where there are several; nothing where there is none. */
export const inputFields = (state: SignerState, words: SignTexts): HtmlPart =>
  state.signer.inputs.length > 0 &&
  html`<section class="stack" id="inputs" aria-labelledby="title-inputs"><h3 id="title-inputs">${words.fill.title}</h3>
  ${state.signer.inputs.map((input, index) => html`${filesHeading(state, index)}${CONTROLS[input.type](input, inputId(index), words)}`)}</section>`
