/** Writes the settings into docs/settings.md and .env.example. test/unit/config/settings-text.test.ts compares. */
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { envExample, withSettings } from './settings-text.ts'

const page = resolve(import.meta.dirname, '../docs/settings.md')
writeFileSync(page, withSettings(readFileSync(page, 'utf8')))
writeFileSync(resolve(import.meta.dirname, '../.env.example'), envExample())
