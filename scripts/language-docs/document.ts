import type { Locale } from '../../src/kernel/languages.ts'
import { basics, dates } from './chapters/basics.ts'
import { charts } from './chapters/charts.ts'
import { elsewhere, mailMerge } from './chapters/elsewhere.ts'
import { places, signatures } from './chapters/places.ts'
import { breaks, codes, links, markup, pictures } from './chapters/rich.ts'
import { conditions, lists, loops, scopes } from './chapters/sections.ts'
import { columns, properties } from './chapters/tables.ts'
import { wordFeatures } from './chapters/word.ts'
import type { Chapter, Example } from './example.ts'
import { filterTables, patternTable } from './filter-tables.ts'
import { chapterIn, phrase } from './french/words.ts'
import { limitTable, refusalTable } from './limits.ts'
import { MISSING_DATA, problemOf, WRONG_TEMPLATE } from './problems.ts'
import { dataText, templateText } from './snippet.ts'

const code = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``
const json = (value: object): string => code('json', JSON.stringify(value, null, 2))

/** Names of the picture files of an example, below docs/. */
export const pictureNames = ({ id, shown }: Example): string[] => [
  ...(shown ? [`images/${id}-template.png`] : []),
  `images/${id}.png`,
]

function picturesText(example: Example, locale: Locale): string {
  const say = (english: string): string => phrase(locale, english)
  // The French text shows the same pictures; it lies one folder deeper.
  const up = locale === 'en' ? '' : '../'
  const [first, second] = pictureNames(example).map((name) => up + name)
  const result = say('The result: ') + example.expect.join(', ').replaceAll('"', '')
  if (second === undefined) return `![${result}](${first})`
  return [
    `| ${say('in Word')} | ${say('the result')} |`,
    '| --- | --- |',
    `| ![${say('The template in Word')}](${first}) | ![${result}](${second}) |`,
  ].join('\n')
}

const exampleText = (example: Example, locale: Locale): string =>
  [
    example.text,
    code('text', templateText(example)),
    code('json', dataText(example)),
    picturesText(example, locale),
    ...(example.after ? [example.after] : []),
  ].join('\n\n')

const filters: Chapter = {
  title: 'Filters',
  text: `A filter changes a value before it is printed: write \`|\` and its name after the value. A filter's arguments
follow colons, and filters can be chained: \`{items | sort:"name" | map:"name" | join:", "}\`.

The format of numbers, dates and words follows the \`locale\` of the request. A misspelt filter or a wrong argument is reported
when the template is checked, before there are any data. The last column shows the result; where languages differ, in
three of them.`,
  examples: [],
  after: '',
}

const errors: Chapter = {
  title: 'When something is wrong',
  text: `A template with mistakes is never partly rendered. The response lists **all** mistakes at once, each with the tag, the
part of the document, the text around it, what is wrong and how to fix it. Check a template without data at any time
with \`POST /validate-template\`; storing it with \`POST /templates\` checks it too.`,
  examples: [],
  after: '',
}

const refused: Chapter = {
  title: 'What is refused, and limits',
  text: `A single \`{\` or \`}\` in the text is an error unless it is plainly code, and so are two of them (\`{{name}}\`). Raw
XML (\`{@…}\`) and other delimiters (\`{=…=}\`) are refused. Tags are not recognised in codes of fields other than HYPERLINK,
and in funnel, treemap and other new kinds of charts; comments are not printed. The start and
the end of a section belong in the same place: both in one cell, one row, one text box, or both in the running text.

Documents that would run, fetch or load something are refused when they arrive; some things that Word adds on its own
(the link to the template a document was made from, a list of mail-merge recipients) are silently left out instead.`,
  examples: [],
}

/** All chapters in the order of the document. */
export const CHAPTERS: readonly Chapter[] = [
  ...basics,
  loops,
  scopes,
  conditions,
  columns,
  properties,
  lists,
  filters,
  dates,
  pictures,
  codes,
  links,
  breaks,
  markup,
  charts,
  places,
  wordFeatures,
  signatures,
  mailMerge,
  elsewhere,
  errors,
  refused,
]

/** Every example. */
export const EXAMPLES: readonly Example[] = CHAPTERS.flatMap(({ examples }) => examples)

const LEAD = `How to turn a Word document into a template. You need to know Word, not programming. Every example shows what to
type, the data, and a picture of what the service made of them.`

const anchor = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-')

/** What comes after the examples of a chapter and is made, not written. */
function made(chapter: Chapter, locale: Locale): string[] {
  const say = (english: string): string => phrase(locale, english)
  if (chapter === filters) return [filterTables(locale)]
  if (chapter === dates)
    return [
      say(
        'Letters of a pattern, for Thursday 5 March 2026 at 9:07. Words of your own go between apostrophes.',
      ),
      patternTable(locale),
    ]
  if (chapter === errors) {
    return [
      say('A template with five mistakes'),
      code('text', templateText(WRONG_TEMPLATE)),
      say('gets a 422 response with this problem document:'),
      json(problemOf(WRONG_TEMPLATE)),
      say(
        'Data that lacks something gets the same kind of response; `pointer` is the place in the data.',
      ),
      code('text', templateText(MISSING_DATA)),
      code('json', dataText(MISSING_DATA)),
      json(problemOf(MISSING_DATA)),
    ]
  }
  return chapter === refused
    ? [refusalTable(locale), `### ${say('Limits')}`, limitTable(locale)]
    : []
}

function chapterText(chapter: Chapter, locale: Locale): string {
  const { title, text, examples, after } = chapterIn(locale, chapter)
  return [
    `## ${title}`,
    text,
    ...examples.map((example) => exampleText(example, locale)),
    ...(after ? [after] : []),
    ...made(chapter, locale),
  ].join('\n\n')
}

/** The whole document. */
export function languageDocument(locale: Locale): string {
  const contents = CHAPTERS.map((chapter) => chapterIn(locale, chapter))
    .map(({ title }) => `- [${title}](#${anchor(title)})`)
    .join('\n')
  const head = `<!-- Made by \`npm run docs\`; change scripts/language-docs instead. -->

# ${phrase(locale, 'The template language')}

${phrase(locale, LEAD)}

${contents}`
  return `${[head, ...CHAPTERS.map((chapter) => chapterText(chapter, locale))].join('\n\n')}\n`
}
