/** What a specification identifier (BT-24) says: the profile of Factur-X, or the usage of EN 16931 by others. */
import { PROFILES, type Profile, type RuleSet } from './invoice.ts'
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
const CTC_FR = `${CORE}#conformant#urn.cpro.gouv.fr:1p0:extended-ctc-fr`
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
  'extended-ctc-fr-cii',
  'extended-ctc-fr-ubl',
] as const
/** See {@link INVOICE_FORMATS}. */
export type InvoiceFormat = (typeof INVOICE_FORMATS)[number]

/** How a format is written. */
export interface FormatFacts {
  syntax: 'cii' | 'ubl'
  /** BT-24; that of the profile when absent. */
  guideline?: string
  /** Whose fields it has where it names its guideline; `en16931` when absent. */
  profile?: Profile
  /** The rules that it asks for, where the invoice names none. */
  rules?: RuleSet
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
  'xrechnung-cii': { syntax: 'cii', guideline: XRECHNUNG, process: BILLING, rules: 'en16931' },
  'xrechnung-ubl': { syntax: 'ubl', guideline: XRECHNUNG, process: BILLING, rules: 'en16931' },
  peppol: {
    syntax: 'ubl',
    guideline: PEPPOL,
    process: BILLING,
    rules: 'en16931',
    hasOneNote: true,
  },
  'extended-ctc-fr-cii': { syntax: 'cii', guideline: CTC_FR, profile: 'extended', rules: 'fr' },
  'extended-ctc-fr-ubl': { syntax: 'ubl', guideline: CTC_FR, profile: 'extended', rules: 'fr' },
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

/** Whether a guideline asks for the French rules, from sellers of any country. */
export const isFrenchUsage = (guideline: string | undefined): boolean =>
  isOtherUsage(guideline) && (guideline?.includes('cpro.gouv.fr') ?? false)

/** Usages by what their guidelines have in common, and what those have whose rules are here; earlier versions have other rules. */
const USAGES = [
  { check: 'xrechnung', is: ':xrechnung_3.0', cii: 'xrechnung', ubl: 'xrechnung-ubl' },
  { check: 'peppol', is: PEPPOL, cii: undefined, ubl: 'peppol' },
  {
    check: 'extended-ctc-fr',
    is: ':extended-ctc-fr',
    cii: 'extended-ctc-fr',
    ubl: 'extended-ctc-fr-ubl',
  },
] as const

/** Whose rules a guideline asks for besides those of EN 16931, or instead: the sheets that are here, and what is not. */
export function usagesOf(guideline = '', syntax: FormatFacts['syntax']) {
  const named = USAGES.filter(({ check }) => guideline.includes(check)).map(
    ({ check, is, [syntax]: sheet }) => ({
      check,
      sheet: guideline.includes(is) ? sheet : undefined,
    }),
  )
  return {
    sheets: named.flatMap(({ check, sheet }) => (sheet === undefined ? [] : [{ check, sheet }])),
    notChecked: named.flatMap(({ check, sheet }): Check[] => (sheet === undefined ? [check] : [])),
  }
}
