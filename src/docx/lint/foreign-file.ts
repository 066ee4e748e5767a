/** Identifies a file that was sent instead of a .docx. */
import { asBuffer } from '../../kernel/bytes.ts'
import type { LintCode } from './lint-findings.ts'

/** What the file is, as a finding. */
interface ForeignFile {
  code: LintCode
  detail: string
}

const other = (what: string): ForeignFile => ({
  code: 'other_format',
  detail: `The file is ${what}, not a Word document (.docx).`,
})

const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
const ZIP = [0x50, 0x4b, 0x03, 0x04]
const EMPTY_ZIP = [0x50, 0x4b, 0x05, 0x06]

const startsWith = (bytes: Uint8Array, signature: readonly number[]): boolean =>
  signature.every((byte, index) => bytes[index] === byte)

/** Identifies a file that is not a zip archive; `null` when it is one. */
export function foreignFile(bytes: Uint8Array): ForeignFile | null {
  if (bytes.length === 0) return { code: 'file_empty', detail: 'The file is empty (0 bytes).' }
  if (startsWith(bytes, ZIP)) return null
  if (startsWith(bytes, EMPTY_ZIP)) return other('an empty zip archive')
  if (startsWith(bytes, OLE)) return oleFile(bytes)
  return textFile(Buffer.from(bytes.subarray(0, 4096)).toString('latin1'))
}

/** OLE compound files name their streams in UTF-16. */
function oleFile(bytes: Uint8Array): ForeignFile {
  const content = asBuffer(bytes)
  if (content.includes(Buffer.from('EncryptedPackage', 'utf16le')))
    return {
      code: 'password_protected',
      detail: 'The file is a Word document that is locked with a password.',
    }
  if (content.includes(Buffer.from('WordDocument', 'utf16le')))
    return other('a Word 97-2003 document (.doc)')
  return other('an old Office document or an Outlook message (OLE)')
}

function textFile(head: string): ForeignFile {
  const text = head.replace(/^\u00ef\u00bb\u00bf/, '').trimStart()
  if (text.startsWith('{\\rtf')) return other('an RTF document (.rtf)')
  if (text.startsWith('%PDF-')) return other('a PDF')
  if (/<office:document[\s>]/.test(text)) return other('a flat OpenDocument text (.fodt)')
  if (/<(?:pkg:package|w:wordDocument)[\s>]/.test(text)) return other('a Word XML file (.xml)')
  if (/^<!doctype html|<html[\s>]/i.test(text)) return other('an HTML page')
  if (text.startsWith('<?xml') || text.startsWith('<')) return other('an XML file')
  return {
    code: 'not_zip',
    detail: 'The file is not a Word document (.docx): a .docx is a zip archive, this is not.',
  }
}

/** Identifies a zip archive that contains no Word document. */
export function foreignArchive(parts: ReadonlyMap<string, Uint8Array>): ForeignFile {
  const mimetype = Buffer.from(parts.get('mimetype') ?? [])
    .toString('latin1')
    .trim()
  if (mimetype.startsWith('application/vnd.oasis.opendocument.'))
    return other(`an OpenDocument file (${mimetype.split('.').at(-1)})`)
  if (mimetype === 'application/epub+zip') return other('an e-book (.epub)')
  const names = [...parts.keys()]
  const holds = (prefix: string): boolean => names.some((name) => name.startsWith(prefix))
  if (holds('xl/')) return other('an Excel workbook')
  if (holds('ppt/')) return other('a PowerPoint presentation')
  if (holds('visio/')) return other('a Visio drawing')
  if (holds('Index/') || holds('index.apxl')) return other('an Apple Pages document')
  const nested = names.find((name) => /\.docx$/i.test(name))
  if (nested !== undefined) return other(`a zip archive with a document inside (${nested})`)
  return {
    code: 'main_part_missing',
    detail: 'The file is a zip archive, but it does not contain a Word document.',
  }
}
