/** Renders a mail's content as subject, plain text and HTML, each complete on its own. */
import { type MailContent, subjectLine } from './mail-content.ts'
import { mailHtml } from './mail-html.ts'
import { mailText } from './mail-text.ts'

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
