/** Renders a mail's content as subject, plain text and HTML, each complete on its own. */

import { languageFacts } from '../kernel/languages.ts'
import {
  type Block,
  type FooterLine,
  type MailContent,
  mailUrl,
  manyLines,
  oneLine,
  subjectLine,
  type Words,
} from './mail-content.ts'
import { mailHtml } from './mail-html.tsx'

// A mail as plain text: the full content of the HTML, every URL in full on its own line.
const plain = (words: Words): string =>
  oneLine(
    typeof words === 'string'
      ? words
      : words.map((word) => (typeof word === 'string' ? word : word.strong)).join(''),
  )

function blockText(block: Block, colon: string): string {
  switch (block.type) {
    case 'paragraph':
    case 'note':
      return plain(block.words)
    case 'button':
      return `${oneLine(block.label)}${colon}\n${mailUrl(block.url)}`
    case 'facts':
      return block.facts
        .map(({ label, value, url }) => {
          const line = `${oneLine(label)}${colon} ${oneLine(value)}`
          return url === undefined || value === url ? line : `${line}\n${mailUrl(url)}`
        })
        .join('\n')
    case 'quote':
      return manyLines(block.text)
        .map((line) => `> ${line}`.trimEnd())
        .join('\n')
  }
}

const footerText = (line: FooterLine, colon: string): string =>
  typeof line === 'string' ? oneLine(line) : `${oneLine(line.text)}${colon}\n${mailUrl(line.url)}`

/** The mail as text. */
function mailText({ locale, heading, blocks, footer }: MailContent): string {
  const parts = [
    oneLine(heading),
    ...blocks.map((block) => blockText(block, languageFacts(locale).colon)),
  ]
  // Mail programs treat "-- " as the start of the signature (RFC 3676, 4.3).
  if (footer.length > 0)
    parts.push(
      `-- \n${footer.map((line) => footerText(line, languageFacts(locale).colon)).join('\n')}`,
    )
  return `${parts.join('\n\n')}\n`
}

/**
 * The mail without its recipient. Every text may be untrusted: it is escaped, and control and direction marks are
 * removed.
 * @throws Error (a broken invariant) for a link that is not an http(s) URL
 */
export const layOutMail = (
  content: MailContent,
): { subject: string; text: string; html: string } => ({
  subject: subjectLine(content.subject),
  text: mailText(content),
  html: mailHtml(content),
})
