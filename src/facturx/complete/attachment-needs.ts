/** What a supporting document (BG-24) must be so that it can stand in the XML and beside the page. */
import type { Finding } from '../../kernel/coded-error.ts'
import { formatBytes } from '../../kernel/languages.ts'
import type { CompleteInvoice } from '../model/complete-invoice.ts'
import { fault } from '../model/fields.ts'
import type { Attachment } from '../model/invoice.ts'
import { XML_NAMES } from '../xml/xml.ts'

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

/** RFC 4648, section 4, with padding; line breaks are allowed. A group for every four would exhaust the stack. */
function isBase64(content: string): boolean {
  const plain = content.replaceAll(/\s/g, '')
  return plain.length % 4 === 0 && BASE64.test(plain)
}

/** Parts of a path, characters no file system takes, and those that make a name read differently than it is. */
const UNSAFE_NAME =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
  /[/\\:*?"<>|\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]|^\.+$|^\.\./

/** Longest file name that file systems take, in bytes of UTF-8. */
const NAME_BYTES_MAX = 255

function needsOf({ content, filename, mimeType }: Attachment, pointer: string): Finding[] {
  const findings: Finding[] = []
  if (content !== undefined && !isBase64(content))
    findings.push(fault('ATTACHMENT-CONTENT', `${pointer}/content`, 'notBase64'))
  if (content === undefined && (filename ?? mimeType) !== undefined)
    findings.push(fault('ATTACHMENT-CONTENT', `${pointer}/content`, 'noContent'))
  if (
    filename !== undefined &&
    (UNSAFE_NAME.test(filename) || Buffer.byteLength(filename) > NAME_BYTES_MAX)
  )
    findings.push(fault('ATTACHMENT-NAME', `${pointer}/filename`, 'unsafeName'))
  return findings
}

/** Most supporting documents; and the size of their files together, each of which stands in the XML and in the PDF. */
export const ATTACHMENT_LIMITS = { count: 50, bytes: 8 * 1_048_576 }

/** File systems of recipients do not tell these apart. */
const sameName = (name: string): string => name.normalize('NFC').toLowerCase()

const RESERVED = new Set(XML_NAMES.map(sameName))

/** In the PDF the files have one name each, and none that of the invoice. */
function nameNeeds(attachments: readonly Attachment[]): Finding[] {
  const taken = new Set<string>()
  return attachments.flatMap(({ filename, content }, index) => {
    if (filename === undefined || content === undefined) return []
    const name = sameName(filename)
    const isReserved = RESERVED.has(name)
    const isFree = !isReserved && !taken.has(name)
    taken.add(name)
    if (isFree) return []
    const pointer = `/attachments/${index}/filename`
    return [fault('ATTACHMENT-NAME', pointer, 'takenName', { isReserved })]
  })
}

function limitNeeds(attachments: readonly Attachment[]): Finding[] {
  const { count, bytes } = ATTACHMENT_LIMITS
  const size = attachments.reduce((sum, { content = '' }) => sum + (content.length * 3) / 4, 0)
  const isMany = attachments.length > count
  if (!isMany && size <= bytes) return []
  return [
    fault('ATTACHMENT-LIMIT', '/attachments', 'attachments', (locale) => ({
      isMany,
      count: attachments.length,
      size: formatBytes(size, locale),
      max: count,
      sizeMax: formatBytes(bytes, locale),
    })),
  ]
}

/** Findings about the supporting documents. */
export const attachmentNeeds = ({ attachments }: CompleteInvoice): Finding[] => [
  ...attachments.flatMap((each, index) => needsOf(each, `/attachments/${index}`)),
  ...nameNeeds(attachments),
  ...limitNeeds(attachments),
]
