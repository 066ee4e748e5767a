import type { FormSpec } from '../../http/form.ts'
import { INPUT_LIMITS } from '../../kernel/field-types.ts'

/** Form with a file. */
export const SIGNER_FILE_FORM = {
  field: {
    kind: 'text',
    required: true,
    description: 'Name of the field',
    limits: { minLength: 1, maxLength: INPUT_LIMITS.name },
  },
  file: {
    kind: 'file',
    required: true,
    description: `A PDF, or a JPEG or PNG picture, of at most ${INPUT_LIMITS.fileBytes / 1_000_000} MB`,
    mediaType: 'application/octet-stream',
  },
} as const satisfies FormSpec

/** Files that signers give for fields of type `file`, as stored. */

/** Kinds of files that are taken, by media type, with the extension of their names. */
export const FILE_KINDS = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
} as const

/** One of {@link FILE_KINDS}. */
export type FileKind = keyof typeof FILE_KINDS

/** A file, as it is named where the signature is. An alias: it is written into the trail as JSON. */
export type SignerFile = {
  id: string
  name: string
  media_type: FileKind
  /** Bytes. */
  size: number
  /** Of the file as it is stored and handed out, in hexadecimal. */
  sha256: string
}

/** The files of one signer, by the names of the fields. */
export type SignerFiles = Readonly<Record<string, SignerFile>>

const SEPARATOR = ' · '
const ALGORITHM = 'SHA-256 '

/** A file as the value of its field: who has it and the document can tell that they belong together. */
export const fileText = ({ name, size, sha256 }: Omit<SignerFile, 'id' | 'media_type'>): string =>
  [name, `${size} B`, `${ALGORITHM}${sha256}`].join(SEPARATOR)

/** The parts of a text of {@link fileText}. */
export function partsOfFile(text: string): { name: string; size: string; sha256: string } {
  const parts = text.split(SEPARATOR)
  const [size = '', hash = ''] = parts.slice(-2)
  return { name: parts.slice(0, -2).join(SEPARATOR), size, sha256: hash.replace(ALGORITHM, '') }
}
