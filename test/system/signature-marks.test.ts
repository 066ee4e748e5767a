import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { mergeDocx } from '../../src/docx/merge.ts'
import type { OfficePool } from '../../src/office/office.ts'
import type { PdfKind } from '../../src/office/pdf-options.ts'
import { type SignaturePlacement, takeSignatureMarks } from '../../src/pdf/signature-marks.ts'
import { makeAccessible } from '../../src/pdf/tagged/accessible.ts'
import { bullet, docx, p, table, textBox } from '../support/docx-builder.ts'
import { openOffice } from './office-fixture.ts'

const POINTS_PER_MM = 72 / 25.4
const TEMPLATE = docx(
  [
    p('Contrat {title}'),
    p('Fait ici {signature:signer1:60mm:20mm} et là'),
    table(['Pour A', 'Pour B'], ['{signature:seller:4cm:15mm}', '{signature:buyer:3cm:10mm}']),
    textBox(p('boîte {signature:box:30mm:10mm}')),
    bullet('{signature:listed:3cm:1cm}'),
    p('fin{~pagebreak}'),
    p('{#items}'),
    p('{n} {signature:loop:30mm:10mm}'),
    p('{/items}'),
    p('été {signature:été.1:5cm:2cm} {~"https://example.com" | link:"un lien"}'),
  ],
  { header: [p('tête {signature:head:2cm:1cm}')], footer: [p('pied {signature:foot:2cm:1cm}')] },
)

const merged = (signatures: 'mark' | 'blank'): Uint8Array =>
  mergeDocx({
    template: TEMPLATE,
    data: { title: 'K-31', items: [{ n: 1 }, { n: 2 }] },
    pictures: new Map(),
    locale: 'fr-FR',
    timezone: 'Europe/Paris',
    missing: 'error',
    signatures,
  }).docx

/** Pixels of every page, and the text. */
function appearance(pdf: Uint8Array) {
  const folder = mkdtempSync(join(tmpdir(), 'paraph-marks-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'a.pdf')
  writeFileSync(path, pdf)
  const run = (command: string, ...args: string[]): string =>
    execFileSync(command, args, { encoding: 'utf8', maxBuffer: 64e6 })
  run('pdftoppm', '-r', '72', path, join(folder, 'page'))
  const pages = readdirSync(folder).filter((name) => name.endsWith('.ppm'))
  return {
    check: run('qpdf', '--check', path),
    plain: run('qpdf', '--qdf', '--object-streams=disable', path, '-'),
    seen: {
      text: run('pdftotext', '-layout', path, '-'),
      pages: pages.map((name) => readFileSync(join(folder, name)).toString('base64')),
    },
  }
}

const convert = async (office: OfficePool, kind: PdfKind, signatures: 'mark' | 'blank') =>
  (await office.convert({ docx: merged(signatures), kind })).pdf

const sizeInMm = ({ box }: SignaturePlacement): number[] => [
  Math.round(box.width / POINTS_PER_MM),
  Math.round(box.height / POINTS_PER_MM),
]

describe.each(['pdf', 'pdfa-2b', 'pdfa-3b', 'pdfua'] as const)('in a %s', (kind) => {
  test('every signature tag has its place, its size, and leaves nothing to be seen', async () => {
    const office = await openOffice()
    const { pdf, placements } = takeSignatureMarks(await convert(office, kind, 'mark'))
    expect(
      placements.map((placement) => [placement.signer, placement.page, ...sizeInMm(placement)]),
    ).toEqual([
      ['head', 1, 20, 10],
      ['signer1', 1, 60, 20],
      ['seller', 1, 39, 15],
      ['buyer', 1, 30, 10],
      ['box', 1, 30, 10],
      ['listed', 1, 30, 10],
      ['foot', 1, 20, 10],
      ['head', 2, 20, 10],
      ['loop', 2, 30, 10],
      ['loop', 2, 30, 10],
      ['été.1', 2, 50, 20],
      ['foot', 2, 20, 10],
    ])
    const is = appearance(pdf)
    expect(is.seen).toEqual(appearance(await convert(office, kind, 'blank')).seen)
    expect(is.check).toContain('No syntax or stream encoding errors found')
    expect(is.plain).not.toContain('urn:paraph')
    expect(is.plain.match(/\/Subtype \/Link/g)).toHaveLength(1)
    if (kind === 'pdfua') expect((await makeAccessible(pdf, 'fr-FR')).length).toBeGreaterThan(0)
  })
})

test('the room is exactly where the blank picture is drawn', async () => {
  const office = await openOffice()
  const { pdf, placements } = takeSignatureMarks(await convert(office, 'pdf', 'mark'))
  const { plain } = appearance(pdf)
  // LibreOffice draws a picture as "w 0 0 h x y cm /ImN Do".
  const drawn = [...plain.matchAll(/([\d.]+) 0 0 ([\d.]+) ([\d.]+) ([\d.]+) cm\s+\/Im\d+ Do/g)]
    .map((found) => found.slice(1).map(Number))
    .map(([width = 0, height = 0, x = 0, y = 0]) => ({ x, y: 841.89 - y - height, width, height }))
  expect(drawn.length).toBeGreaterThan(0)
  for (const { box } of placements) {
    const nearest = Math.min(
      ...drawn.map((one) =>
        Math.max(
          ...(['x', 'y', 'width', 'height'] as const).map((side) =>
            Math.abs(one[side] - box[side]),
          ),
        ),
      ),
    )
    expect(nearest).toBeLessThan(0.5)
  }
})
