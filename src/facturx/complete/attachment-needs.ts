/** What a supporting document (BG-24) must be so that it can stand in the XML and beside the page. */
import type { Finding } from '../../kernel/coded-error.ts'
import { formatBytes } from '../../kernel/languages.ts'
import type { CompleteInvoice } from '../model/complete-invoice.ts'
import { findingOf, say } from '../model/fields.ts'
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
    findings.push(
      findingOf({
        code: 'ATTACHMENT-CONTENT',
        pointer: `${pointer}/content`,
        detail: say(
          'The content is not base64 (BT-125).',
          "Le contenu n'est pas en base64 (BT-125).",
        ),
        fix: say(
          'Encode the bytes of the file in base64 with padding (RFC 4648, section 4).',
          'Encodez les octets du fichier en base64 avec remplissage (RFC 4648, section 4).',
        ),
      }),
    )
  if (content === undefined && (filename ?? mimeType) !== undefined)
    findings.push(
      findingOf({
        code: 'ATTACHMENT-CONTENT',
        pointer: `${pointer}/content`,
        detail: say(
          'There is a file name or a media type, but no file (BT-125).',
          'Il y a un nom de fichier ou un type de média, mais pas de fichier (BT-125).',
        ),
        fix: say(
          'Give the file in content, or leave filename and mimeType out.',
          'Envoyez le fichier dans content, ou omettez filename et mimeType.',
        ),
      }),
    )
  if (
    filename !== undefined &&
    (UNSAFE_NAME.test(filename) || Buffer.byteLength(filename) > NAME_BYTES_MAX)
  )
    findings.push(
      findingOf({
        code: 'ATTACHMENT-NAME',
        pointer: `${pointer}/filename`,
        detail: say(
          'The name of an attached file must be a plain file name: no path, no control or direction characters, at most 255 bytes.',
          'Le nom d’un fichier joint doit être un simple nom de fichier : sans chemin, sans caractère de contrôle ni de direction, 255 octets au plus.',
        ),
        fix: say('Send a name such as "plan.pdf".', 'Envoyez un nom comme « plan.pdf ».'),
      }),
    )
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
    return [
      findingOf({
        code: 'ATTACHMENT-NAME',
        pointer: `/attachments/${index}/filename`,
        detail: isReserved
          ? say(
              'This is the name of the XML of an invoice inside a PDF.',
              'C’est le nom du XML d’une facture dans un PDF.',
            )
          : say('Another attached file has this name.', 'Un autre fichier joint porte ce nom.'),
        fix: say('Send another name.', 'Donnez un autre nom.'),
      }),
    ]
  })
}

function limitNeeds(attachments: readonly Attachment[]): Finding[] {
  const { count, bytes } = ATTACHMENT_LIMITS
  const size = attachments.reduce((sum, { content = '' }) => sum + (content.length * 3) / 4, 0)
  if (attachments.length <= count && size <= bytes) return []
  const [en, fr] =
    attachments.length > count
      ? [`There are ${attachments.length} documents`, `Il y a ${attachments.length} documents`]
      : [`The files have ${formatBytes(size)}`, `Les fichiers font ${formatBytes(size)}`]
  return [
    findingOf({
      code: 'ATTACHMENT-LIMIT',
      pointer: '/attachments',
      detail: say(
        `${en}; at most ${count}, with ${formatBytes(bytes)} together, are accepted.`,
        `${fr} ; ${count} au plus, de ${formatBytes(bytes)} ensemble, sont acceptés.`,
      ),
      fix: say(
        'Send fewer, or give their address in url instead of content.',
        'Envoyez-en moins, ou indiquez leur adresse dans url au lieu de content.',
      ),
    }),
  ]
}

/** Findings about the supporting documents. */
export const attachmentNeeds = ({ attachments }: CompleteInvoice): Finding[] => [
  ...attachments.flatMap((each, index) => needsOf(each, `/attachments/${index}`)),
  ...nameNeeds(attachments),
  ...limitNeeds(attachments),
]
