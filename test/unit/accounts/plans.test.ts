import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { fileBytesMax, keysMax, loadPlans, type Plan } from '../../../src/accounts/plans.ts'

const folder = mkdtempSync(join(tmpdir(), 'paraph-plans-'))
afterAll(() => rmSync(folder, { recursive: true }))

function planFile(content: unknown): string {
  const file = join(folder, 'plans.json')
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

const plans = loadPlans()
const named = (id: string): Plan => {
  const plan = plans.get(id)
  if (plan === undefined) throw new Error(`no plan ${id}`)
  return plan
}

describe('the catalogue', () => {
  // The published tables, column by column.
  test.each([
    ['documents_free', 20, 2, 1, 2, 5, 1],
    ['documents_starter', 500, 5, 2, 5, 10, 2],
    ['documents_pro', 5000, 20, 5, 10, 20, 5],
    ['documents_unlimited', null, null, null, 25, 30, 10],
  ])('has %s as published', (id, documents, templates, keys, megabytes, perMinute, atOnce) => {
    expect(named(id).signature).toBeUndefined()
    expect(named(id).documents).toEqual({
      documents_per_month: documents,
      templates,
      versions_per_template: 10,
      api_keys: keys,
      file_size_mb: megabytes,
      requests_per_minute: perMinute,
      simultaneous_requests: atOnce,
    })
  })

  test.each([
    ['signature_free', 10, 1],
    ['signature_starter', 200, 3],
    ['signature_pro', 1000, 3],
    ['signature_business', 5000, 3],
  ])('has %s as published', (id, signatures, keys) => {
    expect(named(id).documents).toBeUndefined()
    expect(named(id).signature).toEqual({
      signatures_per_month: signatures,
      api_keys: keys,
      pdf_size_mb: 10,
      sends_per_minute: 30,
      request_expiry_days: 30,
    })
  })

  test('has a paid plan with both halves, so that one key does everything there too', () => {
    expect(named('complete').documents).toEqual(named('documents_pro').documents)
    expect(named('complete').signature).toEqual(named('signature_pro').signature)
  })

  test.each(['docs/self-hosting.md', 'docs/fr/self-hosting.md'])(
    'takes the example of %s as a file of the operator',
    (guide) => {
      const text = readFileSync(resolve(import.meta.dirname, '../../..', guide), 'utf8')
      const [, example = ''] = /```json\n(\{\n {2}"agency"[\s\S]*?)```/.exec(text) ?? []
      const plan = loadPlans(planFile(example)).get('agency')
      expect(plan).toMatchObject({ title: 'Agency', availability: 99.9 })
      expect(plan?.documents?.templates).toBe(50)
      expect(plan?.signature?.signatures_per_month).toBe(500)
    },
  )

  test('has free with both Free columns', () => {
    expect(named('free').documents).toEqual(named('documents_free').documents)
    expect(named('free').signature).toEqual(named('signature_free').signature)
  })

  test('commits to 99.9 % on Unlimited and Business only', () => {
    const committed = [...plans.values()].filter((plan) => plan.availability !== undefined)
    expect(committed.map((plan) => [plan.id, plan.availability])).toEqual([
      ['documents_unlimited', 99.9],
      ['signature_business', 99.9],
    ])
  })

  test('takes a file as large as both readings of MB allow', () => {
    expect(fileBytesMax(named('free'), 'documents')).toBe(2 * 1024 * 1024)
    expect(fileBytesMax(named('free'), 'signature')).toBe(10 * 1024 * 1024)
    expect(fileBytesMax(named('documents_pro'), 'signature')).toBe(0)
  })
})

describe('the operator’s file', () => {
  const custom = {
    title: 'House',
    documents: { ...named('documents_pro').documents, api_keys: 7 },
    signature: named('signature_pro').signature,
  }

  test('adds plans and replaces a plan of the same name whole', () => {
    const merged = loadPlans(planFile({ house: custom, free: { ...custom, title: 'Nothing' } }))
    expect(merged.get('house')?.documents?.api_keys).toBe(7)
    expect(merged.get('free')?.title).toBe('Nothing')
    expect(merged.get('signature_pro')).toEqual(named('signature_pro'))
    expect(merged.size).toBe(plans.size + 1)
  })

  test('holds as many keys as the smaller of its two numbers', () => {
    const house = loadPlans(planFile({ house: custom })).get('house')
    expect(house && keysMax(house)).toBe(3)
    expect(keysMax(named('documents_unlimited'))).toBeNull()
  })

  test('with faults stops the start and lists every one with its place', () => {
    const broken = {
      'Bad Name': custom,
      none: { title: 'No block' },
      wrong: { ...custom, documents: { ...custom.documents, templates: -1, colour: 'red' } },
      partial: { title: 'Partial', signature: { signatures_per_month: 1 } },
    }
    const message = (() => {
      try {
        loadPlans(planFile(broken))
        return ''
      } catch (error) {
        return (error as Error).message
      }
    })()
    for (const part of [
      'Bad Name',
      '/none',
      '/wrong/documents/templates',
      'colour',
      '/partial/signature',
      'api_keys',
    ]) {
      expect(message).toContain(part)
    }
  })

  test('that is missing or no JSON is named', () => {
    expect(() => loadPlans(join(folder, 'none.json'))).toThrow('none.json')
    expect(() => loadPlans(planFile('{'))).toThrow('cannot be read')
  })
})
