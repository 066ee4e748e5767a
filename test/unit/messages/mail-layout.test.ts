import fc from 'fast-check'
import { parse } from 'parse5'
import { describe, expect, test } from 'vitest'
import type { Block, MailContent } from '../../../src/messages/mail-content.ts'
import { layOutMail } from '../../../src/messages/mail-layout.ts'

const LINK = 'https://sign.example.com/sign/9fK2xQ7?lang=fr&x=1'

const content = (changes: Partial<MailContent> = {}): MailContent => ({
  locale: 'fr',
  subject: 'À signer',
  heading: 'Un document attend votre signature',
  blocks: [
    {
      type: 'paragraph',
      words: [{ strong: 'Jeanne' }, ' vous invite à signer ', { strong: 'Bail' }, '.'],
    },
    { type: 'quote', text: 'Bonjour,\nà mardi' },
    { type: 'button', label: 'Lire et signer', url: LINK },
    { type: 'facts', facts: [{ label: 'Avant le', value: '21 décembre' }] },
    { type: 'note', words: 'Ce lien est personnel.' },
  ],
  footer: ['Envoyé par Maison Dubois'],
  ...changes,
})

interface Node {
  nodeName: string
  value?: string
  attrs?: Array<{ name: string; value: string }>
  childNodes?: Node[]
}

const nodes = (node: Node): Node[] => [node, ...(node.childNodes ?? []).flatMap(nodes)]
const parsed = (html: string): Node[] => nodes(parse(html) as unknown as Node)
const visibleText = (html: string): string =>
  parsed(html)
    .filter(({ nodeName }) => nodeName === '#text')
    .map(({ value }) => value ?? '')
    .join(' ')
    .replaceAll(/\s+/g, ' ')

describe('a mail', () => {
  test('says the same in plain text and in HTML', () => {
    const { text, html } = layOutMail(content())
    const words = ['Un document attend', 'Jeanne', 'Bail', 'à mardi', 'Lire et signer', LINK]
    const more = ['Avant le', '21 décembre', 'Ce lien est personnel.', 'Maison Dubois']
    for (const part of [...words, ...more]) {
      expect(text).toContain(part)
      expect(visibleText(html)).toContain(part)
    }
  })

  test('has its link on a line of its own in plain text, and on the button in HTML', () => {
    const { text, html } = layOutMail(content())
    expect(text.split('\n')).toContain(LINK)
    const hrefs = parsed(html)
      .filter(({ nodeName }) => nodeName === 'a')
      .map(({ attrs }) => attrs?.find(({ name }) => name === 'href')?.value)
    expect(hrefs).toEqual([LINK, LINK])
  })

  test('sets the language of the reader, and the French space before a colon', () => {
    expect(layOutMail(content()).html).toContain('<html lang="fr" dir="ltr">')
    expect(layOutMail(content()).text).toContain('Avant le\u00a0: 21')
    expect(layOutMail(content({ locale: 'en' })).text).toContain('Avant le: 21')
  })

  test('loads nothing from anywhere and runs nothing', () => {
    const { html } = layOutMail(content())
    const names = new Set(parsed(html).map(({ nodeName }) => nodeName))
    for (const name of ['img', 'script', 'link', 'iframe', 'form', 'object'])
      expect(names).not.toContain(name)
    expect(html).not.toMatch(/url\(|@import|@font-face/)
  })

  test.each(['javascript:alert(1)', 'data:text/html,x', 'mailto:a@example.com', '/sign/x', ''])(
    'never links to "%s"',
    (url) => {
      const blocks: Block[] = [{ type: 'button', label: 'Open', url }]
      expect(() => layOutMail(content({ blocks }))).toThrow(/http\(s\)/)
    },
  )

  test('has a subject of one line that is not too long', () => {
    const { subject } = layOutMail(
      content({ subject: `Sign\r\nBcc: x@example.com\u2028${'é'.repeat(300)}` }),
    )
    expect(subject).toMatch(/^Sign Bcc: x@example.com é+…$/u)
    expect([...subject].length).toBeLessThanOrEqual(180)
  })

  test('takes out marks that turn the direction of a name', () => {
    const heading = 'bail\u202Efdp.exe \u2066x\u2069'
    const { html, text } = layOutMail(content({ heading, subject: heading }))
    expect(html + text).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/)
  })
})

test('whatever is put in, it stays text: no element, attribute or header comes of it', () => {
  const shape = (html: string) =>
    parsed(html)
      .filter(({ nodeName }) => nodeName !== '#text')
      .map(({ nodeName, attrs }) => `${nodeName} ${(attrs ?? []).map(({ name }) => name).join()}`)
  const hostile = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1 }),
    fc.constantFrom(
      '<script>',
      '"><img src=x onerror=alert(1)>',
      "' style='x",
      '</style>',
      '--><b>',
    ),
  )
  const written = (text: string) =>
    layOutMail(
      content({
        subject: text,
        preview: text,
        heading: text,
        brand: text,
        blocks: [
          { type: 'paragraph', words: [text, { strong: text }] },
          { type: 'button', label: text, url: LINK },
          { type: 'facts', facts: [{ label: text, value: text, url: LINK }] },
          { type: 'note', words: text },
        ],
        footer: [text],
      }),
    )
  const plain = shape(written('x').html)
  fc.assert(
    fc.property(hostile, (text) => {
      const mail = written(text)
      expect(shape(mail.html)).toEqual(plain)
      expect(mail.subject).not.toMatch(/[\r\n]/)
    }),
  )
})
