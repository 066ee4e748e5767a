/** Writes what the Postman collection sends besides the templates: `npm run samples`. */
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PDFDocument } from 'pdf-lib'
import { embedFont } from '../src/pdf/fonts.ts'
import { shippedXml } from '../test/support/invoices.ts'
import { smallFont } from '../test/support/small-font.ts'

const folder = join(import.meta.dirname, '..', 'templates')
const write = (name: string, bytes: Uint8Array): void => writeFileSync(join(folder, name), bytes)

/** A page with a line to sign on. */
async function contract(): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const font = await embedFont(document, 'regular')
  const page = document.addPage([595, 842])
  const lines: ReadonlyArray<readonly [text: string, y: number, size: number]> = [
    ['Contract of service', 760, 20],
    ['Between Lumen & Fils, Lyon, and Hôtel Bellevue, Annecy.', 720, 11],
    [
      'Lumen & Fils maintains the lighting of the hotel from 1 January 2027, for twelve months.',
      700,
      11,
    ],
    ['Hôtel Bellevue pays EUR 340 a month, within thirty days of each invoice.', 684, 11],
    ['Signature of the client: ______________________________', 600, 11],
  ]
  for (const [text, y, size] of lines) page.drawText(text, { x: 60, y, size, font })
  return await document.save()
}

/** RFC 3161, 2.4.1: version 1, SHA-256 of a text, the certificate asked for. */
function timeStampRequest(): Uint8Array {
  const digest = createHash('sha256').update('Contract of service').digest()
  const head = '3039020101303130 0d0609608648016503040201 05000420'.replaceAll(' ', '')
  return Buffer.concat([Buffer.from(head, 'hex'), digest, Buffer.from('0101ff', 'hex')])
}

/** RFC 6960, 4.1.1: about a certificate that no authority of this service issued. */
const STATUS_REQUEST =
  'MEQwQjBAMD4wPDAJBgUrDgMCGgUABBSfGIiv3ej+u0kQrnDQ8FoPcCMJgAQUf/whU/5B5Rxk2n9sJA8N2ET559kCAxQoVw=='

write('contract.pdf', await contract())
write('facture.xml', shippedXml().bytes)
write('boxes.ttf', smallFont())
write('time-stamp-request.tsq', timeStampRequest())
write('certificate-status-request.der', Buffer.from(STATUS_REQUEST, 'base64'))
