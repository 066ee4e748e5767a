/**
 * Takes the official artefacts of a release into src/facturx/official/*.json and prints what changes.
 * `npx tsx scripts/facturx-official/main.ts [FOLDER]`: a folder `rules/` laid out as test/judge/java builds it; without it,
 * the one that the judges use. `--dry` prints only.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SchemaSource } from '../../src/facturx/official/schema.ts'
import type { SheetSource } from '../../src/facturx/official/sheet.ts'
import { judgeHome } from '../../test/support/judge-home.ts'
import { ciiSchemaOf, schemaOf, ublSchemaOf } from './schema.ts'
import { codeListsOf, sheetOf } from './stylesheet.ts'

const OUT = join(import.meta.dirname, '../../src/facturx/official')
const PROFILES = [
  ['minimum', 'MINIMUM'],
  ['basic-wl', 'BASIC-WL'],
  ['basic', 'BASIC'],
  ['en16931', 'EN16931'],
  ['extended', 'EXTENDED'],
] as const

const arguments_ = process.argv.slice(2)
const isDry = arguments_.includes('--dry')
const home = arguments_.find((each) => !each.startsWith('--')) ?? join(judgeHome(), 'rules')
const read = (path: string): string => readFileSync(join(home, path), 'utf8')

const versionIn = (text: string, pattern: RegExp): string => {
  const version = pattern.exec(text)?.[1]
  if (version === undefined) throw new Error(`No version is written as ${pattern}.`)
  return version
}

/**
 * The French sheets have no version in them: releases are known by what they are. 1.4.0.04 has the tests of BR-FR-CO-07, CO-09,
 * MV-05, MV-09 and MV-10 that its makers published on 2026-09-03; 1.4.0.03 has others there.
 */
const FRENCH_RELEASES: Readonly<Record<string, string>> = {
  cbefb2f3983312508108ebf7323f2bb1a80bfe54fce5eb8774cf5358ce6336df: '1.4.0.04',
  '04bdb89cc07b3cdc7a50f987ec7c8749a872da49aae7b66b79f47b6de219ac27': '1.4.0.04',
  '023775cdcc33e0553785108c1bd27a0a6edff6af123b0168d61adc3790af6fa1': '1.4.0.04',
  '22587cdcf262a1ea1fd4ec79c7cb319d1d493190a9c7da0be7e9eeaaa4dcc840': '1.4.0.04',
}

function frenchRelease(sheet: string): string {
  const hash = createHash('sha256').update(sheet).digest('hex')
  return FRENCH_RELEASES[hash] ?? `of unknown release (SHA-256 ${hash})`
}

const cenVersion = (sheet: string): string => versionIn(sheet, /Schematron version ([\d.]+)/)

/** Sheets that judge more than one profile: name, file, title. */
const SHEETS: [string, string, (sheet: string) => string][] = [
  [
    'cen',
    'xslt/en16931schematron/EN16931-CII-validation.xslt',
    (s) => `EN 16931 CII ${cenVersion(s)}`,
  ],
  [
    'xrechnung',
    'external/schematron/3.0.2/XRechnung-CII-validation.xslt',
    () => 'XRechnung 3.0 CII, KoSIT 2.5.0',
  ],
  ['fr', 'fr/BR-FR-Flux2-Schematron-CII.xslt', (s) => `BR-FR Flux 2 ${frenchRelease(s)}`],
  [
    'extended-ctc-fr',
    'fr/cii-extended-ctc-fr/EXTENDED-CTC-FR-CII.xslt',
    (s) => `EXTENDED-CTC-FR CII ${frenchRelease(s)}`,
  ],
  [
    'cen-ubl',
    'xslt/en16931schematron/EN16931-UBL-validation.xslt',
    (s) => `EN 16931 UBL ${cenVersion(s)}`,
  ],
  [
    'xrechnung-ubl',
    'external/schematron/3.0.2/XRechnung-UBL-validation.xslt',
    () => 'XRechnung 3.0 UBL, KoSIT 2.5.0',
  ],
  [
    'peppol',
    'external/schematron/openpeppol/2026.5/xslt/PEPPOL-EN16931-UBL.xslt',
    () => 'Peppol BIS Billing 3, 2026.5',
  ],
  [
    'fr-ubl',
    'fr/ubl-2.1/BR-FR-Flux2-Schematron-UBL.xslt',
    (s) => `BR-FR Flux 2 UBL ${frenchRelease(s)}`,
  ],
  [
    'extended-ctc-fr-ubl',
    'fr/ubl-2.1/EXTENDED-CTC-FR-UBL.xslt',
    (s) => `EXTENDED-CTC-FR UBL ${frenchRelease(s)}`,
  ],
]

const keyed = (source: SheetSource): Map<string, string> =>
  new Map(
    source.patterns
      .flat()
      .flatMap(({ context, asserts }) =>
        asserts.map(({ id, test, flag }) => [`${id ?? 'report'} at ${context}`, `${flag} ${test}`]),
      ),
  )

/** Prints another version, and which assertions come, go or change. */
function compare(name: string, before: SheetSource, now: SheetSource): void {
  if (before.title !== now.title) console.log(`${name}: ${before.title} → ${now.title}`)
  const [old, next] = [keyed(before), keyed(now)]
  for (const [key, test] of next) {
    if (!old.has(key)) console.log(`${name} + ${key}`)
    else if (old.get(key) !== test) console.log(`${name} ~ ${key}`)
  }
  for (const key of old.keys()) if (!next.has(key)) console.log(`${name} - ${key}`)
  for (const [id, values] of Object.entries(now.lists ?? {}))
    if (before.lists?.[id] !== values) console.log(`${name} ~ code list ${id}`)
}

function write(
  name: string,
  now: SheetSource | Record<string, SchemaSource> | SchemaSource,
  text = `${JSON.stringify(now, null, 1)}\n`,
): void {
  const path = join(OUT, `${name}.json`)
  const before = existsSync(path) ? readFileSync(path, 'utf8') : undefined
  if (before !== undefined && 'patterns' in now)
    compare(name, JSON.parse(before), now as SheetSource)
  else if (before !== undefined && before !== text) console.log(`${name} ~ changed`)
  if (!isDry) writeFileSync(path, text)
}

const schemas: Record<string, SchemaSource> = {}
for (const [profile, folder] of PROFILES) {
  const codes = read(`xslt/ZF_250/FACTUR-X_${folder}_codedb.xml`)
  const version = versionIn(codes, /Version: ([\d.]+)/)
  const sheet = sheetOf(
    read(`xslt/ZF_250/FACTUR-X_${folder}.xslt`),
    `Factur-X ${version} ${folder}`,
  )
  write(profile, { ...sheet, lists: codeListsOf(codes) })
  const base = `schema/ZF_250/${folder}/FACTUR-X_${folder.replace('-', '')}`
  schemas[profile] = schemaOf((part) => read(`${base}${part}.xsd`))
}
write('schemas', schemas)
for (const [name, path, titleOf] of SHEETS) {
  const sheet = read(path)
  write(name, sheetOf(sheet, titleOf(sheet)))
}

/** A schema with a type on each line. */
function writeSchema(name: string, schema: SchemaSource): void {
  const lines = Object.entries(schema.types).map((each) =>
    each.map((part) => JSON.stringify(part)).join(': '),
  )
  const text = `{\n"root": ${JSON.stringify(schema.root)},\n"types": {\n${lines.join(',\n')}\n}}\n`
  write(name, schema, text)
}
writeSchema(
  'ubl-schema',
  ublSchemaOf((part) => read(`fr/ubl-2.1/${part}-2.1.xsd`)),
)
writeSchema(
  'cii-schema',
  ciiSchemaOf((part) => read(`fr/cii-extended-ctc-fr/CrossIndustryInvoice_100pD22B${part}.xsd`)),
)
