import { describe, expect, test } from 'vitest'
import { inspectTemplate } from '../../../src/docx/fields/inspect.ts'
import { docx, p, table } from '../../support/docx-builder.ts'

const template = docx(
  [
    p('{client.name} {client.email} {issued | date:"long"} {paid_at | datetime}'),
    table(['{#lines}{label}', '{qty * price | currency:"EUR"}{/lines}']),
    p('{lines | sum:"price" | number:2}'),
    p('{#is_late}'),
    p('{reminder}'),
    p('{/}'),
    p('{#vat}TVA {vat}{/} {#status == "paid"}ok{/} {phone | default:"–"}'),
    p('{#seller}{siren}{/seller} {%logo | size:"3cm"}'),
    p('{#tags}{.} {/tags}{signature:buyer:60mm:20mm}'),
  ],
  { footer: [p('{company}')] },
)

describe('inspecting a template', () => {
  const fields = inspectTemplate(template)
  const properties = fields.schema.properties as Record<string, Record<string, unknown>>

  test('infers the schema of the data from how names are used', () => {
    expect(fields.errors).toEqual([])
    expect(properties.client).toMatchObject({
      type: 'object',
      required: ['name', 'email'],
    })
    expect(properties.issued).toEqual({ type: 'string', format: 'date' })
    expect(properties.paid_at).toEqual({ type: 'string', format: 'date-time' })
    expect(properties.lines).toMatchObject({
      type: 'array',
      items: {
        type: 'object',
        properties: {
          label: { type: ['string', 'number'] },
          qty: { type: ['number', 'string'] },
          price: { type: ['number', 'string'] },
        },
        required: ['label', 'qty', 'price'],
      },
    })
    expect(properties.is_late).toEqual({ type: 'boolean' })
    expect(properties.vat).toEqual({ type: ['string', 'number'] })
    expect(properties.seller).toMatchObject({ type: 'object', properties: { siren: {} } })
    expect(properties.logo).toMatchObject({ contentEncoding: 'base64' })
    expect(properties.tags).toEqual({ type: 'array', items: { type: ['string', 'number'] } })
  })
  test('requires only what a render fails without', () => {
    const required = fields.schema.required as string[]
    expect(required).toEqual(expect.arrayContaining(['client', 'issued', 'company', 'logo']))
    for (const name of ['vat', 'phone', 'reminder', 'is_late', 'seller', 'tags', 'status']) {
      expect(required).not.toContain(name)
    }
  })
  test('gives plausible sample data', () => {
    expect(fields.sample).toMatchObject({
      client: { name: 'Ada Martin', email: 'ada.martin@example.com' },
      issued: '2026-03-31',
      is_late: true,
      status: 'paid',
    })
    expect(fields.sample.lines).toHaveLength(2)
  })
  test('lists tags with paths, and places for signatures', () => {
    expect(fields.tags).toContainEqual({
      tag: '{label}',
      part: 'word/document.xml',
      kind: 'value',
      path: 'lines[].label',
    })
    expect(fields.tags.find(({ tag }) => tag === '{#lines}')).toMatchObject({ kind: 'loop' })
    expect(fields.tags.find(({ tag }) => tag === '{#is_late}')).toMatchObject({ kind: 'condition' })
    expect(fields.tags.find(({ tag }) => tag === '{company}')?.part).toBe('word/footer1.xml')
    expect(fields.signatures).toMatchObject([{ key: 'buyer', part: 'word/document.xml' }])
  })
  test('reports errors beside what could be read', () => {
    const broken = inspectTemplate(docx([p('{name} {a |} {#x}')]))
    expect(broken.errors.map(({ code }) => code)).toEqual(['filter_missing', 'section_unclosed'])
    expect(broken.sample).toMatchObject({ name: 'Ada Martin' })
  })
})
