/** What a specification identifier (BT-24) says: the profile of Factur-X, or the usage of EN 16931 by others. */
import { PROFILES, type Profile } from './invoice.ts'
import { type Check, PROFILE_FACTS } from './profiles.ts'

/** Profile of each BT-24. */
const GUIDELINES = new Map(
  PROFILES.flatMap((profile): [string, Profile][] => {
    const { guideline } = PROFILE_FACTS[profile]
    // ZUGFeRD 2.0 named the same profiles after itself.
    return [
      [guideline, profile],
      [guideline.replace('factur-x.eu:1p0', 'zugferd.de:2p0'), profile],
    ]
  }),
)
const CORE = PROFILE_FACTS.en16931.guideline
const XRECHNUNG = `${CORE}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`
const PEPPOL = `${CORE}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`
/** The process of Peppol for an invoice that is answered by paying it (BT-23); XRechnung requires one and has the same. */
const BILLING = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'

/** What an invoice can be made as: a PDF with its XML, or the XML alone. */
export const INVOICE_FORMATS = [
  'facturx',
  'cii',
  'ubl',
  'xrechnung-cii',
  'xrechnung-ubl',
  'peppol',
] as const
/** See {@link INVOICE_FORMATS}. */
export type InvoiceFormat = (typeof INVOICE_FORMATS)[number]

/** How a format is written. */
export interface FormatFacts {
  syntax: 'cii' | 'ubl'
  /** BT-24; that of the profile when absent. */
  guideline?: string
  /** BT-23, where the invoice has none. */
  process?: string
  /** Whether it has one note at most (PEPPOL-EN16931-R002). */
  hasOneNote?: boolean
}

/** See {@link FormatFacts}. */
export const FORMAT_FACTS: Readonly<Record<InvoiceFormat, FormatFacts>> = {
  facturx: { syntax: 'cii' },
  cii: { syntax: 'cii' },
  ubl: { syntax: 'ubl', guideline: CORE },
  'xrechnung-cii': { syntax: 'cii', guideline: XRECHNUNG, process: BILLING },
  'xrechnung-ubl': { syntax: 'ubl', guideline: XRECHNUNG, process: BILLING },
  peppol: { syntax: 'ubl', guideline: PEPPOL, process: BILLING, hasOneNote: true },
}

/** Whether a guideline (BT-24) is a profile of Factur-X or ZUGFeRD 2, rather than a usage of EN 16931 by others. */
const isProfile = (guideline: string | undefined): boolean => GUIDELINES.has(guideline ?? '')

/** Whether a guideline is a usage of EN 16931 by others, such as XRechnung and Peppol. */
export const isOtherUsage = (guideline: string | undefined): boolean =>
  !isProfile(guideline) && (guideline?.startsWith(`${CORE}#`) ?? false)

/** The profile of a guideline (BT-24); a national usage of EN 16931, such as XRechnung, is checked as EN 16931. */
export function profileOf(guideline: string | undefined): Profile | undefined {
  const exact = GUIDELINES.get(guideline ?? '')
  if (exact !== undefined) return exact
  if (guideline?.startsWith(`${CORE}#conformant#`)) return 'extended'
  return guideline?.startsWith(`${CORE}#`) ? 'en16931' : undefined
}

/** Whose rules besides those of EN 16931 a guideline asks for: those that are here, and those that are not. */
export function usagesOf(
  guideline = '',
  syntax: FormatFacts['syntax'],
): { checked: Check[]; notChecked: Check[] } {
  const isUbl = syntax === 'ubl'
  const asked: [Check, boolean][] = [
    // the schema of CII is published by profile of Factur-X
    ['xml-schema', isUbl || !isOtherUsage(guideline)],
    // earlier versions have other rules
    ...(guideline.includes('xrechnung')
      ? [['xrechnung', guideline.includes(':xrechnung_3.0')] as [Check, boolean]]
      : []),
    ...(guideline.includes('peppol')
      ? [['peppol', isUbl && guideline.startsWith(PEPPOL)] as [Check, boolean]]
      : []),
  ]
  const named = (isHere: boolean): Check[] =>
    asked.flatMap(([check, here]) => (here === isHere ? [check] : []))
  return { checked: named(true), notChecked: named(false) }
}
