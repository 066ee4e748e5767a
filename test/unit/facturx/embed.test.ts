import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFRawStream,
  PDFString,
} from 'pdf-lib'
import { describe, expect, test } from 'vitest'
import { embedFacturx } from '../../../src/facturx/cii/embed.ts'
import { PROFILES } from '../../../src/facturx/model/invoice.ts'
import { PROFILE_FACTS } from '../../../src/facturx/model/profiles.ts'
import type { CodedError } from '../../../src/kernel/coded-error.ts'

const modifiedAt = new Date('2026-11-05T10:00:00Z')
const xml = '<?xml version="1.0" encoding="UTF-8"?>\n<é/>\n'

async function archivable(useObjectStreams: boolean, change?: (document: PDFDocument) => unknown) {
  const document = await PDFDocument.create()
  document.addPage()
  document.convertToPDFA()
  await change?.(document)
  return document.save({ useObjectStreams })
}

const name = (value: string) => PDFName.of(value)
const streamIn = (dictionary: PDFDict, key: string): PDFRawStream => {
  const stream = dictionary.lookup(name(key))
  if (stream instanceof PDFRawStream) return stream
  throw new Error(`${key} is no stream`)
}
const packetOf = (document: PDFDocument): string => {
  const stream = streamIn(document.catalog, 'Metadata')
  expect(stream.dict.has(name('Filter'))).toBe(false)
  return Buffer.from(stream.getContents()).toString('utf8')
}
const namesOf = (document: PDFDocument): [string, PDFDict][] => {
  const tree = document.catalog.lookup(name('Names'), PDFDict)
  const files = tree.lookup(name('EmbeddedFiles'), PDFDict).lookup(name('Names'), PDFArray)
  return Array.from({ length: files.size() / 2 }, (_, index) => [
    files.lookup(2 * index, PDFHexString).decodeText(),
    files.lookup(2 * index + 1, PDFDict),
  ])
}
const contentOf = (file: PDFDict): string => {
  const stream = streamIn(file.lookup(name('EF'), PDFDict), 'F')
  return Buffer.from(decodePDFRawStream(stream).decode()).toString('utf8')
}
const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'nothing thrown',
    (error: CodedError) => error.code,
  )

describe('embedding the XML', () => {
  test.each([
    ['a cross-reference table', false],
    ['a cross-reference stream', true],
  ])('appends to a PDF with %s and leaves its bytes as they are', async (_, streams) => {
    const pdf = await archivable(streams)
    const facturx = await embedFacturx(pdf, { xml, profile: 'en16931', modifiedAt })
    expect(Buffer.from(facturx.subarray(0, pdf.length)).equals(Buffer.from(pdf))).toBe(true)
    const appended = Buffer.from(facturx.subarray(pdf.length)).toString('latin1')
    expect(/\nxref\n/.test(appended)).toBe(!streams)
    const [file] = namesOf(await PDFDocument.load(facturx))
    expect(file?.[0]).toBe('factur-x.xml')
    expect(file && contentOf(file[1])).toBe(xml)
  })

  test.each(PROFILES)('says what profile %s is, in PDF and XMP', async (profile) => {
    const { relationship, conformanceLevel } = PROFILE_FACTS[profile]
    const facturx = await embedFacturx(await archivable(false), { xml, profile, modifiedAt })
    const document = await PDFDocument.load(facturx, { updateMetadata: false })
    const file = document.catalog.lookup(name('AF'), PDFArray).lookup(0, PDFDict)
    expect(file.lookup(name('AFRelationship'), PDFName)).toBe(name(relationship))
    expect(file.lookup(name('UF'), PDFHexString).decodeText()).toBe('factur-x.xml')
    const stream = streamIn(file.lookup(name('EF'), PDFDict), 'F')
    expect(stream.dict.lookup(name('Subtype'), PDFName).decodeText()).toBe('text/xml')
    const parameters = stream.dict.lookup(name('Params'), PDFDict)
    expect(parameters.lookup(name('ModDate'), PDFString).decodeDate()).toEqual(modifiedAt)
    expect(parameters.lookup(name('Size'), PDFNumber).asNumber()).toBe(Buffer.byteLength(xml))
    const packet = packetOf(document)
    expect(packet).toContain(`<fx:ConformanceLevel>${conformanceLevel}</fx:ConformanceLevel>`)
    expect(packet).toContain('<fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>')
    expect(packet).toContain('<fx:DocumentType>INVOICE</fx:DocumentType>')
    expect(packet).toContain('<fx:Version>1.0</fx:Version>')
    expect(packet).toContain('pdfaid:part')
    expect(packet.match(/<pdfaProperty:name>/g)).toHaveLength(4)
  })

  test('keeps files that are there, sorts the names and adds further ones', async () => {
    const pdf = await archivable(false, (document) =>
      document.attach(Buffer.from('old'), 'zebra.txt', { mimeType: 'text/plain' }),
    )
    const note = {
      name: 'bon été (1).csv',
      mimeType: 'text/csv',
      content: Buffer.from('a;b'),
    }
    const facturx = await embedFacturx(pdf, {
      xml,
      profile: 'extended',
      modifiedAt,
      attachments: [note],
    })
    const document = await PDFDocument.load(facturx)
    expect(namesOf(document).map(([each, file]) => [each, contentOf(file)])).toEqual([
      ['bon été (1).csv', 'a;b'],
      ['factur-x.xml', xml],
      ['zebra.txt', 'old'],
    ])
    expect(document.catalog.lookup(name('AF'), PDFArray).size()).toBe(3)
  })

  test('is refused for a PDF that is no PDF/A, or a Factur-X already, or no PDF', async () => {
    const content = { xml, profile: 'basic' as const, modifiedAt }
    const plain = await PDFDocument.create()
    plain.addPage()
    expect(await codeOf(embedFacturx(await plain.save(), content))).toBe('render_failed')
    const facturx = await embedFacturx(await archivable(false), content)
    expect(await codeOf(embedFacturx(facturx, content))).toBe('render_failed')
    expect(await codeOf(embedFacturx(Buffer.from('%PDF-1.7 nothing'), content))).toBe(
      'render_failed',
    )
  })
})
