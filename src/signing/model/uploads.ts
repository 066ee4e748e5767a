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
