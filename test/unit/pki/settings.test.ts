import { describe, expect, test } from 'vitest'
import { ConfigError, loadConfig } from '../../../src/config/config.ts'

const TSA = 'https://tsa.example.com/'
const problemsOf = (settings: Record<string, string>): string => {
  try {
    loadConfig(settings)
    return ''
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
}

describe('settings of time-stamping authorities outside', () => {
  test('keep the order, with how each is asked', () => {
    const access = {
      [TSA]: { basic: 'user:password', policy: '1.2.3' },
      'http://10.0.0.7:318/tsr': { bearer: 'token' },
    }
    const { tsa } = loadConfig({
      PARAPH_TSA_URLS: ` ${TSA}  https://second.example.com/\nhttp://10.0.0.7:318/tsr `,
      PARAPH_TSA_ACCESS: JSON.stringify(access),
      PARAPH_TSA_TRUST_DIR: '/etc/paraph/tsa',
    })
    expect(tsa.authorities).toEqual([
      { url: TSA, authorization: 'Basic dXNlcjpwYXNzd29yZA==', policy: '1.2.3' },
      { url: 'https://second.example.com/' },
      { url: 'http://10.0.0.7:318/tsr', authorization: 'Bearer token' },
    ])
  })

  test('are none by default', () => {
    expect(loadConfig({}).tsa.authorities).toEqual([])
  })

  const trusted = { PARAPH_TSA_TRUST_DIR: '/etc/paraph/tsa' }
  test.each([
    [{ PARAPH_TSA_URLS: 'ftp://tsa.example.com', ...trusted }, 'must be URLs such as'],
    [{ PARAPH_TSA_URLS: 'https://user:secret@tsa.example.com', ...trusted }, 'PARAPH_TSA_ACCESS'],
    [{ PARAPH_TSA_URLS: `${TSA} ${TSA}`, ...trusted }, 'names an authority twice'],
    [{ PARAPH_TSA_URLS: TSA }, 'PARAPH_TSA_TRUST_DIR is required with PARAPH_TSA_URLS'],
    [{ PARAPH_TSA_ACCESS: '{"https://a.b/": {"basic": "u:secret"}}' }, 'not in PARAPH_TSA_URLS'],
    [{ PARAPH_TSA_ACCESS: 'secret' }, 'must be JSON such as'],
    [{ PARAPH_TSA_ACCESS: '["secret"]' }, 'must be JSON such as'],
    [{ PARAPH_TSA_ACCESS: '{"https://a.b/": "secret"}' }, 'must give each URL'],
    [{ PARAPH_TSA_ACCESS: '{"https://a.b/": {"basic": "secret", "bearer": "x"}}' }, 'must give'],
    [{ PARAPH_TSA_ACCESS: '{"https://a.b/": {"policy": "secret"}}' }, 'not an object identifier'],
  ])('that make no sense stop the start, and tell no secret: %j', (settings, problem) => {
    const said = problemsOf(settings as Record<string, string>)
    expect(said).toContain(problem)
    expect(said).not.toContain('secret')
  })
})

describe('settings of a token', () => {
  test('are needed together', () => {
    expect(problemsOf({ PARAPH_CA_KEYS: 'pkcs11' })).toContain('PARAPH_PKCS11_MODULE is required')
    const said = problemsOf({ PARAPH_PKCS11_MODULE: '/usr/lib/x.so' })
    expect(said).toContain('PARAPH_PKCS11_TOKEN is required')
    expect(said).toContain('PARAPH_PKCS11_PIN is required')
  })
})
