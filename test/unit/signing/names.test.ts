import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument, PDFHexString, PDFName } from 'pdf-lib'
import { describe, expect, test } from 'vitest'
import { contentOf, packed } from '../../../src/pdf/appearance.ts'
import { openPdf } from '../../../src/pdf/opening.ts'
import { FontFolders, scriptsWithoutFont } from '../../../src/pdf/typesetting/script-fonts.ts'
import { fontOfMachine } from '../../../src/pdf/typesetting/setting.ts'
import { loadTypesetting } from '../../../src/pdf/typesetting/shaper.ts'
import { drawSignerField } from '../../../src/signing/appearance/field.ts'
import { prepare } from '../../../src/signing/documents/prepare.ts'
import { drawProofPages, proofDocument } from '../../../src/signing/proof/pages.ts'
import { pdfText } from '../../support/pdf-text.ts'
import { differenceOf, picturesOf } from '../../support/pictures.ts'
import { manyScriptsFacts, WRITTEN } from '../../support/proof-facts.ts'

/** Names with the fonts that draw them, as the file names them. */
const NAMES: ReadonlyArray<readonly [name: string, fonts: RegExp]> = [
  ['王小明', /WenQuanYi/],
  ['山田太郎 さくら カタカナ', /WenQuanYi/],
  ['김철수', /WenQuanYi/],
  ['김철수'.normalize('NFD'), /WenQuanYi/],
  ['محمد بن سلمان', /DejaVu/],
  ['דוד לוי', /DejaVu/],
  ['सुनीता शर्मा', /NotoSansDevanagari/],
  ['สมชาย ใจดี', /NotoSansThai/],
  ['அன்பழகன் சுப்பிரமணியன்', /NotoSansTamil/],
  ['အောင်ဆန်းစုကြည်', /NotoSansMyanmar/],
  ['Nguyễn Thị Ánh', /GreatVibes/],
  ['Nguyễn Thị Ánh'.normalize('NFD'), /GreatVibes/],
  ['Łukasz Żółć', /GreatVibes/],
  ['Ελένη', /DejaVu/],
  ['Дмитрий', /GreatVibes/],
  ['Adé Ọlá-Ẹ̀bùn', /DejaVu/],
  ['Anna 王 Müller', /WenQuanYi/],
  ['Zoë 😀', /DejaVu/],
]

const field = (name: string) =>
  drawSignerField(
    { width: 220, height: 80 },
    {
      locale: 'en',
      name,
      at: '2026-11-21T12:00:03.250Z',
      timeZone: 'Europe/Paris',
      documentId: 'doc_01KAFN5Q8Y2V7N3M9X4T6B0C1D',
      mark: { kind: 'typed', text: name },
      test: false,
    },
  )

/** Codes of glyphs in the operators that show text; 0 stands for a missing character in every font. */
const codesIn = (content: Buffer): string[] =>
  [...content.toString('latin1').matchAll(/<([0-9A-Fa-f]+)> Tj/g)].flatMap(
    ([, codes = '']) => codes.match(/.{4}/g) ?? [],
  )

/** Fonts of a file as another program sees them, and whether each is embedded together with its text. */
function fontsOf(pdf: Uint8Array) {
  const folder = mkdtempSync(join(tmpdir(), 'names-'))
  try {
    writeFileSync(join(folder, 'a.pdf'), pdf)
    const rows = execFileSync('pdffonts', [join(folder, 'a.pdf')], { encoding: 'utf8' })
    return rows
      .split('\n')
      .slice(2)
      .filter((row) => row !== '')
      .map((row) => ({
        name: row.split(' ')[0] ?? '',
        complete: /yes +(?:yes|no) +yes +\d+ +\d+$/.test(row.trim()),
      }))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Words from right to left stand between marks that turn the direction. */
const bare = (text: string | undefined): string => (text ?? '').replace(/[\u202a-\u202e]/g, '')

describe.each(NAMES)('%s', (name, fonts) => {
  test('is drawn with a font that has it, and copied as it was written', async () => {
    const drawing = await field(name)
    const codes = codesIn(contentOf(drawing))
    // The name twice, and the time.
    expect(codes.length).toBeGreaterThan(30)
    expect(codes).not.toContain('0000')
    const pdf = await packed(drawing)
    const [text] = pdfText(pdf)
    // Typed above, named below.
    expect(bare(text).split(name.normalize('NFC'))).toHaveLength(3)
    const embedded = fontsOf(pdf)
    expect(embedded.map(({ name: font }) => font).join()).toMatch(fonts)
    for (const font of embedded) expect(font).toMatchObject({ complete: true })
  })
})

test('a name in Latin letters brings no other font into the file', async () => {
  const embedded = fontsOf(await packed(await field('Élodie Łukasz-Dupont')))
  expect(embedded.map(({ name }) => name.replace(/-\d+$/, '')).sort()).toEqual(
    ['DejaVuSans', 'DejaVuSans-Bold', 'GreatVibes-Regular'].sort(),
  )
})

test('what no font has is written in ASCII, or as its number, and copied as it was written', async () => {
  const drawing = await field('𱁬 \ue123')
  expect(codesIn(contentOf(drawing))).not.toContain('0000')
  const text = bare(pdfText(await packed(drawing))[0])
  for (const written of ['𱁬', '\ue123']) expect(text).toContain(written)
  const seen = contentOf(drawing).toString('latin1')
  // [U+E123]: eight glyphs in one span.
  expect(seen).toMatch(/ActualText <FEFFE123>>> BDC\n[^\n]* Tm\n<[0-9A-F]{32}> Tj\nEMC/)
})

test('the proof certificate shows names, titles and messages of any script, and says nothing of missing fonts', async () => {
  const facts = manyScriptsFacts()
  const pages = await drawProofPages(facts)
  for (const page of pages) expect(codesIn(contentOf(page))).not.toContain('0000')
  const sheets = { locale: facts.locale, documentId: 'doc_1', signers: 3 } as const
  const text = bare(pdfText(await proofDocument(sheets, pages)).join(' '))
  const { title, message, sender, role, names } = WRITTEN
  for (const written of [title, message, sender, role, ...names]) expect(text).toContain(written)
  expect(text).not.toContain('[U+')
})

/** A form whose only field holds a text and no appearance. */
async function formOf(value: string): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const page = document.addPage([300, 200])
  const field = document.getForm().createTextField('name')
  field.addToPage(page, { x: 20, y: 60, width: 200, height: 40 })
  for (const widget of field.acroField.getWidgets()) widget.dict.delete(PDFName.of('AP'))
  field.acroField.dict.set(PDFName.of('V'), PDFHexString.fromText(value))
  return document.save({ updateFieldAppearances: false })
}

test('what was filled in in Chinese or Hindi is on the page when its field is flattened', async () => {
  const seen = async (value: string) => {
    const { pdf } = await prepare(await openPdf(await formOf(value)), {
      requestId: 'doc_01KAFN5Q8Y2V7N3M9X4T6B0C1D',
      signers: [{ name: 'A', locale: 'en', step: 1 }],
      test: false,
      placements: [[{ page: 1, box: { x: 10, y: 10, width: 60, height: 20 } }]],
      sheets: { locale: 'en', documentId: 'doc_1', signers: 1 },
      inputs: [],
      attachments: [],
    })
    return picturesOf(pdf, 1)
  }
  const blank = await seen('')
  for (const [one, other] of [
    ['王小明', '山田太'],
    ['शर्मा', 'वर्मा'],
  ] as const) {
    const [first, second] = [await seen(one), await seen(other)]
    expect(differenceOf(first, blank)).toBeGreaterThan(0)
    expect(differenceOf(first, second)).toBeGreaterThan(0)
  }
})

test('on a machine without fonts the scripts that cannot be drawn are known, with the packages that have them', () => {
  expect(scriptsWithoutFont()).toEqual([])
  const missing = scriptsWithoutFont(new FontFolders([]))
  const packages = new Map(missing.map(({ name, from }) => [name, from]))
  expect(packages.get('Chinese')).toBe('fonts-wqy-microhei')
  expect(packages.get('Devanagari')).toBe('fonts-noto-core')
  // DejaVu, which comes with the service, has them.
  for (const name of ['Arabic', 'Hebrew', 'Georgian']) expect(packages.has(name)).toBe(false)
})

const HAN_FONT = '/usr/share/fonts/truetype/wqy/wqy-microhei.ttc'

/** What may have become of a font file of the operator's machine. */
const DAMAGES: ReadonlyArray<readonly [string, (good: Buffer, path: string) => void]> = [
  ['is empty', (_good, path) => writeFileSync(path, '')],
  ['is no font', (_good, path) => writeFileSync(path, '<html>404 Not Found</html>')],
  ['was cut off in its head', (good, path) => writeFileSync(path, good.subarray(0, 100))],
  [
    'was cut off in the middle',
    (good, path) => writeFileSync(path, good.subarray(0, good.length >> 1)),
  ],
  [
    'has something else behind its head',
    (good, path) => writeFileSync(path, Buffer.from(good).fill(0xff, 1_000)),
  ],
  ['is gone again', (_good, path) => rmSync(path)],
]

test.each(DAMAGES)(
  'a font that %s is passed over, and the next one draws the name',
  async (_what, damage) => {
    await loadTypesetting()
    const folder = mkdtempSync(join(tmpdir(), 'fonts-'))
    try {
      const good = readFileSync(HAN_FONT)
      const [first, next] = [join(folder, 'wqy-microhei.ttc'), join(folder, 'HanaMinA.ttf')]
      for (const path of [first, next]) writeFileSync(path, good)
      const folders = new FontFolders([folder])
      damage(good, first)
      expect(fontOfMachine(folders, '王', false)?.path).toBe(next)
      rmSync(next)
      expect(fontOfMachine(new FontFolders([folder]), '王', false)).toBeUndefined()
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
)
