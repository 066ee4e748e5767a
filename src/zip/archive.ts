/** An archive written in pieces, with its files compressed off the event loop; more may be added later. */
import { crc32, deflateRaw } from 'node:zlib'
import { invariant } from '../kernel/invariant.ts'
import { dosTime, zipEnd, zipRecords } from './write.ts'

/** A file to pack. Its name has `/` between folders and only ASCII characters. */
export interface ZipFile {
  name: string
  bytes: Uint8Array
}

const SAFE_NAME = /^(?!\/)(?!.*(?:^|\/)\.\.(?:\/|$))[A-Za-z0-9._/-]{1,200}$/

const packed = (bytes: Uint8Array): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    deflateRaw(bytes, (error, result) => (error === null ? resolve(result) : reject(error)))
  })

/** An archive to which files may still be added: its entries, and their rows in the central directory. */
export interface BegunZip {
  entries: Uint8Array
  directory: Uint8Array
  files: number
}

const NOTHING: BegunZip = { entries: Buffer.alloc(0), directory: Buffer.alloc(0), files: 0 }

/** Packs files after those of an existing archive, in the order given; `at` is their time. */
export async function continuedZip(files: readonly ZipFile[], at: Date, begun = NOTHING) {
  const pieces: Uint8Array[] = [begun.entries]
  const directory: Uint8Array[] = [begun.directory]
  let offset = begun.entries.length
  const time = dosTime(at)
  for (const { name, bytes } of files) {
    invariant(SAFE_NAME.test(name), `a file of an archive may be named ${name}`)
    const content = await packed(bytes)
    const file = { name, content, isStored: false, checksum: crc32(bytes), size: bytes.length }
    const { entry, row, end } = zipRecords(file, offset, time)
    pieces.push(...entry)
    directory.push(...row)
    offset = end
  }
  return {
    entries: Buffer.concat(pieces),
    directory: Buffer.concat(directory),
    files: begun.files + files.length,
  }
}

/** The archive, with its central directory at the end. */
export const endedZip = ({ entries, directory, files }: BegunZip): Buffer =>
  Buffer.concat([entries, directory, zipEnd(files, entries.length, directory.length)])
