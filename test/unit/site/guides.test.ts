/** What the guides say about codes and links is true; their commands are run by test/system/guides.test.ts. */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { errorDocument } from '../../../scripts/error-docs/document.ts'
import { loadPlans } from '../../../src/accounts/plans.ts'
import { ERRORS, type ErrorCode } from '../../../src/kernel/errors.ts'
import { sampleFile } from '../../../src/pages/samples.ts'
import { keepLanguage } from '../../../src/site/frame.tsx'
import { Guides, guidesFor } from '../../../src/site/guides.ts'
import { headingId, renderGuide, siteAddress } from '../../../src/site/markdown.ts'
import { withPlanTables } from '../../../src/site/plan-tables.ts'
import { textsIn } from '../../../src/translations/texts.ts'

const DOCS = resolve(import.meta.dirname, '../../../docs')
const textOf = (name: string) => readFileSync(join(DOCS, `${name}.md`), 'utf8')
const guides = new Guides('https://paraph.example', loadPlans())

test.each([
  ['en', 'errors'],
  ['fr', 'fr/errors'],
] as const)('every code is explained with its status, and no other (%s)', (locale, path) => {
  const text = textOf(path)
  expect(text).toBe(errorDocument(locale))
  const documented = [...text.matchAll(/^\| `(\w+)` \| (\d{3}) \| \*\*(.*?)\.\*\* (.+) \|$/gm)]
  const known = Object.entries(ERRORS).map(([code, { status }]) => [
    code,
    String(status),
    textsIn(locale).problems[code as ErrorCode],
  ])
  expect(documented.map(([, code, status, title]) => [code, status, title])).toEqual(known)
})

const everyText = (['en', 'fr'] as const).flatMap((locale) =>
  guidesFor(locale).filter(({ language }) => language === locale),
)

describe.each(everyText)('$name ($language)', ({ name, title, language }) => {
  const html = String(guides.find(name, language)?.body)

  test('begins with its title, and its links and pictures lead somewhere', () => {
    expect(guides.find(name, language)).toMatchObject({ name, title, language })
    expect(html).toMatch(/^<h1>/)
    expect(title.length).toBeGreaterThan(3)
    const wrong = [...html.matchAll(/(?:href|src)="([^"]*)"/g)]
      .map(([, address = '']) => address)
      .filter((address) => {
        const guide = /^\/guides\/([\w-]+)(?:\?lang=fr)?(?:#(.+))?$/.exec(address)
        if (guide !== null) {
          const target = guides.find(guide[1] ?? '', language)
          return (
            target === undefined ||
            (guide[2] !== undefined && !String(target.body).includes(`id="${guide[2]}"`))
          )
        }
        if (address.startsWith('/guides/images/'))
          return !existsSync(join(DOCS, address.replace('/guides/', '')))
        if (address.startsWith('#')) return !html.includes(`id="${address.slice(1)}"`)
        return !/^https:\/\/|^\/(?:docs|openapi\.yaml|verify|console|samples|dev\/outbox|pki|facturx)/.test(
          address,
        )
      })
    expect(wrong).toEqual([])
  })

  test('its JSON is JSON', () => {
    for (const [, json = ''] of textOf(language === 'fr' ? `fr/${name}` : name).matchAll(
      /^```json\n(.*?)^```$/gms,
    ))
      expect(() => JSON.parse(json), json).not.toThrow()
  })
})

/** What stands in a text besides sentences. */
const skeletonOf = (text: string) => ({
  code: text.match(/^```\w*\n.*?^```$/gms),
  headings: text
    .replaceAll(/^```.*?^```$/gms, '')
    .match(/^#+ /gm)
    ?.map((mark) => mark.length),
  rows: text.match(/^\|/gm)?.length,
  lists: text.match(/^(?:- |\d+\. )/gm)?.length,
  settings: [...new Set(text.match(/\b(?:PARAPH|OTEL)_\w+/g))].sort(),
})

describe.each(guidesFor('fr').filter(({ language }) => language === 'fr'))(
  '$name in French',
  ({ name }) => {
    test('has the code, the headings, the tables and the settings of the English one', () => {
      expect(skeletonOf(textOf(`fr/${name}`))).toEqual(skeletonOf(textOf(name)))
    })

    test('calls the signature advanced, and qualified only to say that it is not', () => {
      const text = textOf(`fr/${name}`).replaceAll(/\s+/g, ' ')
      for (const [around] of text.matchAll(/.{0,60}qualifiée/g))
        expect(around).toMatch(/n’est pas une signature qualifiée|exige une signature qualifiée/)
      expect(text).not.toMatch(/signature électronique simple/)
    })
  },
)

test('a guide that has no French text is shown in English, and says so', () => {
  expect(guides.find('benchmarks', 'fr')).toMatchObject({ language: 'en', title: 'Benchmarks' })
  expect(String(guides.find('limits', 'fr')?.body)).toContain('sans limite')
})

test('commands name the origin of the service that shows them', () => {
  const html = String(guides.find('quick-start')?.body)
  expect(html).toContain('curl --fail-with-body -sS https://paraph.example/render')
  expect(html).not.toContain('127.0.0.1')
})

test('the limits are those of the plans', () => {
  const html = String(guides.find('limits')?.body)
  expect(html).toContain('<th scope="col">Documents Starter</th>')
  expect(html).toMatch(
    /<td>documents \/ month<\/td>(<td>[^<]+<\/td>)*<td>5000<\/td><td>no limit<\/td>/,
  )
  expect(html).toContain('<td>25\u00a0MB</td>')
})

test('a guide that does not exist, or lies elsewhere, is not found', () => {
  for (const name of ['nothing', '../README', 'errors.md', ''])
    expect(guides.find(name)).toBeUndefined()
  for (const name of ['../guides.ts', 'nothing.png', ''])
    expect(guides.picture(name)).toBeUndefined()
  for (const name of ['../package.json', 'nothing.docx', ''])
    expect(sampleFile(name)).toBeUndefined()
  expect(sampleFile('invoice.docx')?.type).toContain('wordprocessingml')
})

test('markup in a guide is text, and addresses become those of the site', () => {
  const { body } = renderGuide(
    '# A <b>\n\n`<i>` & <script>x</script>\n\n```sh\na < b "c"\n```\n',
    'x',
  )
  expect(String(body)).not.toMatch(/<script|<i>/)
  expect(String(body)).toContain('a &#60; b &#34;c&#34;')
  expect(siteAddress('errors.md#on-our-side')).toBe('/guides/errors#on-our-side')
  expect(siteAddress('../openapi.yaml')).toBe('/openapi.yaml')
  expect(siteAddress('../templates/invoice.docx')).toBe('/samples/invoice.docx')
  expect(headingId('1. What a `signer` sees')).toBe('1-what-a-signer-sees')
})

test('who chose a language keeps it on every page for people, and files have none', () => {
  const page = (href: string) => `<a href="${href}">x</a>`
  for (const [from, to] of [
    ['/', '/?lang=fr'],
    ['/guides', '/guides?lang=fr'],
    ['/guides/webhooks#add-a-webhook', '/guides/webhooks?lang=fr#add-a-webhook'],
    ['/console/sign-up', '/console/sign-up?lang=fr'],
    ['/verify', '/verify?lang=fr'],
    ['/guides/limits?lang=en', '/guides/limits?lang=en'],
    ['/openapi.yaml', '/openapi.yaml'],
    ['?lang=en', '?lang=en'],
  ] as const)
    expect(keepLanguage(page(from), 'fr')).toBe(page(to))
})

test.each([
  ['limits.md', 'en'],
  ['fr/limits.md', 'fr'],
] as const)(
  '%s has the tables of the built-in plans also where nothing fills them in',
  (path, locale) => {
    const written = readFileSync(join(DOCS, path), 'utf8')
    expect(written).toContain('| Documents Pro |')
    expect(withPlanTables(written, [...loadPlans().values()], locale)).toBe(written)
  },
)
