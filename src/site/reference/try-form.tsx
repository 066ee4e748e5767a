/** The form that tries an operation: filled in from the recorded example, sent by the page's script. */

import type { Content, DescribedApi, Parameter, Schema } from '../../http/openapi-shape.ts'
import { membersOf } from '../../kernel/type-guards.ts'
import { Button } from '../../pages/components.tsx'
import type { Html } from '../../pages/html.ts'
import { sampleFile } from '../../pages/samples.ts'
import type { ReferenceTexts } from '../../translations/messages.ts'
import { resolved, type ShownOperation } from './operations.ts'

const FORM = 'multipart/form-data'
const JSON_TYPE = 'application/json'

/** The media type that is tried: a form where files are sent, which a browser can choose; JSON otherwise. */
export const triedType = (content: Content | undefined): string | undefined =>
  [FORM, JSON_TYPE, ...Object.keys(content ?? {})].find((type) => content?.[type] !== undefined)

const isFile = (schema: Schema): boolean => schema.format === 'binary' || schema.items?.format === 'binary'

const input = (parts: {
  id: string
  label: string
  value: string
  required: boolean
  data: string
  words: ReferenceTexts
}): Html => {
  const { id, label, value, required, data, words } = parts
  const rows = value.includes('\n') || value.length > 60
  const inner = rows ? (
    <textarea
      id={id}
      data-part={data}
      data-name={label}
      rows={Math.min(16, value.split('\n').length + 1)}
      spellcheck="false"
    >
      {value}
    </textarea>
  ) : (
    <input
      id={id}
      data-part={data}
      data-name={label}
      value={value}
      autocomplete="off"
      spellcheck="false"
      required={required}
    />
  )
  return (
    <div class="field">
      <label for={id}>
        <code>{label}</code>
        {required && (
          <>
            {' '}
            <span class="ref-required">{words.required}</span>
          </>
        )}
      </label>
      {inner}
    </div>
  )
}

function fileInput(name: string, example: unknown, words: ReferenceTexts): Html {
  const sample = typeof example === 'string' && sampleFile(example) !== undefined ? example : ''
  const hint = sample !== '' && words.sample.replace('{name}', sample)
  return (
    <div class="field file-field">
      <label for={`try-${name}`}>
        <code>{name}</code>
      </label>
      {hint && (
        <p class="hint" id={`try-${name}-hint`}>
          {hint}
        </p>
      )}
      <input
        id={`try-${name}`}
        type="file"
        data-part="file"
        data-name={name}
        data-sample={sample}
        aria-describedby={hint ? `try-${name}-hint` : undefined}
      />
    </div>
  )
}

const text = (value: unknown): string => {
  if (value === undefined) return ''
  if (typeof value !== 'string') return JSON.stringify(value, null, 2)
  return /^[[{]/.test(value) ? pretty(value) : value
}

/** JSON in a field of a form, indented; other text as it is. */
function pretty(value: string): string {
  try {
    return JSON.stringify(JSON.parse(value), null, 2)
  } catch {
    // Not JSON: shown as it is.
    return value
  }
}

/** A field of the form, and whether the example leaves it out. */
interface Offered {
  shown: Html
  idle: boolean
}

function bodyFields(api: DescribedApi, { operation }: ShownOperation, words: ReferenceTexts): Offered[] {
  const content = operation.requestBody?.content
  const type = triedType(content)
  const media = type === undefined ? undefined : content?.[type]
  if (media === undefined) return []
  if (type !== FORM) {
    const value = text(media.example)
    const body = { id: 'try-body', label: type ?? '', value, required: false, data: 'body', words }
    return [{ shown: input(body), idle: false }]
  }
  const example = membersOf(media.example)
  return Object.entries(resolved(api, media.schema).properties ?? {}).map(([name, schema]) => {
    const value = example[name]
    const idle = value === undefined
    if (isFile(resolved(api, schema))) return { shown: fileInput(name, value, words), idle }
    const field = { id: `try-${name}`, label: name, value: text(value), required: false }
    return { shown: input({ ...field, data: 'field', words }), idle }
  })
}

const parameter = (one: Parameter, words: ReferenceTexts): Offered => ({
  idle: one.required !== true,
  shown: input({
    id: `try-${one.in}-${one.name}`,
    label: one.name,
    value: one.in === 'path' ? text(one.example) : '',
    required: one.required === true,
    data: one.in,
    words,
  }),
})

/** The whole form. */
export function tryForm(api: DescribedApi, shown: ShownOperation, words: ReferenceTexts): Html {
  const { method, path, operation, keyed } = shown
  const parameters = (operation.parameters ?? []).filter((one) => one.in !== 'cookie')
  const offered = [...parameters.map((one) => parameter(one, words)), ...bodyFields(api, shown, words)]
  const idle = offered.filter((one) => one.idle)
  const type = triedType(operation.requestBody?.content) ?? ''
  const key = (
    <div class="field">
      <label for="try-key">{words.key}</label>
      <p class="hint" id="try-key-hint">
        {words.keyHint} <a href="/console/keys">{words.getKey}</a>
      </p>
      <input
        id="try-key"
        type="password"
        autocomplete="off"
        spellcheck="false"
        aria-describedby="try-key-hint"
        required
      />
    </div>
  )
  return (
    <form
      class="stack ref-try"
      data-try
      data-method={method}
      data-path={path}
      data-type={type}
      data-sending={words.sending}
      data-took={words.took}
      data-failed={words.failed}
    >
      {keyed ? key : <p class="hint">{words.free}</p>}
      {offered.filter(({ idle }) => !idle).map((one) => one.shown)}
      {idle.length > 0 && (
        <details class="ref-more">
          <summary>{words.others}</summary>
          <div class="stack">{idle.map((one) => one.shown)}</div>
        </details>
      )}
      <Button label={words.send} type="submit" icon="send" />
      <p class="hint" role="status" data-status />
      <div data-answer hidden>
        <h3>{words.result}</h3>
        <p>
          <a class="button secondary" data-save hidden>
            {words.save}
          </a>
        </p>
        <div class="code">
          <pre tabindex="0">
            <code data-text />
          </pre>
        </div>
      </div>
    </form>
  )
}
