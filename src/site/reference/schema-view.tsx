/** Fields of a schema as lists that open. */

import { Marked } from 'marked'
import type { DescribedApi, Schema } from '../../http/openapi-shape.ts'
import { membersOf } from '../../kernel/type-guards.ts'
import { type Html, raw } from '../../pages/html.ts'
import type { ReferenceTexts } from '../../translations/messages.ts'
import { fieldsOf, typeText } from './operations.ts'

// Descriptions as HTML: our own Markdown, without headings.
const escaped = (text: string): string => text.replace(/[&<>"]/g, (one) => `&#${one.codePointAt(0)};`)

// Angle brackets in a description are written as they are meant to be read.
const marked = new Marked({ renderer: { html: ({ text }) => escaped(text) } })

/** A description of an operation, a field or an answer. */
export const described = (markdown: string): Html => raw(marked.parse(markdown, { async: false })) as Html

/** Deeper fields are those of the OpenAPI file. */
const DEPTH_MAX = 4

interface Shown {
  api: DescribedApi
  words: ReferenceTexts
  /** The schemas around, so that one that contains itself ends. */
  within: readonly Schema[]
}

/** A line of the list: name, type, whether it must be there, what it means. */
export const fieldItem = (
  words: ReferenceTexts,
  parts: { name: string; type: string; required: boolean; description?: string; more?: Html },
): Html => (
  <div class="ref-field">
    <dt>
      <code>{parts.name}</code> <span class="ref-type">{parts.type}</span>
      {parts.required && (
        <>
          {' '}
          <span class="ref-required">{words.required}</span>
        </>
      )}
    </dt>
    <dd>
      {parts.description !== undefined && <div lang="en">{described(parts.description)}</div>}
      {parts.more}
    </dd>
  </div>
)

/** The fields of an object, each with its own below it. */
export function schemaFields(schema: Schema | undefined, shown: Shown): Html | undefined {
  const { api, words, within } = shown
  const object = fieldsOf(api, schema)
  if (object?.properties === undefined) return undefined
  const { required } = membersOf(object)
  const items = Object.entries(object.properties).map(([name, field]) => {
    const inner = fieldsOf(api, field)
    const open =
      inner !== undefined && within.length < DEPTH_MAX && !within.some((one) => one.properties === inner.properties)
    const more = open ? (
      <details class="ref-more">
        <summary>
          {words.fields}
          <span class="visually-hidden"> {name}</span>
        </summary>
        {schemaFields(field, { ...shown, within: [...within, inner] })}
      </details>
    ) : undefined
    return fieldItem(words, {
      name,
      type: typeText(api, field),
      required: Array.isArray(required) && required.includes(name),
      ...(field.description !== undefined && { description: field.description }),
      ...(more !== undefined && { more }),
    })
  })
  return <dl class="ref-fields">{items}</dl>
}
