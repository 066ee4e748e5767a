import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openTemplate } from '../../../src/docx/engine/template-cache.ts'
import { mergeDocx } from '../../../src/docx/merge.ts'
import type { JsonObject } from '../../../src/kernel/json.ts'
import { docx, p, partXml, table } from '../../support/docx-builder.ts'
import { FRENCH, refusal } from '../../support/merging.ts'

const BODY = [
  p('{title} {#vip}vip {name}{:else if old}old{:else}new{/}'),
  p('{#items}'),
  p('{name} {$number} {#tags}{.}, {/}{%code | qr | size:"2cm"}'),
  p('{~note | html}'),
  p('{/items}'),
  table(['Name', 'Price'], ['{#items}{name}', '{price | number:2}{/items}']),
  p('{~link | link:"here"} {items | sum:"price"}'),
]

/** The same template as another file: nothing made for it is known yet. */
let copies = 0
const freshCopy = (): Uint8Array => {
  copies += 1
  return docx(BODY, { header: [p(`{title} {#vip}${copies}{/}`)] })
}

const render = (template: Uint8Array, data: JsonObject): Uint8Array =>
  mergeDocx({ template, data, ...FRENCH, missing: 'mark', level: 0 }).docx

const word = fc.string({ unit: 'grapheme-ascii', maxLength: 12 })
const item = fc.record({
  name: word,
  price: fc.integer({ min: -1e6, max: 1e6 }),
  tags: fc.array(word, { maxLength: 3 }),
  code: fc.constantFrom('A', 'https://example.com/', '12345'),
  note: fc.constantFrom('<b>bold</b>', '<ul><li>x</li></ul>', '<ol><li>1</li></ol>', ''),
})
const anyData = fc.record(
  {
    title: word,
    name: word,
    vip: fc.boolean(),
    old: fc.boolean(),
    link: fc.constant('https://x.y/'),
    items: fc.array(item, { maxLength: 4 }),
  },
  { requiredKeys: ['vip'] },
)

/** Every text in reach of a value. */
function textsWithin(value: unknown, seen = new Set<unknown>()): string[] {
  if (typeof value === 'string') return [value]
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return []
  if (seen.has(value)) return []
  seen.add(value)
  const inner =
    value instanceof Map
      ? [...value.entries()].flat()
      : Reflect.ownKeys(value).map((key) => Reflect.getOwnPropertyDescriptor(value, key)?.value)
  return [...inner, Reflect.getPrototypeOf(value)].flatMap((one) => textsWithin(one, seen))
}

describe('a template that is rendered again', () => {
  test('gives what it gave before, whatever was rendered in between', () => {
    const template = freshCopy()
    fc.assert(
      fc.property(anyData, anyData, (one, other) => {
        const [first, between, again] = [one, other, one].map((data) => render(template, data))
        expect(again).toEqual(first)
        expect(render(template, other)).toEqual(between)
      }),
      { numRuns: 25 },
    )
  })

  test('gives what a template gives that is rendered for the first time', () => {
    fc.assert(
      fc.property(anyData, anyData, (one, other) => {
        const used = freshCopy()
        render(used, one)
        const [second, first] = [render(used, other), render(freshCopy(), other)]
        expect(partXml(second)).toBe(partXml(first))
      }),
      { numRuns: 15 },
    )
  })

  test('retains nothing of the data, not even when a render fails', () => {
    const template = freshCopy()
    const secret = 'Zq7-secret'
    const data = { title: secret, name: secret, vip: true, link: `https://${secret}.test/` }
    render(template, {
      ...data,
      items: [{ name: secret, price: 1, tags: [secret], code: secret, note: secret }],
    })
    refusal(() => render(template, { ...data, items: [{ name: secret, price: secret, tags: [] }] }))
    const kept = textsWithin(openTemplate(template).compiled)
    expect(kept.some((text) => text.includes('</w:p>'))).toBe(true)
    expect(kept.filter((text) => text.includes(secret))).toEqual([])
  })

  test('is frozen: a module that wrote into it would fail at once', () => {
    const template = freshCopy()
    const { parts, modules } = openTemplate(template).compiled
    const tokens = [...parts.values()].flatMap(({ postparsed }) => [...postparsed])
    expect(tokens.length).toBeGreaterThan(10)
    for (const one of [...tokens, ...modules]) expect(Object.isFrozen(one)).toBe(true)
    for (const { subparsed = [] } of tokens) {
      for (const inner of subparsed) expect(Object.isFrozen(inner)).toBe(true)
    }
  })
})
