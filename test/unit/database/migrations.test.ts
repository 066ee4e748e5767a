import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { MIGRATIONS } from '../../../src/app/databases.ts'
import { REQUEST_STATES, SIGNER_STATES } from '../../../src/signing/model/states.ts'

const APPROVED = join(import.meta.dirname, '../../approved/migrations.tsv')

const lines = MIGRATIONS.flatMap(({ domain, migrations }) =>
  migrations.map(({ name, sqlite, postgres = '' }, index) => {
    const hash = createHash('sha256')
      .update(sqlite + postgres)
      .digest('hex')
    return [domain, index + 1, name, hash].join('\t')
  }),
)

describe('migrations', () => {
  test('that are released keep their text: installed servers would not start again', () => {
    // A new migration is a new line at the end of its domain; a line that changes is a mistake.
    expect(lines).toEqual(readFileSync(APPROVED, 'utf8').trim().split('\n').slice(1))
  })

  test('know every state that the code knows', () => {
    const text = MIGRATIONS.flatMap(({ migrations }) => migrations)
      .map(({ sqlite }) => sqlite)
      .join('\n')
    const unknown = [...REQUEST_STATES, ...SIGNER_STATES].filter(
      (state) => !text.includes(`'${state}'`),
    )
    expect(unknown).toEqual([])
  })
})
