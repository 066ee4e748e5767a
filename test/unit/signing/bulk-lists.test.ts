/** Lists as they are read: whatever a spreadsheet writes comes back, and whatever else comes is refused, never misread. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listText } from '../../../src/http/list-text.ts'
import { csvCell } from '../../../src/kernel/csv-cell.ts'
import { AppError } from '../../../src/kernel/errors.ts'
import { readRows } from '../../../src/signing/bulk/read.ts'

const ABOUT = { roles: [{ role: 'tenant' }], isWord: true }
const HEADER = ['email', 'data.a', 'data.b']

const readBytes = (bytes: Uint8Array, filename = 'list.csv') =>
  readRows(listText(bytes, { filename, mediaType: 'text/csv' }), ABOUT)

const cell = fc.string({
  unit: fc.constantFrom('a', 'B', '7', 'é', '"', ',', ';', '\t', '\n', ' ', '=', '😀', "'", '.'),
  maxLength: 12,
})
const separator = fc.constantFrom(',', ';', '\t')
const encoding = fc.constantFrom('utf-8', 'utf-8 with mark', 'utf-16le', 'utf-16be')

function encoded(text: string, kind: string): Uint8Array {
  if (kind === 'utf-8') return Buffer.from(text)
  if (kind === 'utf-8 with mark') return Buffer.from(`\ufeff${text}`)
  const little = Buffer.from(`\ufeff${text}`, 'utf16le')
  return kind === 'utf-16le' ? little : little.swap16()
}

/** As spreadsheets write it: quotation marks where they are needed, or everywhere. */
const written = (text: string, mark: string, always: boolean): string =>
  always || /["\n]/.test(text) || text.includes(mark) ? `"${text.replaceAll('"', '""')}"` : text

/** With the apostrophe of what would be a formula; the reader keeps no blanks around a cell. */
const told = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).trim()

describe('CSV', () => {
  test('every table comes back, in every encoding, with every separator and line end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 8 }),
        fc.record({
          separator,
          encoding,
          always: fc.boolean(),
          end: fc.constantFrom('\n', '\r\n'),
        }),
        async (table, { separator: mark, encoding: kind, always, end }) => {
          const lines = [HEADER, ...table].map((cells) =>
            cells.map((one) => written(one, mark, always)).join(mark),
          )
          const expected = table.flatMap((cells, index) => {
            const [email, a, b] = cells.map((one) => one.trim())
            if (`${email}${a}${b}` === '') return []
            const before = lines.slice(0, index + 1).join('\n')
            const line = before.split('\n').length + 1
            return [{ email, a, b, line }]
          })
          const bytes = encoded(lines.join(end) + end, kind)
          if (expected.length === 0) {
            await expect(readBytes(bytes)).rejects.toThrow('no rows')
            return
          }
          const rows = await readBytes(bytes)
          expect(
            rows.map(({ line, use }) => {
              const { a = '', b = '' } = (use.data ?? {}) as { a?: string; b?: string }
              return { email: use.signers?.[0]?.email ?? '', a, b, line }
            }),
          ).toEqual(expected)
        },
      ),
      { numRuns: 150 },
    )
  })

  test('whatever bytes come, they are read or refused, and every row has its line', async () => {
    const start = Buffer.from('email,data.a\n')
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.uint8Array({ maxLength: 400 }),
          fc.string({ unit: 'binary', maxLength: 200 }).map((text) => Buffer.from(text)),
          fc
            .string({
              unit: fc.constantFrom('"', ',', '\n', '\r', 'a', ' ', '\u0000'),
              maxLength: 60,
            })
            .map((text) => Buffer.concat([start, Buffer.from(text)])),
        ),
        async (bytes) => {
          try {
            const rows = await readBytes(bytes)
            expect(rows.map(({ row }) => row)).toEqual(rows.map((_row, index) => index + 1))
            for (const [index, { line }] of rows.entries())
              expect(line).toBeGreaterThan(rows[index - 1]?.line ?? 0)
          } catch (error) {
            expect(error).toBeInstanceOf(AppError)
            expect(error).toMatchObject({ code: 'validation_failed' })
          }
        },
      ),
      { numRuns: 200 },
    )
  })

  test('a cell is one cell in a spreadsheet of any language', () => {
    for (const ours of [',', ';', '\t'])
      for (const theirs of [',', ';', '\t'])
        expect(csvCell(`a${theirs}b`, ours)).toBe(`"a${theirs}b"`)
    expect(csvCell('a b', ',')).toBe('a b')
  })

  test('a cell of the results is read back by a spreadsheet, and is no formula there', async () => {
    await fc.assert(
      fc.asyncProperty(cell, separator, async (text, mark) => {
        const line = ['email', 'data.a'].join(mark)
        const bytes = Buffer.from(`${line}\nx@list.example${mark}${csvCell(text, mark)}`)
        const [row] = await readBytes(bytes)
        const read = String((row?.use.data as { a?: string } | undefined)?.a ?? '')
        expect(read.trim()).toBe(told(text))
        expect(csvCell(text, mark)).not.toMatch(/^"?[=+\-@\t]/)
      }),
      { numRuns: 200 },
    )
  })
})

test('JSON lines: every object comes back, every other line is told with its number', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(fc.dictionary(fc.constantFrom('name', 'message'), cell), fc.string()), {
        minLength: 1,
        maxLength: 10,
      }),
      async (items) => {
        const lines = items.map((one) =>
          typeof one === 'string' ? one.replaceAll(/[\r\n]/g, '') : JSON.stringify(one),
        )
        const bytes = Buffer.from(`{}\n${lines.join('\n')}`)
        const rows = await readBytes(bytes, 'list.jsonl')
        for (const { line, use, findings } of rows) {
          const item = items[line - 2]
          if (typeof item === 'object') expect([use, findings]).toEqual([item, []])
          else if (line > 1 && !/^\s*\{/.test(lines[line - 2] ?? ''))
            expect(findings).toMatchObject([{ line }])
        }
      },
    ),
    { numRuns: 200 },
  )
})
