/** Two linters of API descriptions, Spectral and Redocly, by their own recommended rules, find nothing in openapi.yaml. */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toolPath } from '../support/tools.ts'

const DESCRIPTION = resolve(import.meta.dirname, '../../openapi.yaml')
const BIN = 'openapi-linters-1/node_modules/.bin'

/** Who answers for a service and by which licence, its operator says in a setting; problems are the default response. */
const SPECTRAL = { extends: ['spectral:oas'], rules: { 'info-contact': 'off' } }
const REDOCLY = {
  extends: ['recommended'],
  rules: { 'info-license': 'off', 'operation-4xx-response': 'off' },
}

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'paraph-lint-'))
  writeFileSync(join(folder, 'spectral.json'), JSON.stringify(SPECTRAL))
  writeFileSync(join(folder, 'redocly.yaml'), JSON.stringify(REDOCLY))
})
afterAll(() => rmSync(folder, { recursive: true }))

function lint(program: string, args: readonly string[]) {
  const options = { cwd: folder, encoding: 'utf8' as const, maxBuffer: 50_000_000 }
  const { status, stdout, stderr } = spawnSync(toolPath(`${BIN}/${program}`), args, options)
  return { status, said: `${stdout}${stderr}` }
}

test('Spectral has no error and no warning', () => {
  const ruleset = ['-r', 'spectral.json', '--fail-severity', 'hint']
  const { status, said } = lint('spectral', ['lint', DESCRIPTION, ...ruleset])
  expect(said).toContain('No results')
  expect(status).toBe(0)
})

test('Redocly has no error and no warning', () => {
  const { status, said } = lint('redocly', ['lint', DESCRIPTION, '--config', 'redocly.yaml'])
  expect(said).toContain('Your API description is valid')
  expect(said).not.toMatch(/You have|Warning was/)
  expect(status).toBe(0)
})
