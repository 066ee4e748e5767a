/** What a signer fills in, in the sender's order: the browser's own inputs, with their labels. */
import { INPUT_LIMITS, type InputType, traitsOf } from '../../kernel/field-types.ts'
import { Button, FileField } from '../../pages/components.tsx'
import type { Html, HtmlPart } from '../../pages/html.ts'
import type { Attributes } from '../../pages/jsx-runtime.ts'
import type { SignTexts } from '../../translations/messages.ts'
import { lengthMax } from '../fields/values.ts'
import { inputId } from '../model/fields.ts'
import { FILE_KINDS } from '../model/uploads.ts'
import type { SignerState } from '../signers/schemas.ts'

type Input = SignerState['signer']['inputs'][number]

/** Of a line to be typed in. */
const ATTRIBUTES: Readonly<Partial<Record<InputType, Attributes>>> = {
  text: { type: 'text' },
  number: { type: 'text', inputmode: 'decimal' },
  date: { type: 'date' },
  initials: { type: 'text', autocapitalize: 'characters', autocomplete: 'off' },
  company: { type: 'text', autocomplete: 'organization' },
}

/** Of a photograph as it comes from the camera. */
const CHOSEN_BYTES_MAX = 60_000_000

function label({ label: text, required: must, formula }: Input, { fill }: SignTexts): Html {
  const hint = formula === undefined ? !must && fill.optional : fill.computed
  return (
    <>
      {text}
      {hint !== false && (
        <>
          {' '}
          <span class="hint">({hint})</span>
        </>
      )}
    </>
  )
}
const errorPlace = (id: string): Html => <p class="field-error" id={`${id}-error`} role="alert" hidden />

function radio(input: Input, id: string, words: SignTexts): Html {
  const option = (text: string): Html => (
    <label class="option">
      <input type="radio" name={id} value={text} checked={text === input.value} disabled={input.read_only === true} />
      <span>{text}</span>
    </label>
  )
  return (
    <fieldset class="field" id={id} tabindex="-1" aria-describedby={`${id}-error`}>
      <legend>{label(input, words)}</legend>
      {(input.options ?? []).map(option)}
      {errorPlace(id)}
    </fieldset>
  )
}

function tick(input: Input, id: string, words: SignTexts): Html {
  return (
    <div class="field">
      <label class="option">
        <input
          type="checkbox"
          id={id}
          aria-describedby={`${id}-error`}
          checked={input.value === true}
          disabled={input.read_only === true}
          required={input.required}
        />
        <span>{label(input, words)}</span>
      </label>
      {errorPlace(id)}
    </div>
  )
}

function select(input: Input, id: string, words: SignTexts): Html {
  const option = (text: string): Html => (
    <option value={text} selected={text === input.value}>
      {text}
    </option>
  )
  return (
    <div class="field">
      <label for={id}>{label(input, words)}</label>
      <select id={id} aria-describedby={`${id}-error`} disabled={input.read_only === true} required={input.required}>
        <option value="">{words.fill.choose}</option>
        {(input.options ?? []).map(option)}
      </select>
      {errorPlace(id)}
    </div>
  )
}

function line(input: Input, id: string, words: SignTexts): Html {
  const { type, value, min, max, formula } = input
  const kind = traitsOf(type).value
  return (
    <div class="field">
      <label for={id}>{label(input, words)}</label>
      <input
        id={id}
        {...(formula === undefined ? ATTRIBUTES[type] : { type: 'text' })}
        aria-describedby={`${id}-error`}
        value={value !== undefined ? String(value) : undefined}
        maxlength={kind === 'text' ? lengthMax(input) : undefined}
        min={kind === 'date' && min !== undefined ? String(min) : undefined}
        max={kind === 'date' && max !== undefined ? String(max) : undefined}
        readonly={input.read_only === true || formula !== undefined}
        required={input.required}
      />
      {errorPlace(id)}
    </div>
  )
}

/** The script sends the file as soon as it is chosen; photographs that are too large are made smaller before. */
function upload(input: Input, id: string, words: SignTexts): Html {
  const { files } = words
  return (
    <div class="upload-field">
      <FileField
        id={id}
        name={id}
        label={label(input, words)}
        hint={files.hint({ mb: INPUT_LIMITS.fileBytes / 1_000_000 })}
        drop={files.choose}
        accept={`${Object.keys(FILE_KINDS).join(',')},image/heic`}
        required={false}
        max={{ bytes: CHOSEN_BYTES_MAX, text: files.large }}
      />
      <button type="button" class="button quiet" id={`${id}-remove`} aria-describedby={`${id}-hint`} hidden>
        <span>{files.remove}</span>
      </button>
    </div>
  )
}

const CONTROLS: Readonly<Record<InputType, (input: Input, id: string, words: SignTexts) => Html>> = {
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

const filesOf = ({ places }: Input): number[] => [...new Set(places.map(({ file_number: number = 1 }) => number))]

/** The names of the files that a field is in, above the first of those that are in the same ones. */
function filesHeading({ document, signer: { inputs } }: SignerState, index: number): HtmlPart {
  const [input, before] = [inputs[index], inputs[index - 1]]
  if (document.files === undefined || input === undefined) return undefined
  const numbers = filesOf(input)
  if (before !== undefined && String(filesOf(before)) === String(numbers)) return undefined
  const names = document.files.filter(({ number }) => numbers.includes(number))
  return <h4 class="file-name">{names.map(({ number, filename }) => `${number}. ${filename}`).join(' · ')}</h4>
}

/** Initials are drawn once, for all their places. */
const initialsPart = ({ signer: { inputs } }: SignerState, { fill, sign }: SignTexts): HtmlPart =>
  inputs.some(({ type, read_only }) => type === 'initials' && read_only !== true) && (
    <div class="stack-tight">
      <div id="initials-drawn" class="stack-tight" hidden>
        <p class="hint">{fill.drawnInitials}</p>
        <canvas id="initials-pad" class="pad pad-small" role="img" aria-label={fill.initialsPad} />
        <div class="pad-tools">
          <Button label={sign.clear} id="initials-clear" kind="quiet" />
        </div>
      </div>
      <p class="field-error" id="initials-error" role="alert" hidden>
        {fill.initialsMissing}
      </p>
      <Button label={fill.drawInitials} id="initials-way" kind="secondary" />
    </div>
  )

/** Every field, under the name of its file where there are several; nothing where there is none. */
export const inputFields = (state: SignerState, words: SignTexts): HtmlPart =>
  state.signer.inputs.length > 0 && (
    <section class="stack" id="inputs" aria-labelledby="title-inputs">
      <h3 id="title-inputs">{words.fill.title}</h3>
      {state.signer.inputs.map((input, index) => (
        <>
          {filesHeading(state, index)}
          {CONTROLS[input.type](input, inputId(index), words)}
        </>
      ))}
      {initialsPart(state, words)}
      <p class="hint" id="inputs-saved" role="status" />
    </section>
  )
