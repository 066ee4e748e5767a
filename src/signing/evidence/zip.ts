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

/** Packs files in the order given; `at` is their time. */
export async function zipOf(files: readonly ZipFile[], at: Date): Promise<Buffer> {
  invariant(files.length <= FILES_MAX, 'an archive has no more files than its directory counts')
  const pieces: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
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
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...pieces, ...directory, end])
}
