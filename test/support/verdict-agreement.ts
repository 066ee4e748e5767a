/** Compares the verdict that a caller of the service gets with the one that the official artefacts together give. */
import { readReport } from '../../src/facturx/invoice-report.ts'
import { CodedError } from '../../src/kernel/coded-error.ts'
import type { SheetFinding, Verdict } from './judges.ts'
import { deviationOf } from './official-deviations.ts'

/** What both sides say of one file. */
export type VerdictComparison =
  | { kind: 'no-invoice' }
  | { kind: 'equal'; isValid: boolean }
  | {
      kind: 'apart'
      isSameVerdict: boolean
      onlyOurs: string[]
      onlyOfficial: string[]
      reason: string | undefined
    }

/** The French sheet numbers each place (BR-FR-16_BT-119): the rule is what stands before. */
const ruleOf = (id: string): string => id.replace(/^(BR-FR-(?:[A-Z]+-)?\d+).*$/, '$1')

const errorsIn = (findings: readonly SheetFinding[] = []): string[] =>
  findings.flatMap(({ id, flag }) =>
    flag === 'warning' || flag === 'information' || (id ?? '') === '' ? [] : ruleOf(id),
  )

/** The report on the XML, undefined when it is no invoice for us. */
async function reportOn(xml: Uint8Array) {
  try {
    return await readReport(xml, {})
  } catch (error) {
    if (error instanceof CodedError) return undefined
    throw error
  }
}

/**
 * @param xml the bytes that both sides judge
 * @param verdict with the layers xsd, cen, profile and fr
 */
export async function compareVerdicts(
  xml: Uint8Array,
  verdict: Verdict,
): Promise<VerdictComparison> {
  const report = await reportOn(xml)
  const isReadable = verdict.malformed === undefined && verdict.error === undefined
  if (report === undefined && !isReadable) return { kind: 'no-invoice' }
  const isOther = report?.checked.includes('factur-x') !== true
  const isCore = verdict.profile === 'basic' || verdict.profile === 'en16931'
  const official = new Set([
    ...((verdict.xsd ?? []).length === 0 ? [] : ['XSD']),
    ...(isOther ? [] : errorsIn(verdict.profileRules)),
    ...(isCore ? errorsIn(verdict.cen) : []),
    ...errorsIn(verdict.xrechnung),
    ...errorsIn(verdict.ctc),
    ...(report?.rules === 'fr' ? errorsIn(verdict.fr) : []),
  ])
  const ours = new Set(
    report === undefined ? ['UNREAD'] : report.errors.flatMap(({ code }) => code ?? []),
  )
  const onlyOurs = [...ours].filter((id) => !official.has(id))
  const onlyOfficial = [...official].filter((id) => !ours.has(id))
  if (onlyOurs.length + onlyOfficial.length === 0)
    return { kind: 'equal', isValid: ours.size === 0 }
  const all = [
    ...onlyOurs.map((id) => ({ sheet: 'all', id, side: 'ours' as const })),
    ...onlyOfficial.map((id) => ({ sheet: 'all', id, side: 'official' as const })),
  ]
  const reasons = all.map((each) => deviationOf(each, verdict, all))
  return {
    kind: 'apart',
    isSameVerdict: (ours.size === 0) === (official.size === 0),
    onlyOurs,
    onlyOfficial,
    reason: reasons.includes(undefined) ? undefined : reasons[0],
  }
}
