/** PDFs as other programs and this service make them: the hosts that signatures must not spoil. */
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { PDFDict, PDFName, type PDFObject, PDFRawStream, type PDFRef, PDFStream } from 'pdf-lib'
import { shippedInvoice, shippedTemplate } from './invoices.ts'
import { plainDocument, SAMPLES } from './pdf-samples.ts'
import { type Outsider, signWithPyHanko } from './pyhanko.ts'
import type { SigningApp } from './signing-app.ts'

function inFolder<Result>(work: (folder: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'hosts-'))
  try {
    return work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The plain document as qpdf writes it. */
export async function throughQpdf(...options: string[]): Promise<Buffer> {
  const plain = await (await plainDocument()).save({ useObjectStreams: false })
  return inFolder((folder) => {
    const [given, out] = [join(folder, 'given.pdf'), join(folder, 'out.pdf')]
    writeFileSync(given, plain)
    execFileSync('qpdf', [...options, given, out])
    return readFileSync(out)
  })
}

const bytesOf = (object: PDFObject): Buffer => {
  const bytes = Buffer.alloc(object.sizeInBytes())
  object.copyBytesInto(bytes, 0)
  return bytes
}

/** What an old reader must see to open the file at all: it stays out of the object stream. */
const seenByOldReaders = (object: PDFObject): boolean =>
  object instanceof PDFStream ||
  (object instanceof PDFDict &&
    ['Catalog', 'Pages', 'Page'].includes(String(object.get(PDFName.of('Type'))).replace('/', '')))

const entry = (kind: number, second: number, third: number): Buffer => {
  const row = Buffer.alloc(7)
  row.writeUInt8(kind, 0)
  row.writeUInt32BE(second, 1)
  row.writeUInt16BE(third, 5)
  return row
}

/**
 * A hybrid-reference file (ISO 32000-2, 7.5.8.4) as Word writes them: a table for old readers, and an
 * `/XRefStm` that gives the objects which the table calls free.
 */
export async function hybridFile(): Promise<Buffer> {
  const document = await plainDocument()
  await document.flush()
  const { context, catalog } = document
  const root = context.getObjectRef(catalog)
  const all = context.enumerateIndirectObjects()
  const parts: Buffer[] = [Buffer.from('%PDF-1.5\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
  const offsets = new Map<number, number>()
  const length = (): number => parts.reduce((sum, part) => sum + part.length, 0)
  const write = (number: number, body: Buffer): void => {
    offsets.set(number, length())
    parts.push(Buffer.from(`${number} 0 obj\n`), body, Buffer.from('\nendobj\n'))
  }
  for (const [ref, object] of all)
    if (seenByOldReaders(object)) write(ref.objectNumber, bytesOf(object))
  const hidden = all.filter(([, object]) => !seenByOldReaders(object))
  const holder = context.largestObjectNumber + 1
  const bodies = hidden.map(([, object]) => Buffer.concat([bytesOf(object), Buffer.from(' ')]))
  let at = 0
  const index = bodies.map((body, n) => {
    const pair = `${hidden[n]?.[0].objectNumber} ${at}`
    at += body.length
    return pair
  })
  const head = Buffer.from(`${index.join(' ')} `)
  const data = Buffer.concat([head, ...bodies])
  write(
    holder,
    bytesOf(
      PDFRawStream.of(
        context.obj({ Type: 'ObjStm', N: hidden.length, First: head.length, Length: data.length }),
        data,
      ),
    ),
  )
  const size = holder + 2
  const rows = Buffer.concat([
    ...hidden.map((_object, n) => entry(2, holder, n)),
    entry(1, offsets.get(holder) ?? 0, 0),
  ])
  const streamAt = length()
  const sections = [...hidden.map(([ref]) => [ref.objectNumber, 1]), [holder, 1]].flat()
  const stream = { Type: 'XRef', Size: size, W: [1, 4, 2], Index: sections, Length: rows.length }
  write(
    holder + 1,
    bytesOf(PDFRawStream.of(context.obj({ ...stream, Root: root as PDFRef }), rows)),
  )
  const tableAt = length()
  const table = Array.from({ length: holder }, (_, number) => {
    const offset = offsets.get(number)
    return offset === undefined
      ? `${String(0).padStart(10, '0')} 65535 f \n`
      : `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const trailer = `<< /Size ${size} /Root ${root} /XRefStm ${streamAt} >>`
  parts.push(
    Buffer.from(
      `xref\n0 ${holder}\n${table.join('')}trailer\n${trailer}\nstartxref\n${tableAt}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}

/** A document with as many incompressible bytes of pictures, as scanners make them. */
export async function scannedFile(bytes: number): Promise<Uint8Array> {
  const document = await plainDocument()
  const side = Math.floor(Math.sqrt(bytes))
  const { context } = document
  const data = randomBytes(side * side)
  const image = {
    Type: 'XObject',
    Subtype: 'Image',
    Width: side,
    Height: side,
    BitsPerComponent: 8,
  }
  const dict = context.obj({ ...image, ColorSpace: 'DeviceGray', Length: data.length })
  const ref = context.register(PDFRawStream.of(dict, data))
  const page = document.addPage([595, 842])
  page.node.setXObject(PDFName.of('Scan'), ref)
  const content = Buffer.from('q 475 0 0 475 60 180 cm /Scan Do Q')
  const stream = PDFRawStream.of(context.obj({ Length: content.length }), content)
  page.node.set(PDFName.of('Contents'), context.register(stream))
  return await document.save({ useObjectStreams: false })
}

const TEMPLATES = resolve(import.meta.dirname, '../../templates')

/** The shipped letter in a format of this service. */
export async function renderedLetter({ app }: SigningApp, format: string): Promise<Buffer> {
  const answer = await app.call('POST', '/render-document', {
    key: await app.newKey(),
    form: [
      [
        'template',
        { filename: 'letter.docx', bytes: readFileSync(join(TEMPLATES, 'letter.docx')) },
      ],
      ['data', readFileSync(join(TEMPLATES, 'letter.json'), 'utf8')],
      ['format', format],
    ],
  })
  if (answer.status !== 200) throw new Error(`not rendered: ${answer.bytes}`)
  return answer.bytes
}

/** The shipped invoice as Factur-X. */
export async function renderedInvoice({ app }: SigningApp): Promise<Buffer> {
  const answer = await app.call('POST', '/render-facturx', {
    key: await app.newKey(),
    form: [
      ['template', shippedTemplate],
      ['data', JSON.stringify(shippedInvoice())],
    ],
  })
  if (answer.status !== 200) throw new Error(`not rendered: ${answer.bytes}`)
  return answer.bytes
}

/** A letter as LibreOffice alone writes it in the oldest archive format, which this service does not offer. */
export function libreOfficeArchive1b(): Buffer {
  return inFolder((folder) => {
    const filter = '{"SelectPdfVersion":{"type":"long","value":"1"}}'
    writeFileSync(
      join(folder, 'letter.html'),
      '<html><body><h1>Lettre</h1><p>Bonjour</p></body></html>',
    )
    execFileSync(
      '/usr/lib/libreoffice/program/soffice',
      [
        `-env:UserInstallation=file://${folder}/profile`,
        ...['--headless', '--writer', '--convert-to', `pdf:writer_web_pdf_Export:${filter}`],
        ...['--outdir', folder, join(folder, 'letter.html')],
      ],
      { stdio: 'pipe' },
    )
    return readFileSync(join(folder, 'letter.pdf'))
  })
}

/** A document that pyHanko signed before us. */
export async function signedElsewhere(outsider: Outsider, sample: string): Promise<Buffer> {
  const plain = await SAMPLES[sample]?.()
  if (plain === undefined) throw new RangeError(`there is no sample ${sample}`)
  return await signWithPyHanko(plain, outsider)
}
