/** A zip archive (APPNOTE 6.3) whose entries are packed off the event loop; the same files give the same bytes. */
import { crc32, deflateRaw } from 'node:zlib'
import { invariant } from '../../kernel/invariant.ts'

/** A file to pack. Its name has `/` between folders and no character outside ASCII. */
export interface ZipFile {
  name: string
  bytes: Uint8Array
}

const VERSION = 20
const DEFLATED = 8
/** Beyond these the format would need ZIP64; a document has 50 MB at most. */
const BYTES_MAX = 0xffff_ffff
const FILES_MAX = 0xffff
const SAFE_NAME = /^(?!\/)(?!.*(?:^|\/)\.\.(?:\/|$))[A-Za-z0-9._/-]{1,200}$/

const packed = (bytes: Uint8Array): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    deflateRaw(bytes, (error, result) => (error === null ? resolve(result) : reject(error)))
  })

/** MS-DOS date and time of a moment, in UTC. */
function dosTime(at: Date): [time: number, date: number] {
  const year = Math.max(1980, at.getUTCFullYear())
  return [
    (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
    ((year - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  ]
}

/** The 26 bytes that a local header and its directory entry have in common (4.3.7, 4.3.12). */
function sharedHeader({ name, bytes }: ZipFile, content: Buffer, at: Date): Buffer {
  const [time, date] = dosTime(at)
  const header = Buffer.alloc(26)
  header.writeUInt16LE(VERSION, 0)
  header.writeUInt16LE(DEFLATED, 4)
  header.writeUInt16LE(time, 6)
  header.writeUInt16LE(date, 8)
  header.writeUInt32LE(crc32(bytes), 10)
  header.writeUInt32LE(content.length, 14)
  header.writeUInt32LE(bytes.length, 18)
  header.writeUInt16LE(name.length, 22)
  return header
}

/** An archive to which files may still be added: its entries, and their rows of the directory. */
export interface BegunZip {
  entries: Uint8Array
  directory: Uint8Array
  files: number
}

const NOTHING: BegunZip = { entries: Buffer.alloc(0), directory: Buffer.alloc(0), files: 0 }

/** Packs files behind those of a begun archive, in the order given; `at` is their time. */
export async function continuedZip(
  files: readonly ZipFile[],
  at: Date,
  begun = NOTHING,
): Promise<BegunZip> {
  const count = begun.files + files.length
  invariant(count <= FILES_MAX, 'an archive has no more files than its directory counts')
  const pieces: Uint8Array[] = [begun.entries]
  const directory: Uint8Array[] = [begun.directory]
  let offset = begun.entries.length
  for (const file of files) {
    invariant(SAFE_NAME.test(file.name), `a file of an archive may be named ${file.name}`)
    const content = await packed(file.bytes)
    const name = Buffer.from(file.name)
    const shared = sharedHeader(file, content, at)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    pieces.push(Buffer.from('PK\x03\x04', 'latin1'), shared, name, content)
    directory.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), shared, tail, name)
    offset += 4 + shared.length + name.length + content.length
    invariant(offset <= BYTES_MAX, 'an archive stays below 4 GB')
  }
  return { entries: Buffer.concat(pieces), directory: Buffer.concat(directory), files: count }
}

/** The archive, ended by its directory. */
export function endedZip({ entries, directory, files }: BegunZip): Buffer {
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(files, 8)
  end.writeUInt16LE(files, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(entries.length, 16)
  return Buffer.concat([entries, directory, end])
}
