/** Nothing that callers rely on changes by accident: openapi.yaml against what was approved. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import {
  breaksBetween,
  type Description,
  type Promises,
  promisesOf,
} from '../../../scripts/promises.ts'
import { OPENAPI_FILE } from '../../support/contract.ts'

const APPROVED = resolve(import.meta.dirname, '../../approved')
const now = promisesOf(parse(readFileSync(OPENAPI_FILE, 'utf8')) as Description)
const approved = JSON.parse(readFileSync(resolve(APPROVED, 'promises.json'), 'utf8')) as Promises
const excused = readFileSync(resolve(APPROVED, 'breaking-changes.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))

describe('openapi.yaml', () => {
  test('breaks no promise but those in test/approved/breaking-changes.txt', () => {
    expect(breaksBetween(approved, now).filter((line) => !excused.includes(line))).toEqual([])
  })

  test('has its new promises approved (npm run openapi -- --approve)', () => {
    const known = new Set(approved.offers)
    expect(now.offers.filter((line) => !known.has(line))).toEqual([])
  })
})

describe('a change', () => {
  const description = (schema: object, extra = {}): Description =>
    ({
      paths: {
        '/a': {
          post: {
            requestBody: { content: { 'application/json': { schema } } },
            responses: {
              200: {
                content: {
                  'application/json': {
                    schema: { type: 'object', properties: { id: { type: 'string' } }, ...extra },
                  },
                },
              },
            },
          },
        },
      },
    }) as Description
  const before = promisesOf(
    description({ type: 'object', properties: { x: { enum: ['p', 'q'] } } }),
  )

  test.each([
    [
      'a member that is no longer answered',
      description({ properties: { x: { enum: ['p', 'q'] } } }, { properties: {} }),
      'gone: POST /a 200.id: string',
    ],
    [
      'a type that changes',
      description(
        { properties: { x: { enum: ['p', 'q'] } } },
        { properties: { id: { type: 'integer' } } },
      ),
      'gone: POST /a 200.id: string',
    ],
    [
      'a value that is no longer taken',
      description({ properties: { x: { enum: ['p'] } } }),
      'gone: POST /a body.x takes q',
    ],
    [
      'a member that must be sent from now on',
      description({ required: ['y'], properties: { x: { enum: ['p', 'q'] }, y: {} } }),
      'asked for: POST /a body.y',
    ],
    ['an operation that goes', { paths: {} }, 'gone: POST /a'],
  ])('is noticed: %s', (_what, changed, line) => {
    expect(breaksBetween(before, promisesOf(changed))).toContain(line)
  })

  test('that only adds breaks nothing', () => {
    const more = description(
      { properties: { x: { enum: ['p', 'q', 'r'] }, z: {} } },
      { properties: { id: { type: 'string' }, more: { type: 'string' } } },
    )
    expect(breaksBetween(before, promisesOf(more))).toEqual([])
  })
})
