import { degrees, PDFDocument, StandardFonts } from 'pdf-lib'
import { describe, expect, test } from 'vitest'
import { locateAnchors } from '../../../src/detection/anchors.ts'
import { detectFields } from '../../../src/detection/detect.ts'
import { parseTag } from '../../../src/detection/tag-syntax.ts'

async function document(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  const draw = (page: ReturnType<typeof pdf.addPage>, text: string, x: number, top: number): void =>
    page.drawText(text, { x, y: page.getHeight() - top, size: 10, font })
  const first = pdf.addPage([595, 842])
  draw(first, 'Signature  du client', 100, 200)
  draw(first, 'Lu par l’acheteur et lu par l’acheteur', 100, 300)
  const second = pdf.addPage([595, 842])
  draw(second, 'Signature', 100, 400)
  draw(second, 'du client', 100 + font.widthOfTextAtSize('Signature ', 10), 400)
  const turned = pdf.addPage([595, 842])
  turned.setRotation(degrees(90))
  turned.drawText('Ici signer', { x: 200, y: 100, size: 10, font, rotate: degrees(90) })
  turned.drawText('marge', { x: 200, y: 300, size: 10, font })
  return pdf.save()
}
const locate = async (anchor: string, more = {}) =>
  locateAnchors(await document(), [{ pointer: '/signers/0/fields/0', anchor, ...more }])

describe('a field placed by a text', () => {
  test('is at every place of the text, also when it is drawn in parts', async () => {
    const { placements, errors } = await locate('Signature du client')
    expect(errors).toEqual([])
    expect(placements[0]).toMatchObject([
      { page: 1, text: { y: 192 }, field: { x: 100, y: 205.2, width: 170, height: 57 } },
      { page: 2, text: { y: 392 }, field: { x: 100, y: 405.2, width: 170, height: 57 } },
    ])
    expect(placements[0]?.[0]?.text.width).toBeGreaterThan(80)
  })

  test('is moved and sized as asked, and can be one occurrence, from either end', async () => {
    const input = { occurrence: -1, dx: 10, dy: 20, width: 120, height: 40 }
    const { placements } = await locate("lu par l'acheteur", input)
    expect(placements[0]).toHaveLength(1)
    expect(placements[0]?.[0]?.field).toMatchObject({ y: 312, width: 120, height: 40 })
    const first = await locate("l'acheteur", { occurrence: 1 })
    const second = await locate("l'acheteur", { occurrence: 2 })
    const x = (found: typeof first): number => found.placements[0]?.[0]?.text.x ?? 0
    expect(x(second) - x(first)).toBeGreaterThan(80)
  })

  test('is placed correctly on a rotated page, and beside vertical text', async () => {
    const { placements } = await locate('Ici signer')
    expect(placements[0]).toMatchObject([
      { page: 3, text: { x: 100, y: 192 }, field: { x: 100, y: 205.2 } },
    ])
    const margin = (await locate('marge')).placements[0]?.[0]
    expect(margin?.text.height).toBeGreaterThan(margin?.text.width ?? 0)
  })

  test('covers no words where its offset is not given, and begins where it is asked to where it is', async () => {
    const pdf = await PDFDocument.create()
    const font = await pdf.embedFont(StandardFonts.Helvetica)
    const page = pdf.addPage([595, 842])
    const lines = [
      ['Pour le client', 60, 100],
      ['Fait à Lyon', 60, 130],
      ['Nom du client', 60, 300],
      ['Paris, en deux exemplaires originaux, un pour chacun', 140, 300],
      ['dont un remis', 60, 330],
      ['En bas', 60, 820],
    ] as const
    for (const [text, x, top] of lines) page.drawText(text, { x, y: 842 - top, size: 10, font })
    const bytes = await pdf.save()
    const at = async (anchor: string, more = {}) => {
      const { placements } = await locateAnchors(bytes, [{ pointer: '', anchor, ...more }])
      return placements[0]?.[0]?.field
    }
    // Under it stands another line, behind it there is room.
    expect(await at('Pour le client')).toMatchObject({ y: 68.6 })
    expect((await at('Pour le client'))?.x).toBeGreaterThan(120)
    // Nothing is free but what is above.
    expect(await at('Nom du client')).toMatchObject({ x: 60, y: 232 })
    expect(await at('En bas')).toMatchObject({ y: 752 })
    expect(await at('Pour le client', { dx: 0, dy: 0 })).toMatchObject({ x: 60, y: 92 })
  })

  test('of a tag covers the tag and nothing else', async () => {
    const pdf = await PDFDocument.create()
    const font = await pdf.embedFont(StandardFonts.Helvetica)
    const page = pdf.addPage([595, 842])
    page.drawText('{{signature:client}}', { x: 60, y: 642, size: 10, font })
    page.drawText('Date : le 23 novembre', { x: 60, y: 622, size: 10, font })
    page.drawText('{{signature:vendeur}}', { x: 60, y: 342, size: 10, font })
    const { fields } = await detectFields(await pdf.save())
    const [client, vendeur] = fields.filter(({ source }) => source === 'tag')
    expect(client).toMatchObject({ signer: 'client', x: 60, y: 145.2, height: 57 })
    expect(vendeur).toMatchObject({ signer: 'vendeur', x: 60, y: 492 })
  })

  test.each([
    ['Signature du cleint', 'Signature  du client'],
    ['signature du CLIENT', 'Signature  du client'],
  ])('%s is not there, and what is close is named', async (anchor, close) => {
    const { placements, errors } = await locate(anchor)
    expect(placements).toEqual([[]])
    expect(errors).toMatchObject([
      {
        pointer: '/signers/0/fields/0',
        code: 'anchor_not_found',
        detail: expect.stringContaining(
          `“${anchor}” does not occur in the document. Page 1 has “${close.replace('  ', ' ').slice(0, 9)}`,
        ),
      },
    ])
  })

  test('names nothing when nothing is close', async () => {
    const { errors } = await locate('Notaire')
    expect(errors[0]?.detail).toBe('The text “Notaire” does not occur in the document.')
  })

  test('says how often a text occurs when that occurrence is not there', async () => {
    const { errors } = await locate('Signature du client', { occurrence: 3 })
    expect(errors).toMatchObject([{ code: 'anchor_occurrence' }])
    expect(errors[0]?.detail).toContain('occurs 2 times; there is no occurrence 3')
  })
})

describe('a tag', () => {
  test.each([
    ['signature:signer1', { kind: 'signature', signer: 'signer1' }],
    [
      ' Signature : buyer : 60mm : 2cm ',
      { kind: 'signature', signer: 'buyer', width: 170.08, height: 56.69 },
    ],
    ['signature', { kind: 'signature' }],
    [
      'Sign here;role=Client;type=signature;width=120;height=40',
      { kind: 'signature', signer: 'Client', width: 120, height: 40 },
    ],
    ['s1|signature|170|57', { kind: 'signature', signer: 's1', width: 170, height: 57 }],
    ['signature, r1', { kind: 'signature', signer: 'r1' }],
    ['signature:1', { kind: 'signature', signer: '1' }],
    ['initials:été.1', { kind: 'initials', signer: 'été.1' }],
  ])('{{%s}} is read', (inside, expected) => {
    const tag = parseTag(inside)
    const round = (value?: number) => value && Math.round(value * 100) / 100
    expect({
      ...tag,
      ...(tag?.width && { width: round(tag.width), height: round(tag.height) }),
    }).toEqual(expected)
  })

  test.each([
    'client.name',
    '#lines',
    'total | currency:"EUR"',
    'signature:a:b:c',
    'signature:<b>',
    '',
  ])('{{%s}} is none', (inside) => {
    expect(parseTag(inside)).toBeUndefined()
  })
})
