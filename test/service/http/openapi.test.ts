import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { currentDescription } from '../../../scripts/describe.ts'
import { KEYED_CODES, PUBLIC_CODES } from '../../../src/http/openapi-problems.ts'
import { ERRORS } from '../../../src/kernel/errors.ts'
import { OPENAPI_FILE, OPERATIONS } from '../../support/contract.ts'

describe('openapi.yaml', () => {
  test('is what the routes say, and postman.json is made of it (npm run openapi writes both)', async () => {
    const { openapi, postman } = await currentDescription()
    expect(readFileSync(OPENAPI_FILE, 'utf8')).toBe(openapi)
    expect(readFileSync(join(OPENAPI_FILE, '../postman.json'), 'utf8')).toBe(postman)
  })

  test('names a contact and a licence only where the operator gives them', async () => {
    const infoOf = (text: string) => (parse(text) as { info: Record<string, unknown> }).info
    const plain = infoOf(readFileSync(OPENAPI_FILE, 'utf8'))
    expect(Object.keys(plain)).toEqual(['title', 'version', 'description'])
    const { openapi } = await currentDescription({
      PARAPH_API_CONTACT: 'api@example.com',
      PARAPH_API_LICENSE: 'Terms of use https://example.com/terms',
    })
    expect(infoOf(openapi)).toEqual({
      ...plain,
      contact: { email: 'api@example.com' },
      license: { name: 'Terms of use', url: 'https://example.com/terms' },
    })
  })

  test('says limits in words that generators for 3.0 read too', () => {
    // A number in 3.1, a boolean in 3.0: ogen stops at it.
    expect(readFileSync(OPENAPI_FILE, 'utf8')).not.toMatch(/exclusive(Minimum|Maximum):/)
  })

  test('every operation has an id of its own, a summary and a tag', () => {
    const ids = OPERATIONS.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(OPERATIONS.length)
    for (const { operation } of OPERATIONS) {
      expect(operation).toMatchObject({
        operationId: expect.any(String),
        summary: expect.any(String),
        tags: [expect.any(String)],
      })
    }
  })

  test('every code of the catalogue can be answered by some operation', () => {
    const common = [...KEYED_CODES, ...PUBLIC_CODES].map((code) => `\`${code}\``)
    const text = [...OPERATIONS.map(({ operation }) => operation.description), ...common].join('\n')
    // Answered at addresses that are no operation, and by the command line.
    const elsewhere = [
      'not_found',
      'method_not_allowed',
      'not_served_here',
      'origin_refused',
      'key_limit_reached',
      // by HAProxy, for an instance that was lost
      'interrupted',
      // by the calls of the signer's page alone, with a provider's page in between
      'certificate_order_ended',
      'certificate_unusable',
      // by the page of an open link, whose visitors are people
      'open_link_ended',
      'open_link_unavailable',
      // by the page of an editor in a frame
      'editor_session_ended',
      // raised by the libraries under signature requests
      'timestamp_unavailable',
    ]
    const silent = Object.keys(ERRORS).filter(
      (code) => !text.includes(`\`${code}\``) && !elsewhere.includes(code),
    )
    expect(silent).toEqual([])
  })
})
