/** Descriptions as HTML: our own Markdown, without headings. */
import { raw } from 'hono/html'
import { Marked } from 'marked'
import type { Html } from '../../pages/html.ts'

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (one) => `&#${one.codePointAt(0)};`)

// Angle brackets in a description are written as they are meant to be read.
const marked = new Marked({ renderer: { html: ({ text }) => escaped(text) } })

/** A description of an operation, a field or an answer. */
export const described = (markdown: string): Html =>
  raw(marked.parse(markdown, { async: false })) as Html
