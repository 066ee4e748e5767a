/** The filters `html` and `markdown`: they turn text from the data into markup that `{~…}` inserts. */
import { Marked } from 'marked'
import { type Filter, FilterError } from '../language/filter-contract.ts'
import { readHtml } from './html-reader.ts'
import { isRich, type Markup } from './values.ts'

const CHARACTERS_MAX = 200_000
const markdownToHtml = new Marked({ gfm: true, breaks: false, async: false })

/** Markdown (CommonMark with GitHub's tables, task lists and strikethrough) as HTML. */
function fromMarkdown(text: string): string {
  if (text.length > CHARACTERS_MAX) {
    throw new FilterError(`markdown: the text is longer than ${CHARACTERS_MAX} characters`)
  }
  try {
    return markdownToHtml.parse(text, { async: false })
  } catch (error) {
    if (error instanceof RangeError) {
      throw new FilterError('markdown: the text is nested too deeply')
    }
    throw error
  }
}

const onText =
  (name: string, toHtml: (text: string) => string): Filter =>
  (input, _args, context) => {
    if (input === null || input === undefined) return input
    if (isRich(input) && input.rich === 'markup') return input
    if (typeof input !== 'string' && typeof input !== 'number') {
      const kind = Array.isArray(input) ? 'a list' : `a value of type ${typeof input}`
      throw new FilterError(`${name}: text was expected and ${kind} was given`)
    }
    const blocks = readHtml(toHtml(String(input)), context)
    return { rich: 'markup', blocks } satisfies Markup
  }

/** Filters that read HTML and Markdown. */
export const markupFilters: Readonly<Record<string, Filter>> = {
  html: onText('html', (text) => text),
  markdown: onText('markdown', fromMarkdown),
}
