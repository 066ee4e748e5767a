/** What a file is that was sent in place of another, by its first bytes: for the messages that refuse it. */
import { asBuffer } from './bytes.ts'

/** The kinds that are distinguished, each as it is named in a sentence. */
export const FILE_KINDS = {
  empty: 'empty (0 bytes)',
  pdf: 'a PDF',
  docx: 'a Word document (.docx)',
  xlsx: 'an Excel workbook (.xlsx)',
  zip: 'a zip archive',
  ole: 'an old Office document (.doc, .xls)',
  image: 'an image',
  json: 'JSON',
  html: 'an HTML page',
  xml: 'XML',
} as const

/** A kind of file. */
export type FileKind = keyof typeof FILE_KINDS

/** ISO 32000-1, 7.5.2 and its implementers: the header of a PDF may be anywhere in the first kilobyte. */
const HEAD_BYTES = 1024

/** First bytes, in Latin-1. */
const SIGNATURES: readonly [start: string, kind: FileKind][] = [
  ['\u00d0\u00cf\u0011\u00e0', 'ole'],
  ['\u0089PNG', 'image'],
  ['\u00ff\u00d8\u00ff', 'image'],
  ['GIF8', 'image'],
  ['II*\u0000', 'image'],
  ['MM\u0000*', 'image'],
]

/** A zip archive by the names of its parts, which stand in it as they are. */
function archiveKind(bytes: Uint8Array): FileKind {
  const content = asBuffer(bytes)
  if (content.includes('word/document.xml')) return 'docx'
  return content.includes('xl/workbook') ? 'xlsx' : 'zip'
}

function textKind(head: string): FileKind | undefined {
  const text = head.replace(/^\u00ef\u00bb\u00bf/, '').trimStart()
  if (/^[{[]\s*(["{}[\]\d-]|$)/.test(text)) return 'json'
  if (/^<!doctype html|^<html[\s>]/i.test(text)) return 'html'
  return text.startsWith('<') ? 'xml' : undefined
}

/** @returns undefined for what none of the kinds is */
export function fileKind(bytes: Uint8Array): FileKind | undefined {
  if (bytes.length === 0) return 'empty'
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1')
  if (head.startsWith('PK\u0003\u0004')) return archiveKind(bytes)
  if (head.includes('%PDF-')) return 'pdf'
  const signed = SIGNATURES.find(([start]) => head.startsWith(start))
  return signed?.[1] ?? textKind(head)
}
