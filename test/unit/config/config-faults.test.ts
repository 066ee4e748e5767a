/** Faults of the configuration are one line each, which says what to do. */
import { expect, test } from 'vitest'
import { loadConfig } from '../../../src/config/config.ts'

/** What the operator reads. */
function faultOf(environment: NodeJS.ProcessEnv): string {
  try {
    loadConfig(environment)
  } catch (error) {
    return (error as Error).message
  }
  return ''
}

test.each([
  ['PARAPH_PRT', 'PARAPH_PORT'],
  ['PARAPH_DTAA_DIR', 'PARAPH_DATA_DIR'],
  ['PARAPH_BASE_URl', 'PARAPH_BASE_URL'],
  ['PARAPH_KEY_PEPER_FILE', 'PARAPH_KEY_PEPPER_FILE'],
  ['PARAPH_KEEP_SECURITY_EVENT_DAYS', 'PARAPH_KEEP_SECURITY_EVENTS_DAYS'],
])('a mistyped %s gets the question whether %s was meant', (typed, meant) => {
  expect(faultOf({ [typed]: '1' })).toBe(
    `The configuration has a problem: ${typed} is not a setting of this service; did you mean ${meant}?`,
  )
})

test('a variable that resembles no setting leads to the list of settings', () => {
  expect(faultOf({ PARAPH_COLOUR: 'red' })).toBe(
    'The configuration has a problem: PARAPH_COLOUR is not a setting of this service; docs/settings.md lists the settings',
  )
})

test('a secret file that is missing or unreadable is named with its variable and what to do', () => {
  expect(faultOf({ PARAPH_KEY_PEPPER_FILE: '/nowhere/pepper' })).toBe(
    'The configuration has a problem: PARAPH_KEY_PEPPER_FILE names /nowhere/pepper, which does not exist: create the file, readable for the service, or unset PARAPH_KEY_PEPPER_FILE',
  )
  expect(faultOf({ PARAPH_KEY_PEPPER_FILE: '/' })).toContain(
    'PARAPH_KEY_PEPPER_FILE names /, which cannot be read (EISDIR): ',
  )
})

test('contact and licence of the API description are those of the operator, and none otherwise', () => {
  expect(loadConfig({}).apiInfo).toEqual({})
  expect(
    loadConfig({
      PARAPH_API_CONTACT: 'api@example.com',
      PARAPH_API_LICENSE: 'Terms of use https://example.com/terms',
    }).apiInfo,
  ).toEqual({
    contact: { email: 'api@example.com' },
    license: { name: 'Terms of use', url: 'https://example.com/terms' },
  })
  expect(loadConfig({ PARAPH_API_LICENSE: 'MIT' }).apiInfo).toEqual({ license: { name: 'MIT' } })
  expect(loadConfig({ PARAPH_API_CONTACT: 'https://example.com/support' }).apiInfo.contact).toEqual(
    { url: 'https://example.com/support' },
  )
  expect(
    faultOf({ PARAPH_API_CONTACT: 'nobody', PARAPH_API_LICENSE: 'https://a.example' }),
  ).toMatch(/2 problems[\s\S]*PARAPH_API_CONTACT must be[\s\S]*PARAPH_API_LICENSE must be/)
})

test('an IPv6 address to listen on is in brackets in the URLs of the service', () => {
  const { baseUrl, signUrl } = loadConfig({ PARAPH_HOST: '::1', PARAPH_PORT: '3100' }).server
  expect([baseUrl, signUrl]).toEqual(['http://[::1]:3100', 'http://[::1]:3100'])
  expect(loadConfig({ PARAPH_HOST: '127.0.0.1' }).server.baseUrl).toBe('http://127.0.0.1:3000')
})
