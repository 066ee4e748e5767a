/** Every mail in every language, light and dark, for those who change one: pages of the development outbox. */
import type { Language } from '../kernel/languages.ts'
import { wholeDocument } from '../pages/html.ts'
import { DevelopmentPage } from './outbox-page.tsx'
import type { Mail } from './ports.ts'

/** A mail about people and documents that do not exist. */
export interface MailPreview {
  /** The same in all its languages; part of an address. */
  name: string
  language: Language
  write(): Mail
}

const SCHEMES = ['light', 'dark'] as const

/** The mail of a name, in each of its languages and both colour schemes; undefined if there is none. */
export function previewPage(previews: readonly MailPreview[], name: string): string | undefined {
  const shown = previews.filter((preview) => preview.name === name)
  if (shown.length === 0) return undefined
  const names = [...new Set(previews.map((preview) => preview.name))]
  return wholeDocument(
    <DevelopmentPage
      title={`Mail: ${name}`}
      about="Each mail of the service, about people and documents that do not exist. Nothing is sent."
      links={
        <>
          <a href="/dev/outbox">Development outbox</a>
          {names.map((one) => (
            <a href={`/dev/mails/${one}`} aria-current={one === name ? 'page' : undefined}>
              {one}
            </a>
          ))}
        </>
      }
    >
      {shown.map(({ language, write }) => (
        <article>
          <h2 lang={language}>
            <span class="tag">{language}</span>
            {write().subject}
          </h2>
          <div class="pair">
            {SCHEMES.map((scheme) => (
              <iframe
                title={`${language}, ${scheme}`}
                loading="lazy"
                src={`/dev/mails/${name}/${language}/${scheme}`}
              />
            ))}
          </div>
        </article>
      ))}
    </DevelopmentPage>,
  )
}

/** A mail as it looks in a light or a dark mail program, whatever this browser's setting is; undefined if there is none. */
export function previewedMail(
  previews: readonly MailPreview[],
  { name, language, scheme }: Record<'name' | 'language' | 'scheme', string>,
): string | undefined {
  const found = previews.find((each) => each.name === name && each.language === language)
  const media = scheme === 'dark' ? 'all' : 'not all'
  return found
    ?.write()
    .html.replace('(prefers-color-scheme:dark)', media)
    .replace(':root{color-scheme:light dark', `:root{color-scheme:${scheme}`)
}
