/** A document looks the same on a server with the fonts that it needs and on a desktop with hundreds of others. */
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRenderer } from '../../scripts/corpus/renderer.ts'
import { FONT_FOLDERS, type FontFolders } from '../../src/office/font-choice.ts'
import { fontChoice, readFonts } from '../../src/office/fonts.ts'
import { makeDocx } from '../../src/office/sample.ts'
import { picturesOf } from '../support/pictures.ts'
import { smallFont } from '../support/small-font.ts'
import { drawnIn } from '../support/word-fonts.ts'

const TEMPLATES = resolve(import.meta.dirname, '../../templates')
const ITALIC = 0x1
/**
 * What other programs bring: older files of names that are known, further faces of families that are, fonts that
 * LibreOffice's own list prefers, and Word's. A letter of these is a box.
 */
const OTHERS: readonly [file: string, family: string, selection?: number][] = [
  ['old/LiberationSans-Regular.ttf', 'Liberation Sans'],
  ['LiberationSansNarrow-Regular.ttf', 'Liberation Sans Narrow'],
  ['DejaVuSans-Oblique.ttf', 'DejaVu Sans', ITALIC],
  ['NotoSans-Condensed.ttf', 'Noto Sans'],
  ...[
    'Arial',
    'Calibri',
    'Carlito',
    'Helvetica',
    'Verdana',
    'Nimbus Sans',
    'Bitstream Vera Sans',
  ].map((family) => [`${family}.ttf`, family] as [string, string]),
  ['company.ttf', 'Company Sans'],
  ...Array.from({ length: 300 }, (_, at) => [`${at}.ttf`, `Font ${at}`] as [string, string]),
]

let folder: string
let bare: Awaited<ReturnType<typeof openRenderer>>
let rich: typeof bare

async function folderOf(name: string): Promise<FontFolders> {
  const packages = join(folder, name)
  const { visible } = await fontChoice()
  mkdirSync(join(packages, 'old'), { recursive: true })
  for (const file of visible.filter((path) => /\.\w{3}$/.test(path)))
    symlinkSync(file, join(packages, basename(file)))
  return { packages, operator: join(folder, 'operator') }
}

beforeAll(async () => {
  folder = mkdtempSync('/var/tmp/paraph-fonts-') // a worker has a /tmp of its own
  chmodSync(folder, 0o755) // the worker's user reads them
  mkdirSync(join(folder, 'operator'))
  writeFileSync(join(folder, 'operator/garamond.ttf'), smallFont({ family: 'Garamond' }))
  const [few, many] = [await folderOf('few'), await folderOf('many')]
  for (const [file, family, selection] of OTHERS)
    writeFileSync(
      join(many.packages, file),
      smallFont({ family, ...(selection !== undefined && { selection }) }),
    )
  bare = await openRenderer(TEMPLATES, few)
  rich = await openRenderer(TEMPLATES, many)
})
afterAll(async () => {
  await Promise.all([bare.close(), rich.close()])
  rmSync(folder, { recursive: true })
})

const line = (family: string, text: string, more = ''): string =>
  `<w:p><w:r><w:rPr><w:rFonts w:ascii="${family}" w:hAnsi="${family}" w:cs="${family}"/>${more}</w:rPr><w:t>${text}</w:t></w:r></w:p>`

async function drawn(renderer: typeof bare, name: string, template: Uint8Array) {
  const { pdf, detail } = await renderer.render(1, name, template)
  expect(detail).toBeUndefined()
  const bytes = pdf ?? new Uint8Array()
  return { fonts: [...(await drawnIn(bytes)).keys()].sort(), pictures: picturesOf(bytes, 20) }
}

describe('on a machine with three hundred more fonts', () => {
  test('there are as many for LibreOffice as on a bare one', async () => {
    const [few, many] = [join(folder, 'few'), join(folder, 'many')]
    const operator = FONT_FOLDERS.operator
    const [without, choice] = [
      await fontChoice({ packages: few, operator }),
      await fontChoice({ packages: many, operator }),
    ]
    const names = (visible: readonly string[]) => visible.map((path) => basename(path))
    expect(names(choice.visible)).toEqual(names(without.visible))
    const named = choice.others.map(({ names: [name] }) => name)
    expect(named).toHaveLength(304)
    expect(named).toContain('Company Sans')
    expect(without.others).toEqual([])
  })

  test.each(['letter.docx', 'contract.docx', 'invoice.docx'])('%s looks the same', async (name) => {
    const template = readFileSync(join(TEMPLATES, name))
    const [here, there] = [await drawn(bare, name, template), await drawn(rich, name, template)]
    expect(there.fonts).toEqual(here.fonts)
    expect(there.pictures.equals(here.pictures)).toBe(true)
  })

  test("Word's families, unknown ones and other scripts look the same", async () => {
    const families = [
      'Arial',
      'Arial Narrow',
      'Calibri',
      'Verdana',
      'Helvetica',
      'DejaVu Sans',
      'No Such Font',
    ]
    const lines = families.flatMap((family) => [
      line(family, 'Contract of sale, 1.234,56 €'),
      line(family, 'in italics', '<w:i/>'),
      line(family, 'नमस्ते 你好 สวัสดี שלום ∑ ➔'),
    ])
    const docx = makeDocx(lines.join(''))
    const [here, there] = [await drawn(bare, 'all', docx), await drawn(rich, 'all', docx)]
    expect(here.fonts).toContain('LiberationSans')
    expect(here.fonts).toContain('ParaphSansN-Regular')
    expect(there.fonts).toEqual(here.fonts)
    expect(there.pictures.equals(here.pictures)).toBe(true)
  })

  test('a collection that is a link is drawn as the file that it leads to', async () => {
    const docx = makeDocx(line('Malgun Gothic', '계약서, 제1조 (목적) 你好'))
    const linked = await drawn(bare, 'korean', docx)
    const machine = await openRenderer(TEMPLATES)
    const own = await drawn(machine, 'korean', docx).finally(() => machine.close())
    expect(linked.fonts).toContain('WenQuanYiMicroHei')
    expect(linked.fonts).toEqual(own.fonts)
    expect(linked.pictures.equals(own.pictures)).toBe(true)
  })

  test('links of the operator to collections and out of the sandbox are sent to the converter as files', async () => {
    const { visible } = await fontChoice()
    const collection = visible.find((path) => path.endsWith('.ttc')) ?? ''
    const operator = join(folder, 'links')
    mkdirSync(operator)
    symlinkSync(collection, join(operator, 'sans.ttc'))
    symlinkSync(join(folder, 'operator/garamond.ttf'), join(operator, 'outside.ttf'))
    symlinkSync(visible.find((path) => path.endsWith('.ttf')) ?? '', join(operator, 'seen.ttf'))
    symlinkSync('/nowhere.ttc', join(operator, 'nowhere.ttc'))
    const folders = { packages: join(folder, 'none'), operator }
    const expected = ['outside.ttf', 'sans.ttc'].map((name) => join(operator, name))
    expect((await fontChoice(folders)).linked).toEqual(expected)
    const sent = (await readFonts(folders)).find(({ name }) => name.endsWith('sans.ttc'))
    expect(sent?.bytes.equals(readFileSync(collection))).toBe(true)
  })

  test('one that a document names is in that document, and in no other', async () => {
    const named = makeDocx(line('Company Sans', 'Word'))
    expect((await drawn(rich, 'named', named)).fonts).toEqual(['CompanySans'])
    expect((await drawn(bare, 'named', named)).fonts).not.toContain('CompanySans')
    const other = makeDocx(line('Company Serif', 'Word'))
    expect((await drawn(rich, 'other', other)).fonts).toEqual(
      (await drawn(bare, 'other', other)).fonts,
    )
  })

  test("one that the operator has installed comes before what stands in for Word's", async () => {
    const docx = makeDocx(line('Garamond', 'Word'))
    expect((await drawn(rich, 'operator', docx)).fonts).toEqual(['Garamond'])
  })
})
