/** Everything an agent can look up: the template language, invoices, signatures, the errors. */
import { readFileSync } from 'node:fs'
import { ERRORS } from '../kernel/errors.ts'
import { programFile } from '../kernel/program-files.ts'
import { textsIn } from '../translations/texts.ts'
import { FACTURX_GUIDE, SIGNATURE_GUIDE } from './guide-texts.ts'

/** One guide. */
interface Guide {
  topic: string
  title: string
  about: string
  text(): string
}

/** The guide for people without its pictures, which do not help a model. */
function templateLanguage(): string {
  return readFileSync(programFile('docs/template-language.md'), 'utf8')
    .replace(/^<!--.*-->\n+/, '')
    .replace(/^\| in Word \| the result \|\n\| --- \| --- \|\n/gm, '')
    .replace(/^.*!\[[^\]]*\]\(images\/.*\n/gm, '')
    .replace(/\n{3,}/g, '\n\n')
}

function errorCatalogue(): string {
  const titles: Readonly<Record<string, string>> = textsIn('en').problems
  const rows = Object.entries(ERRORS).map(
    ([code, { status }]) => `| \`${code}\` | ${status} | ${titles[code]} |`,
  )
  return [
    '# Errors',
    '',
    'Every error has a stable `code`, a `detail` that names the field, what was wrong and the valid values, and',
    'where there are several findings all of them in `errors` (pointer, detail, fix). A failed call uses no quota.',
    'Repeat 429 (except quota_exceeded) and 503 after Retry-After seconds; mend 4xx first.',
    '',
    '| code | HTTP status | meaning |',
    '| --- | --- | --- |',
    ...rows,
    '',
  ].join('\n')
}

/** The guides, in reading order. */
export const GUIDES: readonly Guide[] = [
  {
    topic: 'template-language',
    title: 'The template language',
    about: 'How tags in a Word template are written: values, loops, conditions, filters, pictures',
    text: templateLanguage,
  },
  {
    topic: 'factur-x',
    title: 'Electronic invoices',
    about: 'How an invoice is written as JSON and what to do about broken rules',
    text: () => FACTURX_GUIDE,
  },
  {
    topic: 'signatures',
    title: 'Signatures',
    about: 'How people sign, where signatures are seen, what the states mean',
    text: () => SIGNATURE_GUIDE,
  },
  {
    topic: 'errors',
    title: 'Errors',
    about: 'Every error code with its meaning',
    text: errorCatalogue,
  },
]

const HEADING = /^## (.+)$/gm

/** Names of the sections of a guide. */
export const sectionsOf = (text: string): string[] =>
  [...text.matchAll(HEADING)].map(([, title = '']) => title)

/** The first section whose heading contains the words, case-insensitively. */
export function sectionOf(text: string, words: string): string | undefined {
  const parts = text.split(/^(?=## )/m)
  const wanted = words.toLowerCase()
  return parts.find(
    (part) => part.startsWith('## ') && part.split('\n', 1)[0]?.toLowerCase().includes(wanted),
  )
}
