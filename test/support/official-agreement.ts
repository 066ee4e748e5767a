/** Compares what our runtime finds by the official artefacts with what their own processors find. */
import { type SheetName, schemaOf, sheetOf } from '../../src/facturx/official/artefacts.ts'
import { XmlDocument } from '../../src/facturx/official/xpath-focus.ts'
import { parseXml, type XmlElement } from '../../src/facturx/xml-tree.ts'
import { PROFILES } from './agreement.ts'
import type { SheetFinding, Verdict } from './judges.ts'

const CRASH = 'CRASH'
const keyed = (id: string, isWarning: boolean): string => (isWarning ? `${id} (warning)` : id)

/** Ids that one sheet finds broken; one error of evaluation ends the sheet, as it does for its makers' processor. */
function ourIds(name: SheetName, root: XmlElement): Set<string> {
  const breaches = sheetOf(name).check(new XmlDocument(root))
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
  const profile = PROFILES[verdict.profile ?? 'en16931']
  const schemaSays = (faults: readonly unknown[] = []): Set<string> =>
    new Set(faults.length > 0 ? ['XSD'] : [])
  return [
    ...apart('schema', schemaSays(schemaOf(profile).check(root)), schemaSays(verdict.xsd)),
    ...apart('cen', ourIds('cen', root), theirIds(verdict.cen)),
    ...apart(profile, ourIds(profile, root), theirIds(verdict.profileRules)),
    ...apart('fr', ourIds('fr', root), theirIds(verdict.fr)),
  ]
}
