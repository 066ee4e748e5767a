/** Says what a file is that was sent in place of a PDF. */
import { FILE_KINDS, type FileKind, fileKind } from '../kernel/file-kinds.ts'

/** Where other kinds of files belong, in a sentence each: the engine does not know who takes them. */
export type Belonging = Readonly<Partial<Record<FileKind, string>>>

/** @returns the sentences for a file that is recognised as something else; undefined for a PDF and the unknown */
export function otherFile(bytes: Uint8Array, belonging: Belonging = {}): string | undefined {
  const kind = fileKind(bytes)
  if (kind === undefined || kind === 'pdf') return undefined
  if (kind === 'empty') return `The file is ${FILE_KINDS.empty}.`
  return [`The file is ${FILE_KINDS[kind]}, not a PDF.`, belonging[kind] ?? 'Send a PDF.'].join(' ')
}
