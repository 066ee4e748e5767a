/** Hostile templates whose trouble is in the file or the archive: not a .docx at all, bombs, lies, odd names. */
import { constants, deflateRawSync } from 'node:zlib'
import { docxEntries, docxOf, paragraph } from './docx-package.ts'
import type { HostileDocx } from './hostile-docx.ts'
import { deflatedSpaces, type ZipPart, zipOf } from './zip-builder.ts'

const notDocx = (name: string, finding: string, bytes: () => Uint8Array): HostileDocx => ({
  id: 'T2',
  name,
  bytes,
  code: 'template_not_docx',
  finding,
})

/** Repeatable noise. */
function noise(length: number): Buffer {
  let state = 12345
  return Buffer.from(
    Array.from({ length }, () => {
      state = (state * 1103515245 + 12345) & 0x7fffffff
      return state >>> 16
    }),
  )
}

function oleFile(stream: string): Buffer {
  const header = Buffer.alloc(512)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header)
  return Buffer.concat([header, Buffer.from(stream, 'utf16le'), Buffer.alloc(512)])
}

const ODF = 'urn:oasis:names:tc:opendocument:xmlns'
const ODT_CONTENT =
  `<office:document-content xmlns:office="${ODF}:office:1.0" xmlns:draw="${ODF}:drawing:1.0"` +
  ' xmlns:xlink="http://www.w3.org/1999/xlink"><office:body><office:text>' +
  '<draw:frame><draw:image xlink:href="http://127.0.0.1:9/x.png"/></draw:frame>' +
  '</office:text></office:body></office:document-content>'
const ODT_MIMETYPE = 'application/vnd.oasis.opendocument.text'

const foreign: HostileDocx[] = [
  { ...notDocx('random bytes', 'not_zip', () => noise(4096)), id: 'T1' },
  notDocx('an empty file', 'file_empty', () => Buffer.alloc(0)),
  notDocx('an .odt named .docx', 'other_format', () =>
    zipOf([
      { name: 'mimetype', content: ODT_MIMETYPE, method: 0 },
      { name: 'content.xml', content: ODT_CONTENT },
    ]),
  ),
  notDocx('a flat .fodt named .docx', 'other_format', () =>
    Buffer.from(
      `<?xml version="1.0"?><office:document xmlns:office="${ODF}:office:1.0" office:mimetype="${ODT_MIMETYPE}"/>`,
    ),
  ),
  notDocx('HTML named .docx', 'other_format', () =>
    Buffer.from('<html><body><img src="http://127.0.0.1:9/x.png"></body></html>'),
  ),
  notDocx('RTF named .docx', 'other_format', () => Buffer.from('{\\rtf1\\ansi hello}')),
  notDocx('a PDF named .docx', 'other_format', () => Buffer.from('%PDF-1.7\n1 0 obj\n')),
  notDocx('a .doc named .docx', 'other_format', () => oleFile('WordDocument')),
  notDocx('a .docx locked by a password', 'password_protected', () => oleFile('EncryptedPackage')),
  notDocx('an empty zip', 'other_format', () => zipOf([])),
  notDocx('a zip of something else', 'main_part_missing', () =>
    zipOf([{ name: 'readme.txt', content: 'hello' }]),
  ),
  notDocx('an .xlsx named .docx', 'other_format', () =>
    docxOf({
      mainType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
      files: { 'xl/workbook.xml': '<workbook/>' },
    }),
  ),
  notDocx('a main part that is not there', 'main_part_missing', () =>
    zipOf(docxEntries().filter((entry) => entry.name !== 'word/document.xml')),
  ),
  notDocx('a .docx cut in half', 'truncated', () => {
    const whole = docxOf({ body: paragraph('x').repeat(100) })
    return whole.subarray(0, whole.length >> 1)
  }),
  {
    id: 'T3',
    name: 'an .odt that is also a .docx',
    code: 'template_unsafe',
    finding: 'unexpected_part',
    bytes: () =>
      docxOf({
        first: [
          { name: 'mimetype', content: ODT_MIMETYPE, method: 0 },
          { name: 'content.xml', content: ODT_CONTENT },
        ],
      }),
  },
]

const tooLarge = (id: string, name: string, bytes: () => Uint8Array): HostileDocx => ({
  id,
  name,
  bytes,
  code: 'template_too_complex',
  finding: 'unpacked_too_large',
})

const spacesBomb = (mebibytes: number) => (): Uint8Array => {
  const { packed, size } = deflatedSpaces(mebibytes)
  return docxOf({ entries: [{ name: 'word/settings.xml', packed, size, crc: 0 }] })
}

const bombs: HostileDocx[] = [
  tooLarge('T8', 'a part of 200 MiB in 200 KB', spacesBomb(200)),
  tooLarge('T8', 'a part of 1.5 GiB in 1.5 MB', spacesBomb(1500)),
  tooLarge('T8', 'a part of 8 MiB packed a thousand times', spacesBomb(8)),
  tooLarge('T8', 'twelve parts of 6 MiB each', () =>
    docxOf({
      entries: Array.from({ length: 12 }, (_, index) => ({
        name: `word/media/image${index}.png`,
        packed: deflateRawSync(Buffer.alloc(64 * 1024)),
        size: 6 * 1024 * 1024,
      })),
    }),
  ),
]

const broken = (id: string, name: string, entries: ZipPart[] | (() => ZipPart[])): HostileDocx => ({
  id,
  name,
  code: 'template_not_docx',
  finding: 'zip_invalid',
  bytes: () => docxOf({ entries: typeof entries === 'function' ? entries() : entries }),
})

const text = 'x'.repeat(2000)
const lies: HostileDocx[] = [
  broken('T9', 'a part that declares 10 bytes and holds 2,000', [
    { name: 'word/a.xml', content: text, size: 10 },
  ]),
  broken('T9', 'a part that declares 1,000 bytes and holds 200 MiB', () => [
    { name: 'word/a.xml', packed: deflatedSpaces(200).packed, size: 1000 },
  ]),
  broken('T9', 'a part that declares more than it holds', [
    { name: 'word/a.xml', content: text, size: 3000 },
  ]),
  broken('T9', 'another size in the local header', [
    { name: 'word/a.xml', content: text, localSize: 10 },
  ]),
  broken('T9', 'a wrong checksum', [{ name: 'word/a.xml', content: text, crc: 1 }]),
  broken('T9', 'compressed bytes that are damaged', () => [
    {
      name: 'word/a.xml',
      packed: deflateRawSync(Buffer.from(text), { finishFlush: constants.Z_SYNC_FLUSH }).fill(0xff),
      size: 2000,
    },
  ]),
  broken('T10', '400 entries on one local header', () => [
    { name: 'word/a0.xml', content: text },
    ...Array.from({ length: 399 }, (_, index) => ({ name: `word/a${index + 1}.xml`, sameAs: 4 })),
  ]),
  broken('T10', 'a local header inside the bytes of another entry', () => {
    const inner = zipOf([{ name: 'word/b.xml', content: text }])
    const local = inner.subarray(0, inner.indexOf('PK\x01\x02', 'latin1'))
    return [
      { name: 'word/a.xml', content: local, method: 0 },
      { name: 'word/b.xml', content: text, shift: -local.length },
    ]
  }),
  {
    id: 'T10',
    name: '5,000 entries on one local header',
    code: 'template_too_complex',
    finding: 'too_many_parts',
    bytes: () =>
      docxOf({
        entries: [
          { name: 'word/a.xml', content: text },
          ...Array.from({ length: 4999 }, (_, index) => ({ name: `word/${index}.xml`, sameAs: 4 })),
        ],
      }),
  },
  {
    id: 'T11',
    name: '20,000 parts',
    code: 'template_too_complex',
    finding: 'too_many_parts',
    bytes: () =>
      docxOf({
        entries: Array.from({ length: 20_000 }, (_, index) => ({
          name: `word/p${index}.xml`,
          content: '<a/>',
        })),
      }),
  },
  ...[
    '../../x',
    'word/../../x',
    '/etc/x',
    'C:\\x',
    'C:/x',
    'word\\x.xml',
    'word/./x',
    'a\u0000b',
  ].map((name) =>
    broken('T12', `an entry named ${JSON.stringify(name)}`, [{ name, content: 'x' }]),
  ),
  broken('T12', 'word/document.xml twice', [{ name: 'word/document.xml', content: '<a/>' }]),
  broken('T12', 'word/DOCUMENT.xml beside word/document.xml', [
    { name: 'word/DOCUMENT.xml', content: '<a/>' },
  ]),
  broken('T12', 'another name in the local header', [
    { name: 'word/a.xml', localName: 'word/b.xml', content: 'x' },
  ]),
  broken('T12', 'a symbolic link', [
    { name: 'word/a.xml', content: '/etc/passwd', mode: 0o120777 },
  ]),
  broken('T12', 'an encrypted entry', [{ name: 'word/a.xml', content: 'x', flags: 1 }]),
  broken('T12', 'a compression method other than deflate', [
    { name: 'word/a.xml', content: 'x', method: 12 },
  ]),
  tooLarge('T12', 'a zip64 size of 2^40', () =>
    docxOf({ entries: [{ name: 'word/a.xml', content: 'x', zip64Size: 2n ** 40n }] }),
  ),
  {
    id: 'T12',
    name: 'a directory that begins past the end',
    code: 'template_not_docx',
    finding: 'zip_invalid',
    bytes: () => {
      const bytes = docxOf()
      bytes.writeUInt32LE(bytes.length + 10, bytes.length - 6)
      return bytes
    },
  },
]

/** Cases T1 to T3 and T8 to T12. */
export const HOSTILE_ARCHIVES: readonly HostileDocx[] = [...foreign, ...bombs, ...lies]
