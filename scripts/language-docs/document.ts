/** Puts docs/template-language.md together out of the chapters. */
import { basics, dates } from './chapters/basics.ts'
import { places, signatures } from './chapters/places.ts'
import { breaks, codes, links, markup, pictures } from './chapters/rich.ts'
import { conditions, lists, loops, scopes } from './chapters/sections.ts'
import type { Chapter, Example } from './example.ts'
import { filterTables, patternTable } from './filter-tables.ts'
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

function picturesText(example: Example): string {
  const [first, second] = pictureNames(example)
  const words = example.expect.join(', ').replaceAll('"', '')
  if (second === undefined) return `![The result: ${words}](${first})`
  return [
    '| in Word | the result |',
    '| --- | --- |',
    `| ![The template in Word](${first}) | ![The result: ${words}](${second}) |`,
  ].join('\n')
}

const exampleText = (example: Example): string =>
  [
    example.text,
    code('text', templateText(example)),
    code('json', dataText(example)),
    picturesText(example),
    ...(example.after ? [example.after] : []),
  ].join('\n\n')

const filters: Chapter = {
  title: 'Filters',
  text: `A filter changes a value before it is printed: write \`|\` and its name after the value. What a filter needs to know
comes after colons, and filters can follow one another: \`{items | sort:"name" | map:"name" | join:", "}\`.

How numbers, dates and words look follows the \`locale\` of the request. A misspelt filter or a wrong argument is found
when the template is checked, before there are any data. The last column is what
comes out; where the languages differ, in three of them.`,
  examples: [],
  after: '',
}

const errors: Chapter = {
  title: 'When something is wrong',
  text: `A template with mistakes is never half rendered. The answer lists **all** mistakes at once, each with the tag, the part
of the document, the text around it, what is wrong and how to put it right. Check a template without data at any time
with \`POST /validate-template\`; storing it with \`POST /templates\` checks it too.`,
  examples: [],
  after: '',
}

const refused: Chapter = {
  title: 'What is refused, and limits',
  text: `Braces always mean a tag: a single \`{\` or \`}\` as ordinary text is an error, and so are two of them (\`{{name}}\`). Raw
XML (\`{@…}\`) and other delimiters (\`{=…=}\`) are refused. Tags are not looked for in watermarks and other WordArt, in
field codes, and in funnel, treemap and other new kinds of charts; comments are not printed. The start and
the end of a section belong in the same place: both in one cell, one row, one text box, or both in the running text.

Documents that would run, fetch or load something are refused when they arrive; some things that Word writes by itself
(the link to the template a document was made from, embedded fonts) are left out silently instead.`,
  examples: [],
}

/** All chapters in the order of the document. */
export const CHAPTERS: readonly Chapter[] = [
  ...basics,
  loops,
  scopes,
  conditions,
  lists,
  filters,
  dates,
  pictures,
  codes,
  links,
  breaks,
  markup,
  places,
  signatures,
  errors,
  refused,
]

/** Every example. */
export const EXAMPLES: readonly Example[] = CHAPTERS.flatMap(({ examples }) => examples)

const anchor = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-')

/** What comes after the examples of a chapter and is made, not written. */
function made(chapter: Chapter): string[] {
  if (chapter === filters) return [filterTables()]
  if (chapter === dates)
    return [
      'Letters of a pattern, for Thursday 5 March 2026 at 9:07. Words of your own go between apostrophes.',
      patternTable(),
    ]
  if (chapter === errors) {
    return [
      'A template with five mistakes',
      code('text', templateText(WRONG_TEMPLATE)),
      'is answered 422 with this problem document:',
      json(problemOf(WRONG_TEMPLATE)),
      'Data that lack something are answered in the same way; `pointer` is the place in the data.',
      code('text', templateText(MISSING_DATA)),
      code('json', dataText(MISSING_DATA)),
      json(problemOf(MISSING_DATA)),
    ]
  }
  return chapter === refused ? [refusalTable(), '### Limits', limitTable()] : []
}

const chapterText = (chapter: Chapter): string =>
  [
    `## ${chapter.title}`,
    chapter.text,
    ...chapter.examples.map(exampleText),
    ...(chapter.after ? [chapter.after] : []),
    ...made(chapter),
  ].join('\n\n')

/** The whole document. */
export function languageDocument(): string {
  const contents = CHAPTERS.map(({ title }) => `- [${title}](#${anchor(title)})`).join('\n')
  const head = `<!-- Made by \`npm run docs\`; change scripts/language-docs instead. -->

# The template language

How to turn a Word document into a template. You need to know Word, not programming. Every example shows what to
type, the data, and a picture of what the service made of them.

${contents}`
  return `${[head, ...CHAPTERS.map(chapterText)].join('\n\n')}\n`
}
