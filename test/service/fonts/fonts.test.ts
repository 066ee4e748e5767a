/** Fonts of an account are used for its documents that name them, and for nobody else's. */
import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, startTestApp, type TestApp } from '../../support/app.ts'
import { docxOf } from '../../support/docx-package.ts'
import { docxWithFont, smallFont } from '../../support/small-font.ts'
import { filesOf } from '../../support/storage.ts'

let service: TestApp

beforeAll(async () => {
  service = await startTestApp()
})
afterAll(() => service.close())

const upload = (key: string, bytes: Uint8Array, filename = 'boxes.ttf'): Promise<Answer> =>
  service.call('POST', '/fonts', { key, form: [['font', { filename, bytes }]] })
const stored = async (): Promise<number> => (await filesOf(service, 'fonts')).length

/** A document in a family that it does not bring. */
const inFamily = (family: string, text = 'Word', script = 'ascii'): Uint8Array =>
  docxOf({
    body: `<w:p><w:r><w:rPr><w:rFonts w:${script}="${family}" w:hAnsi="${family}"/></w:rPr><w:t>${text}</w:t></w:r></w:p>`,
  })

/** In points. */
function widthOfFirstWord(pdf: Uint8Array): number {
  const boxes = execFileSync('pdftotext', ['-bbox', '-', '-'], { input: pdf, encoding: 'utf8' })
  const [, from, to] = /<word xMin="([\d.]+)".*? xMax="([\d.]+)"/.exec(boxes) ?? []
  return Number(to) - Number(from)
}

async function render(key: string, bytes: Uint8Array, options: object = {}) {
  const answer = await service.call('POST', '/render', {
    key,
    form: [
      ['template', { filename: 'a.docx', bytes }],
      ['options', JSON.stringify(options)],
    ],
  })
  expect([answer.status, answer.status === 200 ? '' : answer.bytes.toString()]).toEqual([200, ''])
  return {
    fonts: execFileSync('pdffonts', ['-'], { input: answer.bytes, encoding: 'utf8' }),
    width: widthOfFirstWord(answer.bytes),
    warnings: String(answer.headers['paraph-warnings'] ?? ''),
  }
}

describe('a font of an account', () => {
  test('is embedded in its documents that name it, and in nobody else’s', async () => {
    const [key, other] = [await service.newKey(), await service.newKey()]
    const template = inFamily('Boxes')
    const before = await render(key, template)
    expect([before.fonts.includes('Boxes'), before.warnings]).toEqual([
      false,
      expect.stringContaining('font_replaced;text="Boxes"'),
    ])
    const made = await upload(key, smallFont())
    expect([made.status, made.json()]).toMatchObject([
      201,
      { family: 'Boxes', style: 'regular', test: false, filename: 'boxes.ttf' },
    ])
    const after = await render(key, template, { strict: true })
    expect([after.fonts, after.warnings]).toEqual([expect.stringContaining('+Boxes'), ''])
    const others = await render(other, template)
    expect(others.fonts).not.toContain('Boxes')
    expect(others.warnings).toContain('font_replaced')
    expect((await render(key, template)).fonts).toContain('+Boxes')
    expect((await render(key, inFamily('Liberation Sans'))).fonts).not.toContain('Boxes')
  })

  test('that is called as a font of the machine stands for it in its own documents only', async () => {
    const [key, other] = [await service.newKey(), await service.newKey()]
    expect((await upload(key, smallFont({ family: 'Liberation Serif' }))).status).toBe(201)
    const template = inFamily('Liberation Serif')
    // every letter of the uploaded one is 0.9 em wide
    const width = async (who: string): Promise<number> => (await render(who, template)).width
    expect(await width(other)).toBeLessThan(30)
    expect(await width(key)).toBeCloseTo(0.9 * 4 * 11, 1)
    expect(await width(other)).toBeLessThan(30)
  })

  test.each([
    ['a template', 'Wordmark {signature:signer1}'],
    ['a document without tags', 'Wordmark __________ Signature:'],
  ])('decides where %s is found to be signed', async (_what, text) => {
    const key = await service.newKey()
    const detected = async (): Promise<string> => {
      const bytes = inFamily('Boxes', text)
      const form: [string, { filename: string; bytes: Uint8Array }][] = [
        ['file', { filename: 'a.docx', bytes }],
      ]
      const answer = await service.call('POST', '/detect-signature-fields', { key, form })
      const { fields } = answer.json<{ fields: { x: number; width: number }[] }>()
      expect(fields.length, answer.bytes.toString()).toBeGreaterThan(0)
      return fields.map(({ x, width }) => `${x} ${width}`).join()
    }
    const before = await detected()
    expect((await upload(key, smallFont())).status).toBe(201)
    // its letters are wider than those of any font of the machine
    expect(await detected()).not.toBe(before)
  })

  test('has the faces that its files say, each once', async () => {
    const key = await service.newKey()
    for (const [selection, style] of [
      [0x40, 'regular'],
      [0x20, 'bold'],
      [0x1, 'italic'],
      [0x21, 'bold_italic'],
    ] as const)
      expect((await upload(key, smallFont({ selection }))).json()).toMatchObject({ style })
    const again = await upload(key, smallFont({ selection: 0x20 }))
    expect([again.status, again.json()]).toMatchObject([409, { code: 'font_exists' }])
    const list = (await service.call('GET', '/fonts', { key })).json<{
      fonts: { style: string }[]
    }>()
    expect(list.fonts.map(({ style }) => style).sort()).toEqual([
      ...['bold', 'bold_italic', 'italic', 'regular'],
    ])
  })

  test('of a test key is used for documents of test keys only', async () => {
    const account = await service.services.accounts.accounts.createAccount('fonts@example.com')
    const live = await service.keyFor(account.id, 'documents_unlimited')
    const key = await service.keyFor(account.id, 'documents_unlimited', 'test')
    expect((await upload(key, smallFont())).json()).toMatchObject({ test: true })
    expect((await render(key, inFamily('Boxes'))).fonts).toContain('Boxes')
    expect((await render(live, inFamily('Boxes'))).fonts).not.toContain('Boxes')
    expect((await service.call('GET', '/fonts', { key: live })).json()).toEqual({ fonts: [] })
  })

  test('whose maker allows preview and print (fsType 4) is used as well', async () => {
    const key = await service.newKey()
    expect((await upload(key, smallFont({ usage: 4 }))).status).toBe(201)
    expect((await render(key, inFamily('Boxes'))).fonts).toContain('+Boxes')
  })

  test('gives way to the one that a document brings itself', async () => {
    const key = await service.newKey()
    await upload(key, smallFont())
    expect((await render(key, docxWithFont(smallFont()))).fonts).toContain('+Boxes')
  })

  test('silences the warnings of /validate-template', async () => {
    const key = await service.newKey()
    const validate = async () =>
      (
        await service.call('POST', '/validate-template', {
          key,
          form: [['template', { filename: 'a.docx', bytes: inFamily('Boxes') }]],
        })
      ).json<{ warnings: { code: string }[] }>().warnings
    expect(await validate()).toMatchObject([{ code: 'font_replaced' }])
    await upload(key, smallFont())
    expect(await validate()).toEqual([])
  })

  test('counts as storage, and is deleted with its file', async () => {
    const [key, other] = [await service.newKey(), await service.newKey()]
    const bytes = smallFont({ family: 'Counted' })
    const files = await stored()
    const { id } = (await upload(key, bytes)).json<{ id: string }>()
    expect((await service.call('GET', '/usage', { key })).json()).toMatchObject({
      storage: { bytes: bytes.length },
    })
    expect(await stored()).toBe(files + 1)
    const foreign = await service.call('DELETE', `/fonts/${id}`, { key: other })
    expect([foreign.status, foreign.json()]).toMatchObject([404, { code: 'font_not_found' }])
    expect((await service.call('DELETE', `/fonts/${id}`, { key })).status).toBe(204)
    expect(await stored()).toBe(files)
    expect((await render(key, inFamily('Counted'))).warnings).toContain('font_replaced')
  })

  test('is one of at most 40', async () => {
    const account = await service.services.accounts.accounts.createAccount('many@example.com')
    const keys = [
      await service.keyFor(account.id, 'documents_unlimited'),
      await service.keyFor(account.id, 'documents_unlimited'),
    ]
    const [key = ''] = keys
    for (let number = 1; number <= 40; number++) {
      const made = await upload(keys[number % 2] ?? '', smallFont({ family: `Boxes ${number}` }))
      expect(made.status).toBe(201)
    }
    const files = await stored()
    const more = await upload(key, smallFont({ family: 'One more' }))
    expect([more.status, more.json()]).toMatchObject([409, { code: 'font_limit_reached' }])
    expect(await stored()).toBe(files)
  })
})

describe('a file that may not be used', () => {
  test.each([
    ['a licence that forbids embedding', smallFont({ usage: 2 }), 'font_forbidden', /0x0002/],
    ['a licence that forbids subsets', smallFont({ usage: 0x108 }), 'font_forbidden', /0x0100/],
    ['a licence for bitmaps only', smallFont({ usage: 0x200 }), 'font_forbidden', /0x0200/],
    ['a collection', Buffer.concat([Buffer.from('ttcf'), smallFont()]), 'font_invalid', /\.ttc/],
    ['a web font', Buffer.concat([Buffer.from('wOF2'), smallFont()]), 'font_invalid', /WOFF/],
    ['a PDF', Buffer.from('%PDF-1.7 '.repeat(9)), 'font_invalid', /not a TrueType/],
    ['one that is cut off', smallFont().subarray(0, 900), 'font_invalid', /damaged/],
    ['a family that leaves its folder', smallFont({ family: '../a' }), 'font_invalid', /name/],
  ])('%s: the problem says what is wrong and the fix', async (_what, bytes, code, says) => {
    const key = await service.newKey()
    const files = await stored()
    const answer = await upload(key, bytes)
    expect([answer.status, answer.json()]).toMatchObject([
      422,
      {
        code,
        errors: [
          {
            pointer: '/font',
            detail: expect.stringMatching(says),
            fix: expect.any(String),
          },
        ],
      },
    ])
    expect(await stored()).toBe(files)
  })
})
