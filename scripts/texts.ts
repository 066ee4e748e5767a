/** Writes src/translations/arguments.json: the arguments of each message, from the English catalogue. */
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { argumentsPage } from './texts/arguments-page.ts'

const FOLDER = resolve(import.meta.dirname, '../src/translations')
const english = JSON.parse(readFileSync(resolve(FOLDER, 'en.json'), 'utf8')) as object
writeFileSync(resolve(FOLDER, 'arguments.json'), argumentsPage(english))
