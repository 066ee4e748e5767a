/** Where certificates say that lists are, and what `doctor` finds there. */
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../../../src/config/config.ts'
import { examinePolicy, examinePublishing } from '../../../src/pki/doctor.ts'
import { startAuthority, type TestAuthority } from '../../support/signing.ts'

let authority: TestAuthority
beforeAll(async () => {
  authority = await startAuthority()
})
afterAll(() => authority.close())

const published = (env: Record<string, string>) => loadConfig(env).server.publishUrl

describe('lists and issuers are published', () => {
  test.each([
    ['https://sign.example.com', 'http://sign.example.com'],
    ['https://sign.example.com:8443', 'http://sign.example.com'],
    ['http://sign.example.com:8080', 'http://sign.example.com:8080'],
    ['https://[2001:db8::1]', 'http://[2001:db8::1]'],
  ])('by HTTP for a service at %s', (PARAPH_BASE_URL, url) => {
    expect(published({ PARAPH_BASE_URL })).toBe(url)
  })

  test('at an origin of their own, where one is set', () => {
    const PARAPH_BASE_URL = 'https://sign.example.com'
    const PARAPH_PKI_URL = 'http://pki.example.com'
    expect(published({ PARAPH_BASE_URL, PARAPH_PKI_URL })).toBe(PARAPH_PKI_URL)
  })
})

describe('doctor fetches a list from where certificates say that it is, and', () => {
  async function found(answer: RequestListener) {
    const server = createServer(answer).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as AddressInfo
    const url = `http://127.0.0.1:${port}`
    const [first] = await examinePublishing({ ...authority.pki, publishUrl: url })
    return { ...first, url }
  }

  test('is content with a list', async () => {
    const list = await authority.pki.revocation.published('issuing-1')
    const { url, ...rest } = await found((request, reply) =>
      reply.writeHead(request.url === '/pki/issuing-1.crl' ? 200 : 404).end(list),
    )
    expect(rest).toMatchObject({ ok: true, detail: `published at ${url}/pki` })
  })

  test('names the redirect that a proxy makes of port 80', async () => {
    const location = 'https://sign.example.com/pki/issuing-1.crl'
    const { detail, ...rest } = await found((_request, reply) =>
      reply.writeHead(308, { location }).end(),
    )
    expect(detail).toContain(`redirected to ${location}`)
    expect(rest).toMatchObject({ ok: false, required: false })
    expect(rest.fix).toContain('PARAPH_PKI_URL')
  })

  test.each([
    ['another status', 404, '', 'answered with 404'],
    ['a page instead of a list', 200, '<html>', 'is not a revocation list'],
  ])('names %s', async (_name, status, body, words) => {
    const { detail } = await found((_request, reply) => reply.writeHead(status).end(body))
    expect(detail).toContain(words)
  })

  test('says where nothing answers', async () => {
    const [none] = await examinePublishing({ ...authority.pki, publishUrl: 'http://127.0.0.2:9' })
    expect(none).toMatchObject({ ok: false, detail: expect.stringContaining('does not answer') })
  })
})

test('doctor says that the policy of examples names nobody’s', () => {
  expect(examinePolicy(loadConfig({}).pki.policyOid)).toMatchObject({
    ok: false,
    required: false,
    fix: expect.stringContaining('PARAPH_CA_POLICY_OID'),
  })
  expect(examinePolicy('1.3.6.1.4.1.99999.1')).toMatchObject({ ok: true })
})
