import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareTemplates } from '../../../src/docx/compare/compare.ts'
import {
  compareTexts,
  DISTANCE_MAX,
  type Edit,
  editScript,
} from '../../../src/docx/compare/compare-texts.ts'
import { docx, p, table } from '../../support/docx-builder.ts'

const side = (edits: readonly Edit[], gone: Edit['kind']): string[] =>
  edits.filter(({ kind }) => kind !== gone).map(({ text }) => text)

/** Length of the longest common subsequence, by the table of the textbook. */
function commonLength(a: readonly string[], b: readonly string[]): number {
  const lengths = Array.from({ length: a.length + 1 }, () =>
    new Array<number>(b.length + 1).fill(0),
  )
  for (let i = 1; i <= a.length; i += 1)
    for (let j = 1; j <= b.length; j += 1)
      lengths[i]![j] =
        a[i - 1] === b[j - 1]
          ? lengths[i - 1]![j - 1]! + 1
          : Math.max(lengths[i - 1]![j]!, lengths[i]![j - 1]!)
  return lengths[a.length]![b.length]!
}

describe('the way from one list of texts to another', () => {
  const list = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 24 })

  test('gives both lists back, and matches as much as can be matched', () => {
    fc.assert(
      fc.property(list, list, (before, after) => {
        const edits = editScript(before, after)
        expect(side(edits, 'added')).toEqual(before)
        expect(side(edits, 'removed')).toEqual(after)
        const kept = edits.filter(({ kind }) => kind === 'same').length
        expect(kept).toBe(commonLength(before, after))
      }),
      { numRuns: 400 },
    )
  })

  test('is reported in full where two lists have nothing in common', () => {
    const before = Array.from({ length: DISTANCE_MAX }, (_, index) => `old ${index}`)
    const after = Array.from({ length: DISTANCE_MAX }, (_, index) => `new ${index}`)
    const edits = editScript(['head', ...before, 'tail'], ['head', ...after, 'tail'])
    expect(side(edits, 'added')).toEqual(['head', ...before, 'tail'])
    expect(side(edits, 'removed')).toEqual(['head', ...after, 'tail'])
    expect(edits.at(0)).toEqual({ kind: 'removed', text: 'head' })
  })
})

describe('the difference of two texts', () => {
  test('shows a changed paragraph word by word, with one paragraph around it', () => {
    const before = ['one', 'two', 'three', 'Pay {amount} within 30 days.', 'five', 'six', 'seven']
    const after = before.with(3, 'Pay {total} within 14 days.')
    expect(compareTexts(before, after)).toEqual([
      { kind: 'skipped', count: 2 },
      { kind: 'same', text: 'three' },
      {
        kind: 'changed',
        words: [
          { kind: 'same', text: 'Pay ' },
          { kind: 'removed', text: '{amount}' },
          { kind: 'added', text: '{total}' },
          { kind: 'same', text: ' within ' },
          { kind: 'removed', text: '30' },
          { kind: 'added', text: '14' },
          { kind: 'same', text: ' days.' },
        ],
      },
      { kind: 'same', text: 'five' },
      { kind: 'skipped', count: 2 },
    ])
  })

  test('reports a paragraph that became quite another as one removed and one added', () => {
    expect(compareTexts(['Terms of payment'], ['Delivered to {buyer.name}'])).toEqual([
      { kind: 'removed', text: 'Terms of payment' },
      { kind: 'added', text: 'Delivered to {buyer.name}' },
    ])
  })

  test('is empty for equal texts', () => {
    expect(compareTexts(['a', 'b'], ['a', 'b'])).toEqual([])
    expect(compareTexts([], [])).toEqual([])
  })
})

test('two templates are compared by their fields and by the text of each part', () => {
  const before = docx(
    [p('Dear {client.name},'), p('{#items}'), p('{label}'), p('{/items}'), p('{note}')],
    { footer: [p('Page of {company}')] },
  )
  const after = docx(
    [p('Dear {client.name},'), table(['{#items}{label}', '{price}{/items}']), p('{#note}x{/note}')],
    { footer: [p('Page of {company}')] },
  )
  const { fields, parts, cut } = compareTemplates(before, after)
  expect(fields).toEqual({
    added: [{ path: 'items[].price', kinds: ['value'] }],
    removed: [],
    changed: [{ path: 'note', before: ['value'], after: ['condition'] }],
  })
  expect(parts.map(({ part }) => part)).toEqual(['word/document.xml'])
  expect(parts[0]?.lines[0]).toEqual({ kind: 'same', text: 'Dear {client.name},' })
  expect(cut).toBe(false)
  expect(compareTemplates(before, before)).toEqual({
    fields: { added: [], removed: [], changed: [] },
    parts: [],
    cut: false,
  })
})
