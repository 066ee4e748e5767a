/** POST /pdf: what each step does, what it refuses, and that the pages that are kept look as before. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { degrees, PDFDocument, PDFName, PDFString } from 'pdf-lib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findZipEnd, readZipDirectory } from '../../../src/zip/directory.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { docx, p } from '../../support/docx-builder.ts'
import { featurePicture } from '../../support/feature-template.ts'
import { markedPages } from '../../support/page-marks.ts'
import { plainDocument } from '../../support/pdf-samples.ts'
import { pdfText } from '../../support/pdf-text.ts'
import { picturesOf } from '../../support/pictures.ts'

let service: TestApp
let key: string
let trial: string

const folder = mkdtempSync(join(tmpdir(), 'paraph-steps-'))

beforeAll(async () => {
  service = await startTestApp()
  key = await service.newKey()
  trial = await service.newKey(undefined, undefined, 'test')
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await service.close()
})

const named = (filename: string, bytes: Uint8Array) => ['files', { filename, bytes }] as const

/** A document whose pages say where they are from. */
async function pages(word: string, count: number): Promise<Uint8Array> {
  const document = await plainDocument(count)
  for (const [index, page] of document.getPages().entries())
    page.drawText(`${word}-${index + 1}`, { x: 60, y: 400, size: 30 })
  return document.save()
}

async function steps(
  files: readonly (readonly [string, Uint8Array])[],
  list: unknown,
  more: readonly (readonly [string, string])[] = [],
  by = key,
) {
  service.clock.move(61_000)
  return await service.call('POST', '/pdf', {
    key: by,
    form: [
      ...files.map(([name, bytes]) => named(name, bytes)),
      ['steps', JSON.stringify(list)],
      ...more,
    ],
  })
}

/** The finished file, which qpdf finds nothing wrong with. */
async function done(...given: Parameters<typeof steps>): Promise<Buffer> {
  const answer = await steps(...given)
  expect([answer.status, answer.status === 200 ? '' : answer.bytes.toString()]).toEqual([200, ''])
  checked(answer.bytes)
  return answer.bytes
}

/** What qpdf says of a file. */
function qpdf(pdf: Uint8Array, ...args: string[]): Buffer {
  const path = join(folder, 'file.pdf')
  writeFileSync(path, pdf)
  return execFileSync(
    'qpdf',
    args.map((arg) => (arg === '@' ? path : arg)),
  )
}
const checked = (pdf: Uint8Array) => qpdf(pdf, '--check', '@')

const words = (pdf: Uint8Array): string[] =>
  pdfText(pdf).map((text) => /\b[a-z]+-\d+/.exec(text)?.[0] ?? '')

describe('pages', () => {
  test('are merged in order with a bookmark for each file, and look as before', async () => {
    const [one, two] = [await pages('one', 2), await pages('two', 1)]
    const merged = await done(
      [
        ['one.pdf', one],
        ['two.pdf', two],
      ],
      [{ type: 'merge' }],
    )
    expect(words(merged)).toEqual(['one-1', 'one-2', 'two-1'])
    expect(
      picturesOf(merged, 9).equals(Buffer.concat([picturesOf(one, 9), picturesOf(two, 9)])),
    ).toBe(true)
    const outlines = qpdf(merged, '--json', '--json-key=outlines', '@')
    expect(
      JSON.parse(outlines.toString()).outlines.map(({ title }: { title: string }) => title),
    ).toEqual(['one', 'two'])
  })

  test('are inserted, chosen, repeated and reversed', async () => {
    const files = [
      ['a.pdf', await pages('a', 3)],
      ['b.pdf', await pages('b', 4)],
    ] as const
    const list = [
      { type: 'append', file: 'b.pdf', pages: '3-2', after: 1 },
      { type: 'pages', pages: 'last, 1-3, 1' },
    ]
    expect(words(await done(files, list))).toEqual(['a-3', 'a-1', 'b-3', 'b-2', 'a-1'])
  })

  test('are split into an archive, and each later step is done to each part', async () => {
    const list = [
      { type: 'split', every: 2 },
      { type: 'metadata', title: 'Part' },
    ]
    const answer = await steps([['long.pdf', await pages('p', 5)]], list)
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/zip'])
    expect(answer.headers['content-disposition']).toContain('long.zip')
    const end = findZipEnd(answer.bytes)
    if (end === null) throw new Error('no archive')
    const entries = readZipDirectory(answer.bytes, end)
    expect(typeof entries === 'string' ? entries : entries.map(({ name }) => name)).toEqual([
      'long-1.pdf',
      'long-2.pdf',
      'long-3.pdf',
    ])
  })

  test('that were left out are gone from the file, with their bookmarks and fields', async () => {
    const document = await PDFDocument.load(await pages('kept', 2))
    const form = document.getForm()
    form
      .createTextField('seen')
      .addToPage(document.getPage(0), { x: 10, y: 10, width: 99, height: 20 })
    const other = form.createTextField('gone')
    other.setText('confidential')
    other.addToPage(document.getPage(1), { x: 10, y: 10, width: 99, height: 20 })
    const kept = await done([['form.pdf', await document.save()]], [{ type: 'pages', pages: '1' }])
    const fields = (await PDFDocument.load(kept))
      .getForm()
      .getFields()
      .map((field) => field.getName())
    expect(fields).toEqual(['seen'])
    const plain = qpdf(kept, '--qdf', '--object-streams=disable', '@', '-')
    expect(plain.includes('confidential')).toBe(false)
  })

  test('are turned, numbered and stamped as displayed', async () => {
    const document = await PDFDocument.load(await pages('t', 2))
    document.getPage(1).setRotation(degrees(90))
    document.getPage(1).setCropBox(20, 30, 500, 700)
    const turned = await document.save()
    const plain = picturesOf(turned, 2)
    const drawn = await done(
      [
        ['t.pdf', turned],
        ['photo.png', featurePicture()],
      ],
      [
        { type: 'stamp', text: 'Copie à jour', angle: 30, opacity: 0.4, color: '#aa0000' },
        { type: 'stamp', file: 'photo.png', position: 'top_right', width: 60 },
        { type: 'page_numbers', text: '{page} von {pages}', start: 7 },
      ],
    )
    expect(picturesOf(drawn, 2).equals(plain)).toBe(false)
    expect(words(drawn)).toEqual(['t-1', 't-2'])
    const around = await done(
      [['t.pdf', turned]],
      [
        { type: 'rotate', angle: 90 },
        { type: 'rotate', angle: 270 },
      ],
    )
    expect(picturesOf(around, 2).equals(plain)).toBe(true)
  })
})

describe('the document', () => {
  test('gets properties, attachments, and a password at the end', async () => {
    const answer = await steps(
      [
        ['d.pdf', await pages('d', 1)],
        ['notes.txt', Buffer.from('Notes')],
      ],
      [
        { type: 'metadata', title: 'A & B', author: 'Ada' },
        { type: 'attach', file: 'notes.txt', description: 'Notes of the meeting' },
        { type: 'encrypt', password: 'sesame' },
      ],
    )
    expect(answer.status).toBe(200)
    expect(() => qpdf(answer.bytes, '--check', '@')).toThrow(/password/)
    qpdf(answer.bytes, '--password=sesame', '--check', '@')
    expect(
      qpdf(answer.bytes, '--password=sesame', '--show-attachment=notes.txt', '@').toString(),
    ).toBe('Notes')
  })

  test('is compressed without changing a pixel', async () => {
    const one = await pages('one', 2)
    const list = [{ type: 'merge' }, { type: 'compress' }]
    const files = [
      ['one.pdf', one],
      ['copy.pdf', await pages('one', 2)],
    ] as const
    const [merged, small] = [await done(files, [{ type: 'merge' }]), await done(files, list)]
    expect(small.length).toBeLessThan(0.8 * merged.length)
    expect(picturesOf(small, 9).equals(picturesOf(merged, 9))).toBe(true)
  })

  test('keeps the fields of all forms, each by a name of its own, or is flattened', async () => {
    const form = async () => {
      const document = await plainDocument(1)
      const field = document.getForm().createTextField('name')
      field.setText('Ada')
      field.addToPage(document.getPage(0), { x: 10, y: 10, width: 99, height: 20 })
      return document.save()
    }
    const files = [
      ['1.pdf', await form()],
      ['2.pdf', await form()],
    ] as const
    const merged = await done(files, [{ type: 'merge' }])
    const names = (await PDFDocument.load(merged))
      .getForm()
      .getFields()
      .map((field) => field.getName())
    expect(names).toEqual(['name', 'name_2'])
    const flat = await done(files, [{ type: 'merge' }, { type: 'flatten' }])
    expect((await PDFDocument.load(flat)).getForm().getFields()).toEqual([])
    expect(pdfText(flat)[1]).toContain('Ada')
  })

  test('of a test key says TEST on every page', async () => {
    const file = await pages('x', 2)
    expect(markedPages(await done([['x.pdf', file]], [{ type: 'compress' }], [], trial))).toEqual([
      true,
      true,
    ])
  })
})

describe('what is refused names the step or the file, and costs nothing', () => {
  const signed = async () => {
    const document = await plainDocument(1)
    const { context, catalog } = document
    const value = context.register(
      context.obj({
        Type: 'Sig',
        Filter: 'Adobe.PPKLite',
        ByteRange: [0, 1, 2, 3],
        Contents: PDFString.of('x'),
      }),
    )
    const field = context.register(context.obj({ FT: 'Sig', T: PDFString.of('s'), V: value }))
    catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: [field], SigFlags: 3 }))
    return document.save({ useObjectStreams: false })
  }
  const usage = async () => {
    const answer = await service.call('GET', '/usage', { key })
    return answer.json<{ monthly: { documents: { used: number } } }>().monthly.documents.used
  }

  test.each<[string, unknown, string, string]>([
    [
      'a page that is not there',
      [{ type: 'pages', pages: '9' }],
      'validation_failed',
      '/steps/0/pages',
    ],
    [
      'a list that is none',
      [{ type: 'rotate', angle: 90, pages: '1-2-3' }],
      'validation_failed',
      '/steps/0/pages',
    ],
    [
      'a file that was not sent',
      [{ type: 'append', file: 'no.pdf' }],
      'validation_failed',
      '/steps/0/file',
    ],
    ['a step of an unknown type', [{ type: 'explode' }], 'validation_failed', '/steps/0'],
    [
      'a member of an unknown name',
      [{ type: 'merge', fles: [] }],
      'validation_failed',
      '/steps/0/fles',
    ],
    ['no steps', [], 'validation_failed', '/steps'],
    ['a stamp without text and file', [{ type: 'stamp' }], 'validation_failed', '/steps/0/text'],
    [
      'a step after encryption',
      [{ type: 'encrypt', password: 'x' }, { type: 'merge' }],
      'validation_failed',
      '/steps/0',
    ],
    ['a stamp that is no picture', [{ type: 'stamp', file: 'junk.bin' }], 'image_invalid', ''],
    [
      'a merge with what is no PDF',
      [{ type: 'merge', files: ['junk.bin'] }],
      'pdf_invalid',
      '/files/1',
    ],
    [
      'a merge with a signed file',
      [{ type: 'merge', files: ['signed.pdf'] }],
      'pdf_signed',
      '/files/2',
    ],
    [
      'a merge with a locked file',
      [{ type: 'merge', files: ['locked.pdf'] }],
      'pdf_encrypted',
      '/files/3',
    ],
  ])('%s', async (_what, list, code, pointer) => {
    const document = await plainDocument(1)
    document.encrypt({ userPassword: 'secret', ownerPassword: 'owner', algorithm: 'AES-256' })
    const files = [
      ['a.pdf', await pages('a', 2)],
      ['junk.bin', Buffer.from('nothing of use')],
      ['signed.pdf', await signed()],
      ['locked.pdf', await document.save({ useObjectStreams: false })],
    ] as const
    const before = await usage()
    const problem = (await steps(files, list)).json<{
      code: string
      errors?: { pointer?: string }[]
    }>()
    expect([problem.code, problem.errors?.[0]?.pointer ?? '']).toEqual([code, pointer])
    expect(await usage()).toEqual(before)
  })

  test('a merge of 500 files says how many are possible', async () => {
    const small = await (await plainDocument(1)).save()
    const files = Array.from({ length: 500 }, (_, at) => [`${at}.pdf`, small] as const)
    const answer = await steps(files, [{ type: 'merge' }])
    expect(answer.status).toBe(422)
    expect(answer.json<{ detail: string }>().detail).toContain('at most 100')
  })

  test('a signed file can be attached, and a locked one opens with its password', async () => {
    const document = await plainDocument(1)
    document.encrypt({ userPassword: 'secret', ownerPassword: 'owner', algorithm: 'AES-256' })
    const locked = await document.save({ useObjectStreams: false })
    const list = [{ type: 'attach', file: 'signed.pdf' }]
    const file = await signed()
    const holder = await done(
      [
        ['l.pdf', locked],
        ['signed.pdf', file],
      ],
      list,
      [['password', 'secret']],
    )
    expect(qpdf(holder, '--show-attachment=signed.pdf', '@').equals(file)).toBe(true)
  })

  test('a step that PDF/A does not allow', async () => {
    const rendered = await service.call('POST', '/render-document', {
      key,
      form: [
        ['template', { filename: 'a.docx', bytes: docx([p('Hello')]) }],
        ['format', 'pdfa-2b'],
      ],
    })
    const list = [{ type: 'encrypt', password: 'x' }]
    const problem = (await steps([['a.pdf', rendered.bytes]], list)).json<{ detail: string }>()
    expect(problem.detail).toContain('PDF/A-2')
  })
})
