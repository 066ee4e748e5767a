import { describe, expect, test } from 'vitest'
import { conversionCost } from '../../../src/docx/cost/conversion-cost.ts'
import { DOCX_LIMITS } from '../../../src/docx/lint/limits.ts'
import { lintDocx } from '../../../src/docx/lint/lint.ts'
import { refuseHopeless } from '../../../src/office/conversion-limits.ts'
import { HOPELESS_DOCX, LARGE_DOCX } from '../../support/heavy-docx.ts'

const ALLOWED_MS = 60_000
/** What a merge makes may be larger than an upload. */
const WIDE = { ...DOCX_LIMITS, elements: 2_000_000, ratio: 2_000 }
const costOf = (docx: Uint8Array) => conversionCost(lintDocx(docx, WIDE).parts)

function refusal(docx: Uint8Array): string {
  try {
    refuseHopeless(costOf(docx), ALLOWED_MS)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

describe('a document that cannot be converted in time is refused before it is tried', () => {
  test.each(Object.entries(HOPELESS_DOCX))('%s', (_, { what, make }) => {
    const detail = refusal(make())
    expect(detail).toMatch(what)
    expect(detail).toMatch(/About [\d,]+ pass\./)
  })
})

describe('a large document that people have passes', () => {
  test.each(Object.entries(LARGE_DOCX))('%s', (_, make) => {
    const docx = make()
    expect(refusal(docx)).toBe('')
    expect(costOf(docx).ms).toBeLessThan(ALLOWED_MS / 4)
  })
})

test('what is said to pass does pass', () => {
  const { ms, most } = costOf(HOPELESS_DOCX['4,000 shapes']!.make())
  const passes = Number(
    /About ([\d,]+) pass/
      .exec(refusal(HOPELESS_DOCX['4,000 shapes']!.make()))?.[1]
      ?.replaceAll(',', ''),
  )
  expect(passes).toBeGreaterThan(500)
  expect((most.ms * passes ** 2) / most.count ** 2 + (ms - most.ms)).toBeLessThan(ALLOWED_MS / 3)
})

test('estimating takes no longer for a text box in a text box, or for tags that are never closed', () => {
  const xml = (depth: number) => '<w:p><w:r><w:tbl><w:tr>'.repeat(depth)
  const started = performance.now()
  conversionCost([['word/document.xml', Buffer.from(xml(1_000_000))]])
  conversionCost([['word/document.xml', Buffer.from('<'.repeat(10_000_000))]])
  conversionCost([
    ['word/document.xml', Buffer.from('<mc:Choice Requires="wps"/><mc:Fallback>'.repeat(200_000))],
  ])
  expect(performance.now() - started).toBeLessThan(20_000)
})

test('content that older programs get is not counted twice, and counted where it is all there is', () => {
  const box = (requires: string) =>
    `<w:document><mc:AlternateContent><mc:Choice Requires="${requires}"><w:p><w:r><w:t>${'x'.repeat(100)}</w:t></w:r></w:p></mc:Choice><mc:Fallback><w:p><w:r><w:t>${'y'.repeat(1_000_000)}</w:t></w:r></w:p></mc:Fallback></mc:AlternateContent></w:document>`
  const ms = (requires: string) =>
    conversionCost([['word/document.xml', Buffer.from(box(requires))]]).ms
  expect(ms('wps')).toBeLessThan(100)
  expect(ms('unknown')).toBeGreaterThan(1_000)
})
