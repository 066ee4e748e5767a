import { describe, expect, test } from 'vitest'
import { chooseLocale } from '../../../src/kernel/languages.ts'
import { Alert, Facts, Field, LinkButton, Table } from '../../../src/pages/components.tsx'
import {
  escaped,
  type HtmlPart,
  jsonBlock,
  raw,
  safeHref,
  wholeDocument,
} from '../../../src/pages/html.ts'
import { Fragment, jsx } from '../../../src/pages/jsx-runtime.ts'

const ATTACK = `"><img src=x onerror=alert(1)>'</script><script>alert(2)</script>`

describe('pages', () => {
  test('a block of data holds anything and cannot be ended from inside', () => {
    const data = { a: `</script><!--<script>${ATTACK}\u2028` }
    const made = jsonBlock('state', data).toString()
    const [, text = ''] = /^<script [^>]*>(.*)<\/script>$/s.exec(made) ?? []
    expect(text).not.toMatch(/[<\u2028]/)
    expect(JSON.parse(text)).toEqual(data)
  })

  test('every piece escapes what it is given', () => {
    const pieces = [
      Alert({ kind: 'error', children: ATTACK, title: ATTACK }),
      Facts({ lines: [[ATTACK, ATTACK]] }),
      Field({ id: 'a', label: ATTACK, hint: ATTACK, error: ATTACK, value: ATTACK }),
      LinkButton({ label: ATTACK, href: `https://example.com/${ATTACK}` }),
      Table({ caption: ATTACK, head: [ATTACK], rows: [[ATTACK]] }),
    ]
    for (const piece of pieces) expect(piece.toString()).not.toMatch(/<(?:img|script)/)
  })

  test('a link leads to the web or to this origin, and never runs a script', () => {
    const refused = ['javascript:alert(1)', 'data:text/html,x', '//evil.example', '/\\evil.example']
    for (const href of [...refused, ' javascript:alert(1)', 'vbscript:x', 'x']) {
      expect(safeHref(href), href).toBe('#')
    }
    expect(safeHref('https://example.com/a?b=1')).toBe('https://example.com/a?b=1')
    expect(safeHref('/sign/x/file')).toBe('/sign/x/file')
  })
})

describe('elements', () => {
  test('what they contain and what their attributes say is escaped once', () => {
    const made = jsx('p', { title: ATTACK, children: [ATTACK, jsx('b', { children: 'a & b' })] })
    const [, title, inner] =
      /^<p title="([^"]*)">(.*)<b>a &amp; b<\/b><\/p>$/s.exec(`${made}`) ?? []
    expect([title, inner]).toEqual([escaped(ATTACK), escaped(ATTACK)])
    expect(title).not.toMatch(/[<>"']/)
    expect(jsx('p', { children: raw('<i>') }).toString()).toBe('<p><i></p>')
  })

  test('the German word for e-mail stays on one line, and is plain where an element holds text only', () => {
    const children = 'Ihre E-Mail-Adresse'
    expect(`${jsx('p', { children, title: children })}`).toBe(
      `<p title="${children}">Ihre <span class="unbroken">E-Mail</span>-Adresse</p>`,
    )
    const option = jsx('option', { children: [children] })
    expect(`${jsx('p', { children: option })}`).toBe(`<p><option>${children}</option></p>`)
  })

  test('an attribute without a value is left out, a flag has none, a number is written', () => {
    const none = { a: undefined, b: null, c: false }
    expect(jsx('p', none).toString()).toBe('<p></p>')
    expect(jsx('input', { ...none, required: true, value: '', max: 0 }).toString()).toBe(
      '<input required value="" max="0">',
    )
  })

  test('nothing stands for false, true, null and undefined, and 0 for itself', () => {
    const children = [false, true, null, undefined, 0, ['', ['a']]] as HtmlPart
    expect(jsx(Fragment, { children }).toString()).toBe('0a')
    expect(jsx('p', { children: undefined }).toString()).toBe('<p></p>')
  })

  test('a component is called with what it is given, and its text is escaped', () => {
    const Shout = ({ children, mark }: { children: HtmlPart; mark: string }) => [children, mark]
    expect(jsx(Shout, { mark: '<!', children: jsx('br', {}) }).toString()).toBe('<br>&lt;!')
  })

  test('what is not ready yet is refused, as content and as an attribute', () => {
    const later = Promise.resolve('x') as never
    expect(() => jsx('p', { children: ['a', later] })).toThrow(/made in advance/)
    expect(() => jsx('p', { title: later })).toThrow(/attribute/)
    expect(() => jsx('p', { title: raw('"') })).toThrow(/attribute/)
    expect(() => jsx('p', { children: {} as never })).toThrow(/made in advance/)
    expect(() => jsx(() => later, {})).toThrow(/made in advance/)
  })

  test('a document begins with what browsers need to show it by the standard', () => {
    expect(wholeDocument(jsx('html', { lang: 'en' }))).toBe(
      '<!doctype html>\n<html lang="en"></html>\n',
    )
  })
})

describe('the language of a page', () => {
  test('the visitor decides, then the sender, then the browser, then English', () => {
    const hints = { query: 'fr', preferred: 'en', acceptLanguage: 'en' } as const
    expect(chooseLocale(hints)).toBe('fr')
    expect(chooseLocale({ ...hints, query: 'xx' })).toBe('en')
    expect(chooseLocale({ acceptLanguage: 'sv-SE, fr-CA;q=0.8, en;q=0.7' })).toBe('fr')
    expect(chooseLocale({ acceptLanguage: 'fr;q=0, en-GB' })).toBe('en')
    expect(chooseLocale({ acceptLanguage: 'en;q=0.3, fr ; q=0.9' })).toBe('fr')
    expect(chooseLocale({ acceptLanguage: '*' })).toBe('en')
    expect(chooseLocale({})).toBe('en')
  })
})
