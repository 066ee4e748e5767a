/** Writes PDFs byte by byte, whatever stands in them. */
import { deflateSync } from 'node:zlib'

/** What stands in an object. */
export type Body = string | Buffer

/** Bytes of a megabyte. */
export const MB = 1024 * 1024
/** A body as bytes. */
export const bytesOf = (body: Body): Buffer =>
  typeof body === 'string' ? Buffer.from(body, 'latin1') : body
/** Deflated. */
export const packed = (data: Body): Buffer => deflateSync(bytesOf(data))

/** How a structural stream is packed: its `/Filter` and what makes its bytes. */
export interface Packing {
  filter: string
  pack(data: Buffer): Buffer
}
const DEFLATED: Packing = { filter: '/FlateDecode', pack: packed }

/** `count` megabytes of one text, deflated; made piece by piece, so that making it costs little. */
export const megabytes = (count: number, text: string): Buffer =>
  packed(Buffer.alloc(count * MB, text, 'latin1'))

/** A stream object; `dict` are further members. */
export const stream = (dict: string, data: Body): Buffer => {
  const bytes = bytesOf(data)
  return Buffer.concat([
    Buffer.from(`<< ${dict} /Length ${bytes.length} >>\nstream\n`, 'latin1'),
    bytes,
    Buffer.from('\nendstream'),
  ])
}

/** An object stream that holds these objects and is then filled up. */
export function objectStream(
  objects: readonly [number, string][],
  { fill = 0, filters = 1, packing }: { fill?: number; filters?: number; packing?: Packing } = {},
): Buffer {
  let at = 0
  const head = objects.map(([number, text]) => {
    const row = `${number} ${at} `
    at += text.length + 1
    return row
  })
  const first = head.join('')
  const text = `${first}${objects.map(([, each]) => `${each} `).join('')}`
  let data = bytesOf(text)
  if (fill > 0) data = Buffer.concat([data, Buffer.alloc(fill, ']')])
  const packings =
    packing === undefined ? Array.from({ length: filters }, () => DEFLATED) : [packing]
  for (const { pack } of packings) data = pack(data)
  const names = packings.map(({ filter }) => filter).join(' ')
  return stream(
    `/Type /ObjStm /N ${objects.length} /First ${first.length} /Filter [${names}]`,
    data,
  )
}

interface Parts {
  /** By number; the catalog is 1. */
  objects: Map<number, Body>
  /** Compressed ones: where they are. */
  inside?: Map<number, readonly [container: number, index: number]>
  /** Stands in for what the cross-reference stream would say. */
  xref?: { dict: string; data: Buffer; filter?: string }
  size?: number
  /** Of the cross-reference stream. */
  packing?: Packing
}

/** A row of a cross-reference stream with fields of 1, 4 and 2 bytes. */
export function row(type: number, second: number, third: number): Buffer {
  const bytes = Buffer.alloc(7)
  bytes.writeUInt8(type, 0)
  bytes.writeUInt32BE(second, 1)
  bytes.writeUInt16BE(third, 5)
  return bytes
}

/** The file with a cross-reference stream. */
export function assembled({
  objects,
  inside = new Map(),
  xref,
  size,
  packing = DEFLATED,
}: Parts): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
  let at = parts[0]?.length ?? 0
  const offsets = new Map<number, number>()
  for (const [number, body] of objects) {
    offsets.set(number, at)
    const bytes = Buffer.concat([
      Buffer.from(`${number} 0 obj\n`),
      bytesOf(body),
      Buffer.from('\nendobj\n'),
    ])
    parts.push(bytes)
    at += bytes.length
  }
  let last = 0
  for (const number of [...objects.keys(), ...inside.keys()]) last = Math.max(last, number)
  const own = last + 1
  offsets.set(own, at)
  const rows = Array.from({ length: own + 1 }, (_, number) => {
    const held = inside.get(number)
    const offset = offsets.get(number)
    if (held !== undefined) return row(2, held[0], held[1])
    return offset === undefined ? row(0, 0, 0) : row(1, offset, 0)
  })
  const table = xref ?? {
    dict: `/W [1 4 2] /Index [0 ${own + 1}]`,
    data: packing.pack(Buffer.concat(rows)),
    filter: `[${packing.filter}]`,
  }
  const section = stream(
    `/Type /XRef /Root 1 0 R /Size ${size ?? own + 1} ${table.dict}${
      table.filter === undefined ? '' : ` /Filter ${table.filter}`
    }`,
    table.data,
  )
  parts.push(Buffer.from(`${own} 0 obj\n`), section)
  parts.push(Buffer.from(`\nendobj\nstartxref\n${at}\n%%EOF\n`))
  return Buffer.concat(parts)
}
