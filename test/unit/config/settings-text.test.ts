import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { envExample, withSettings } from '../../../scripts/settings-text.ts'
import { ConfigError, loadConfig } from '../../../src/config/config.ts'
import { SETTINGS } from '../../../src/config/settings.ts'

const read = (name: string): string =>
  readFileSync(resolve(import.meta.dirname, '../../..', name), 'utf8')

test('docs/settings.md and .env.example list the settings as they are (npm run settings writes them)', () => {
  expect(read('docs/settings.md')).toBe(withSettings(read('docs/settings.md')))
  expect(read('.env.example')).toBe(envExample())
})

test('guides and examples of operation name settings that exist', () => {
  const root = resolve(import.meta.dirname, '../../..')
  const files = readdirSync(resolve(root, 'docs'), { recursive: true, encoding: 'utf8' })
  const names = files
    .filter((file) => /\.(?:md|ya?ml|cfg|service|env)$/.test(file) && !file.startsWith('adr/'))
    .flatMap((file) => read(`docs/${file}`).match(/\bPARAPH_[A-Z0-9_]*[A-Z0-9]\b(?!_)/g) ?? [])
  const callers = ['PARAPH_KEY', 'PARAPH_URL', 'PARAPH_API_KEY', 'PARAPH_FILES_DIR']
  const known = new Set([...Object.keys(SETTINGS), ...callers])
  const unknown = names.filter((name) => !known.has(name) && !known.has(name.replace(/_FILE$/, '')))
  expect(names.length).toBeGreaterThan(100)
  expect([...new Set(unknown)]).toEqual([])
})

test('every default is valid, also when it is set', () => {
  const defaults = Object.entries(SETTINGS).map(([name, setting]) => [name, setting.default])
  expect(loadConfig(Object.fromEntries(defaults))).toEqual(loadConfig({}))
})

test("every problem is reported at once, an unknown variable too, and a caller's own key is none", () => {
  const bad = {
    PARAPH_PORT: '99999',
    PARAPH_BASE_URL: 'x',
    PARAPH_TYPO: '1',
    PARAPH_KEY: 'pk_live_x',
  }
  expect(() => loadConfig(bad)).toThrow(ConfigError)
  expect(() => loadConfig(bad)).toThrow(/3 problem.*PARAPH_PORT.*PARAPH_BASE_URL.*PARAPH_TYPO/s)
})

test('a secret may come as a file', () => {
  const file = resolve(import.meta.dirname, '../../../package.json')
  const { keyPepper } = loadConfig({ PARAPH_KEY_PEPPER_FILE: file }).accounts
  expect(keyPepper).toBe(read('package.json').trim())
})
