/** A page with an annotation of every kind that readers draw, none of which has an appearance. */
import { PDFDocument, PDFName, PDFString, StandardFonts } from 'pdf-lib'

const quads = (y: number) => [20, y + 14, 160, y + 14, 20, y, 160, y]
const line = (y: number) => ({ Rect: [20, y, 160, y + 14], QuadPoints: quads(y), C: [1, 0, 0] })
const box = (index: number) => {
  const [x, y] = [200 + (index % 3) * 65, 20 + Math.floor(index / 3) * 60]
  return { Rect: [x, y, x + 50, y + 40], C: [0, 0.4, 0.8], BS: { W: 2 } }
}

/** By the names of their kinds (ISO 32000-2, table 171). */
export const BARE_ANNOTATIONS: Readonly<Record<string, object>> = {
  Highlight: { ...line(340), C: [1, 1, 0] },
  Underline: line(300),
  Squiggly: line(260),
  StrikeOut: line(220),
  Redact: line(180),
  Text: { Rect: [20, 140, 40, 160], Contents: PDFString.of('Ask about this'), Name: 'Note' },
  FreeText: {
    Rect: [20, 80, 160, 120],
    DA: PDFString.of('/Helv 12 Tf 0 0 1 rg'),
    Contents: PDFString.of('Paid on delivery'),
  },
  Square: { ...box(0), IC: [0.9, 0.9, 0.9] },
  Circle: box(1),
  Caret: box(2),
  Line: { ...box(3), L: [200, 80, 250, 120] },
  Polygon: { ...box(4), Vertices: [265, 80, 315, 80, 290, 120] },
  PolyLine: { ...box(5), Vertices: [330, 80, 380, 80, 355, 120] },
  Ink: { ...box(6), InkList: [[200, 140, 225, 180, 250, 140]] },
  FileAttachment: { ...box(7), FS: { Type: 'Filespec', F: PDFString.of('a.txt') } },
  Stamp: { ...box(8), Name: 'NotApproved' },
  Link: { ...box(9), Border: [0, 0, 1], A: { S: 'URI', URI: PDFString.of('https://example.com') } },
  Watermark: box(10),
}

/** @param kinds all of them unless told */
export async function bareAnnotations(kinds = Object.keys(BARE_ANNOTATIONS)): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const page = document.addPage([420, 420])
  const font = await document.embedFont(StandardFonts.Helvetica)
  for (const y of [340, 300, 260, 220, 180])
    page.drawText('The price is 100 EUR', { x: 20, y: y + 3, size: 12, font })
  const annotations = kinds.map((Subtype) =>
    document.context.register(
      document.context.obj({ Type: 'Annot', Subtype, F: 4, ...BARE_ANNOTATIONS[Subtype] } as never),
    ),
  )
  page.node.set(PDFName.of('Annots'), document.context.obj(annotations))
  return await document.save()
}
