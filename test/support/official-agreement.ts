/** Compares what our runtime finds by the official artefacts with what their own processors find. */
import { isOtherUsage } from '../../src/facturx/model/guidelines.ts'
import type { Profile } from '../../src/facturx/model/invoice.ts'
import { type SheetName, schemaOf, sheetOf } from '../../src/facturx/official/validate.ts'
import { XmlDocument } from '../../src/facturx/official/xpath-focus.ts'
import { parseXml, type XmlElement } from '../../src/facturx/xml/xml-tree.ts'
import type { SheetFinding, Verdict } from './judges.ts'
import { deviationOf, type OfficialDifference } from './official-deviations.ts'

/** Our profiles by the judge's names. */
const PROFILES: Readonly<Record<string, Profile>> = {
  minimum: 'minimum',
  basicwl: 'basic-wl',
  basic: 'basic',
  en16931: 'en16931',
  extended: 'extended',
}

const CRASH = 'CRASH'
const keyed = (id: string, isWarning: boolean): string => (isWarning ? `${id} (warning)` : id)

/** Ids that one sheet finds broken; one error of evaluation ends the sheet, as it does for its makers' processor. */
function ourIds(name: SheetName, root: XmlElement): Set<string> {
  const assertions = sheetOf(name).check(new XmlDocument(root))
  if (assertions.some(({ finding }) => finding !== undefined)) return new Set([CRASH])
  return new Set(
    assertions.flatMap(({ id, isWarning }) => (id === undefined ? [] : keyed(id, isWarning))),
  )
}

function theirIds(findings: readonly SheetFinding[]): Set<string> {
  if (findings.some(({ id }) => id === CRASH)) return new Set([CRASH])
  return new Set(
    findings.flatMap(({ id, flag }) =>
      (id ?? '') === '' ? [] : keyed(id, flag === 'warning' || flag === 'information'),
    ),
  )
}

/** The ids that only one of two sets has. */
const apart = (
  sheet: string,
  ours: ReadonlySet<string>,
  theirs: ReadonlySet<string>,
): OfficialDifference[] => [
  ...[...ours].filter((id) => !theirs.has(id)).map((id) => ({ sheet, id, side: 'ours' as const })),
  ...[...theirs]
    .filter((id) => !ours.has(id))
    .map((id) => ({ sheet, id, side: 'official' as const })),
]

/** A difference, and why it is no fault of ours. */
export interface ExplainedDifference extends OfficialDifference {
  /** Undefined when nothing explains it. */
  reason: string | undefined
}

/** Every id that only one side names, by sheet that was asked for, and the schema when only one side refuses. */
export function officialDifferences(verdict: Verdict): ExplainedDifference[] {
  const root = parseXml(Buffer.from(verdict.xml ?? '', 'utf8'))
  const isUbl = verdict.profile === 'ubl'
  const profile = PROFILES[verdict.profile ?? ''] ?? 'en16931'
  const ofCii = isOtherUsage(verdict.guideline) ? 'cii' : profile
  const schema =
    isUbl && (root.name === 'Invoice' || root.name === 'CreditNote') ? root.name : ofCii
  const [core, french, german, ctcFr] = isUbl
    ? (['cen-ubl', 'fr-ubl', 'xrechnung-ubl', 'extended-ctc-fr-ubl'] as const)
    : (['cen', 'fr', 'xrechnung', 'extended-ctc-fr'] as const)
  const schemaSays = (faults: readonly unknown[]): Set<string> =>
    new Set(faults.length > 0 ? ['XSD'] : [])
  const { xsd, cen, profileRules, fr, xrechnung, peppol, ctc } = verdict
  const bySheet = [
    xsd && apart('schema', schemaSays(schemaOf(schema).check(root)), schemaSays(xsd)),
    cen && apart(core, ourIds(core, root), theirIds(cen)),
    profileRules && apart(profile, ourIds(profile, root), theirIds(profileRules)),
    fr && apart(french, ourIds(french, root), theirIds(fr)),
    xrechnung && apart(german, ourIds(german, root), theirIds(xrechnung)),
    ctc && apart(ctcFr, ourIds(ctcFr, root), theirIds(ctc)),
    peppol && apart('peppol', ourIds('peppol', root), theirIds(peppol)),
  ].filter((each) => each !== undefined)
  return bySheet.flatMap((all) =>
    all.map((each) => ({ ...each, reason: deviationOf(each, verdict, all) })),
  )
}

/** Those without a reason, as lines. */
export const unexplainedIn = (verdict: Verdict): string[] =>
  officialDifferences(verdict)
    .filter(({ reason }) => reason === undefined)
    .map(({ sheet, id, side }) => `${sheet} ${id}, ${side} only`)
