/** Writes THIRD-PARTY-NOTICES.md and fills the table of docs/dependencies.md. test/notices.test.ts compares. */
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { withFilledTable } from './notices/dependencies.ts'
import { noticesDocument } from './notices/document.ts'
import { shippedPackages } from './notices/packages.ts'

const ROOT = resolve(import.meta.dirname, '..')
const DEPENDENCIES = resolve(ROOT, 'docs/dependencies.md')

writeFileSync(resolve(ROOT, 'THIRD-PARTY-NOTICES.md'), noticesDocument(ROOT, shippedPackages(ROOT)))
writeFileSync(DEPENDENCIES, withFilledTable(ROOT, readFileSync(DEPENDENCIES, 'utf8')))
