/** Compares what our runtime finds by the official artefacts with what their own processors find. */
import BASIC from '../../src/facturx/official/basic.json' with { type: 'json' }
import BASIC_WL from '../../src/facturx/official/basic-wl.json' with { type: 'json' }
import CEN from '../../src/facturx/official/cen.json' with { type: 'json' }
import EN16931 from '../../src/facturx/official/en16931.json' with { type: 'json' }
import EXTENDED from '../../src/facturx/official/extended.json' with { type: 'json' }
import FRENCH from '../../src/facturx/official/fr.json' with { type: 'json' }
import MINIMUM from '../../src/facturx/official/minimum.json' with { type: 'json' }
import { Schema, type SchemaSource } from '../../src/facturx/official/schema.ts'
import SCHEMAS from '../../src/facturx/official/schemas.json' with { type: 'json' }
import { Sheet, type SheetSource } from '../../src/facturx/official/sheet.ts'
import { XmlDocument } from '../../src/facturx/official/xpath-focus.ts'
import { parseXml, type XmlElement } from '../../src/facturx/xml-tree.ts'
import type { SheetFinding, Verdict } from './judges.ts'

/** Every sheet as it was extracted. */
export const OFFICIAL_SHEETS: Readonly<Record<string, SheetSource>> = Object.fromEntries(
  Object.entries({
    minimum: MINIMUM,
    basicwl: BASIC_WL,
    basic: BASIC,
    en16931: EN16931,
    extended: EXTENDED,
    cen: CEN,
    fr: FRENCH,
  }).map(([name, source]) => [name, source as unknown as SheetSource]),
)

const sheets = new Map<string, Sheet>()
const schemas = new Map<string, Schema>()

function sheet(name: string): Sheet {
  const source = OFFICIAL_SHEETS[name]
  if (source === undefined) throw new Error(`There is no sheet ${name}.`)
  const known = sheets.get(name) ?? new Sheet(source)
  sheets.set(name, known)
  return known
}

function schema(profile: string): Schema {
  const name = profile === 'basicwl' ? 'basic-wl' : profile
  const source = (SCHEMAS as unknown as Record<string, SchemaSource>)[name]
  if (source === undefined) throw new Error(`There is no schema ${name}.`)
  const known = schemas.get(name) ?? new Schema(source)
  schemas.set(name, known)
  return known
}

const CRASH = 'CRASH'
const keyed = (id: string, isWarning: boolean): string => (isWarning ? `${id} (warning)` : id)

/** Ids that one sheet finds broken; one error of evaluation ends the sheet, as it does for its makers' processor. */
function ourIds(name: string, root: XmlElement): Set<string> {
  const breaches = sheet(name).check(new XmlDocument(root))
  if (breaches.some(({ fault }) => fault !== undefined)) return new Set([CRASH])
  return new Set(
    breaches.flatMap(({ id, isWarning }) => (id === undefined ? [] : keyed(id, isWarning))),
  )
}

function theirIds(findings: readonly SheetFinding[] = []): Set<string> {
  if (findings.some(({ id }) => id === CRASH)) return new Set([CRASH])
  return new Set(
    findings.flatMap(({ id, flag }) => ((id ?? '') === '' ? [] : keyed(id, flag === 'warning'))),
  )
}

/** The ids that only one of two sets has. */
const apart = (name: string, ours: ReadonlySet<string>, theirs: ReadonlySet<string>): string[] => [
  ...[...ours].filter((id) => !theirs.has(id)).map((id) => `${name} ${id}, ours only`),
  ...[...theirs].filter((id) => !ours.has(id)).map((id) => `${name} ${id}, official only`),
]

/** Every id that only one side names, by sheet, and the schema when only one side refuses; none when both agree. */
export function officialDifferences(verdict: Verdict): string[] {
  const root = parseXml(Buffer.from(verdict.xml ?? '', 'utf8'))
  const profile = verdict.profile ?? 'en16931'
  const schemaSays = (faults: readonly unknown[] = []): Set<string> =>
    new Set(faults.length > 0 ? ['XSD'] : [])
  return [
    ...apart('schema', schemaSays(schema(profile).check(root)), schemaSays(verdict.xsd)),
    ...apart('cen', ourIds('cen', root), theirIds(verdict.cen)),
    ...apart(profile, ourIds(profile, root), theirIds(verdict.profileRules)),
    ...apart('fr', ourIds('fr', root), theirIds(verdict.fr)),
  ]
}
