/** Writes the settings into README.md and .env.example. test/unit/config/settings-text.test.ts compares. */
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { envExample, withSettings } from './settings-text.ts'

const readme = resolve(import.meta.dirname, '../README.md')
writeFileSync(readme, withSettings(readFileSync(readme, 'utf8')))
writeFileSync(resolve(import.meta.dirname, '../.env.example'), envExample())
