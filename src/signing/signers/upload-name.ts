/** Names of signers' files. */
import { safeFilename } from '../../http/disposition.ts'
import { INPUT_LIMITS } from '../../kernel/field-types.ts'
import { HIDDEN } from '../fields/values.ts'
import { FILE_KINDS, type FileKind } from '../model/uploads.ts'

const EVERY_HIDDEN = new RegExp(HIDDEN.source, 'gu')
const EXTENSION: Readonly<Record<FileKind, RegExp>> = {
  'application/pdf': /\.pdf$/i,
  'image/jpeg': /\.(?:jpe?g|jfif)$/i,
  'image/png': /\.png$/i,
}

/** A name as a device sent it, without path and invisible characters, with the extension of what the file is. */
export function fileName(given: string, kind: FileKind): string {
  const extension = FILE_KINDS[kind]
  const bare = given.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const seen = bare.replace(EVERY_HIDDEN, '_').trim().replace(EXTENSION[kind], '')
  const most = INPUT_LIMITS.fileName - extension.length - 1
  return safeFilename([...seen].slice(0, most).join(''), extension)
}
