/** Requests as bytes: well-formed ones of every kind that the service takes, and ones that no client would send. */
import { multipart } from './app.ts'
import { docxWith } from './docx-package.ts'

/** Who sends them. */
export interface Sender {
  key: string
  /** Of a signer's link. */
  token: string
  documentId: string
  signerId: string
  pdf: Uint8Array
}

const CRLF = '\r\n'
const bytes = (text: string): Buffer => Buffer.from(text, 'latin1')

function request(line: string, headers: readonly string[], body: Uint8Array | string = ''): Buffer {
  const head = `${line} HTTP/1.1${CRLF}${['Host: x', ...headers].join(CRLF)}${CRLF}${CRLF}`
  return Buffer.concat([bytes(head), typeof body === 'string' ? bytes(body) : body])
}

const withLength = (line: string, headers: readonly string[], body: Uint8Array | string): Buffer =>
  request(line, [...headers, `Content-Length: ${Buffer.byteLength(body)}`], body)

/** In chunks of 100 bytes. */
function chunks(body: Uint8Array | string): Buffer {
  const whole = Buffer.from(body)
  const pieces: Buffer[] = []
  for (let at = 0; at < whole.length; at += 100) {
    const piece = whole.subarray(at, at + 100)
    pieces.push(bytes(`${piece.length.toString(16)}${CRLF}`), piece, bytes(CRLF))
  }
  return Buffer.concat([...pieces, bytes(`0${CRLF}${CRLF}`)])
}
const inChunks = (line: string, headers: readonly string[], body: Uint8Array | string): Buffer =>
  request(line, [...headers, 'Transfer-Encoding: chunked'], chunks(body))

/** Each well-formed kind by its name. Sent whole, some would be served. */
export function wellFormed({ key, token, documentId, signerId, pdf }: Sender) {
  const auth = `X-API-Key: ${key}`
  const json = 'Content-Type: application/json'
  const form = multipart([
    ['template', { filename: 'a.docx', bytes: docxWith('Hello {name}') }],
    ['data', '{"name":"Ada"}'],
  ])
  const file = multipart([['file', { filename: 'a.pdf', bytes: pdf, type: 'application/pdf' }]])
  const send = multipart([
    ['file', { filename: 'a.pdf', bytes: pdf }],
    ['signers', '[{"email":"a@example.com"}]'],
  ])
  const render = JSON.stringify({ template_base64: 'UEsDBA==', data: { name: 'Ada' } })
  const type = (of: { contentType: string }) => `Content-Type: ${of.contentType}`
  const tool = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })
  const own = `/api/v1/documents/${documentId}`
  const image = JSON.stringify({
    document_sha256: 'a'.repeat(64),
    kind: 'drawn',
    image: 'A'.repeat(20_000),
  })
  return {
    'render, form': withLength('POST /render', [auth, type(form)], form.body),
    'render, form in chunks': inChunks('POST /render', [auth, type(form)], form.body),
    'render, JSON': withLength('POST /render', [auth, json], render),
    'render, JSON in chunks': inChunks('POST /render', [auth, json], render),
    'render without a key': withLength('POST /render', [type(form)], form.body),
    'render, gzip': withLength('POST /render', [auth, json, 'Content-Encoding: gzip'], render),
    'render, Expect': withLength('POST /render', [auth, json, 'Expect: 100-continue'], render),
    'render, another Expect': withLength('POST /render', [auth, json, 'Expect: 200-ok'], render),
    'nothing there, Expect': withLength('POST /nothing', ['Expect: 100-continue'], render),
    'an electronic invoice': withLength('POST /render-facturx', [auth, type(form)], form.body),
    'a check of one': withLength('POST /validate-facturx', [auth, json], '{"invoice":{}}'),
    'a template': withLength('POST /templates', [auth, type(form)], form.body),
    detection: withLength('POST /detect-signature-fields', [auth, type(file)], file.body),
    'a signature request': withLength('POST /api/v1/documents', [auth, type(send)], send.body),
    'a changed signer': withLength(
      `PATCH ${own}/signers/${signerId}`,
      [auth, json],
      '{"email":"b@c.de"}',
    ),
    'a webhook': withLength('POST /api/v1/webhooks', [auth, json], '{"url":"https://a.example/x"}'),
    verification: withLength('POST /api/v1/verify', [auth, type(file)], file.body),
    'the page that verifies': withLength('POST /verify', [type(file)], file.body),
    'the page in chunks': inChunks('POST /verify', [type(file)], file.body),
    'the page in an unknown coding': request(
      'POST /verify',
      ['Transfer-Encoding: xchunked'],
      `0${CRLF}${CRLF}`,
    ),
    'a code': withLength(`POST /sign/${token}/code`, [json], '{"consent":{"version":"1"}}'),
    'a mark': withLength(`POST /sign/${token}/signature`, [json], image),
    'a mark in chunks': inChunks(`POST /sign/${token}/signature`, [json], image),
    'the signer’s document': request(`GET /sign/${token}/document`, []),
    'an agent': withLength(
      'POST /mcp',
      [auth, json, 'Accept: application/json, text/event-stream'],
      tool,
    ),
    'a log-in': withLength(
      'POST /console/log-in',
      ['Content-Type: application/x-www-form-urlencoded'],
      'email=a%40b.c&password=x',
    ),
    'a form of the console': withLength('POST /console/templates', [type(form)], form.body),
    'a read with a body': withLength('GET /usage', [auth, json], '{}'),
    'the first page': request('GET /', []),
    'the description': request('GET /openapi.yaml', []),
  }
}

const GET = `GET /health/live HTTP/1.1${CRLF}Host: x${CRLF}${CRLF}`
const HELLO = '16030100ca010000c60303'
/** Each malformed kind by its name; every one must be refused, and nothing behind it be taken for a request. */
export function malformed(): Record<string, Buffer> {
  const post = (...headers: string[]) => request('POST /verify', headers, `0${CRLF}${CRLF}${GET}`)
  return {
    'CL.TE': post('Content-Length: 5', 'Transfer-Encoding: chunked'),
    'TE.CL': post('Transfer-Encoding: chunked', 'Content-Length: 5'),
    'TE.TE': post('Transfer-Encoding: chunked', 'Transfer-Encoding: identity'),
    'TE with a space before its colon': post('Transfer-Encoding : chunked'),
    'TE after a vertical tab': post('Transfer-Encoding: \x0bchunked'),
    'TE that is chunked twice and not last': post('Transfer-Encoding: chunked, gzip'),
    'two lengths': post('Content-Length: 5', 'Content-Length: 6'),
    'a list of lengths': post('Content-Length: 5, 5'),
    'a length with a sign': post('Content-Length: +5'),
    'a length below nothing': post('Content-Length: -5'),
    'a length that no number holds': post(`Content-Length: ${'9'.repeat(40)}`),
    'a header that is folded': post('X-Long: a\r\n b'),
    'a header with a NUL': post('X-Nul: a\x00b'),
    'a header with a bare CR': post('X-Cr: a\rContent-Length: 3'),
    'a path with a NUL': request('GET /ver\x00ify', []),
    'a chunk whose size overflows': request(
      'POST /verify',
      ['Transfer-Encoding: chunked'],
      `ffffffffffffffffff${CRLF}`,
    ),
    'a chunk that is longer than it says': request(
      'POST /verify',
      ['Transfer-Encoding: chunked'],
      `1${CRLF}abcdef${CRLF}0${CRLF}${CRLF}${GET}`,
    ),
    'no Host': bytes(`POST /verify HTTP/1.1${CRLF}Content-Length: 3${CRLF}${CRLF}abc`),
    'a version to come': bytes(`GET / HTTP/3.0${CRLF}Host: x${CRLF}${CRLF}`),
    'the beginning of HTTP/2': bytes(`PRI * HTTP/2.0${CRLF}${CRLF}SM${CRLF}${CRLF}`),
    'the beginning of TLS': Buffer.concat([Buffer.from(HELLO, 'hex'), Buffer.alloc(190, 7)]),
    'a tunnel': bytes(`CONNECT a.example:443 HTTP/1.1${CRLF}Host: a.example${CRLF}${CRLF}`),
  }
}

/** Numbers below a bound, the same ones for the same seed (Park and Miller). */
export function numbersFrom(seed: number): (below: number) => number {
  let state = seed % 2_147_483_647
  return (below) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}
