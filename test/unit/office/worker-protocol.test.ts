import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type WireMessage, WireReader } from '../../../src/office/worker-protocol.ts'

const read = (chunks: readonly Buffer[], max = 1_000): WireMessage[] => {
  const messages: WireMessage[] = []
  const reader = new WireReader(max, (message) => messages.push(message))
  for (const chunk of chunks) reader.push(chunk)
  return messages
}

describe('messages of a worker', () => {
  test('come out whole however the bytes are cut', () => {
    const body = fc.uint8Array({ maxLength: 50 })
    fc.assert(
      fc.property(fc.array(body, { maxLength: 6 }), fc.array(fc.nat(400)), (bodies, cuts) => {
        const stream = Buffer.concat(
          bodies.flatMap((bytes, id) => [
            Buffer.from(`${JSON.stringify({ id, size: bytes.length, text: 'é\\n' })}\n`),
            bytes,
          ]),
        )
        const edges = [...cuts.map((cut) => Math.min(cut, stream.length)), stream.length].sort(
          (a, b) => a - b,
        )
        let from = 0
        const chunks = edges.map((to) => {
          const chunk = stream.subarray(from, to)
          from = to
          return chunk
        })
        const messages = read(chunks)
        expect(messages.map(({ head }) => head.id)).toEqual(bodies.map((_, id) => id))
        expect(messages.map((message) => [...message.body])).toEqual(
          bodies.map((bytes) => [...bytes]),
        )
      }),
    )
  })

  test.each([
    ['a body larger than allowed', '{"size":1001}\n'],
    ['a negative body', '{"size":-1}\n'],
    ['half a byte', '{"size":0.5}\n'],
    ['a size that is text', '{"size":"9"}\n'],
    ['no JSON', 'Segmentation fault\n'],
    ['a bare value', 'null\n'],
    ['an endless line', 'x'.repeat(70_000)],
  ])('that break the format are noticed: %s', (_, text) => {
    expect(() => read([Buffer.from(text)])).toThrow()
  })

  test('do not take memory for a body before its size is judged', () => {
    expect(() => read([Buffer.from('{"size":4000000000}\n')])).toThrow('4000000000')
  })
})
