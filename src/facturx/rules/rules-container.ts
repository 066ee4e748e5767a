/**
 * What a Factur-X PDF must declare about its XML (Factur-X 1.09, 6.2 and 6.3). PDF/A conformance itself is left to
 * veraPDF.
 */
import { say } from '../../translations/texts.ts'
import type { ContainerFacts } from '../cii/read-facturx.ts'
import { type FaultName, faultWords, findingOf } from '../model/fields.ts'
import type { Profile } from '../model/invoice.ts'
import { PROFILE_FACTS } from '../model/profiles.ts'
import type { RuleFinding } from './check-rules.ts'

/** PDF/A-3, and PDF/A-4f, which has attachments as well. */
const PDFA_PARTS = ['3', '4']
const RELATIONSHIPS = ['Data', 'Source', 'Alternative']
const MIME_TYPES = ['text/xml', 'application/xml']
/** 1.0 for Factur-X; ZUGFeRD wrote 2p0, XRechnung its own version. */
const VERSION = /^\d+[.p]\d+$/

interface ContainerRule {
  code: FaultName
  pointer: string
  holds: (facts: ContainerFacts, profile: Profile | undefined) => boolean
  /** What the specification asks for and neither veraPDF nor Mustang looks at: other makers' files are not wrong for it. */
  isAdvice?: true
}

const RULES: readonly ContainerRule[] = [
  {
    code: 'PARAPH-PDF-PART',
    pointer: '/pdf/xmp/part',
    holds: ({ xmp }) => PDFA_PARTS.includes(xmp?.part ?? ''),
  },
  {
    code: 'PARAPH-PDF-ASSOCIATED',
    pointer: '/pdf/is_associated',
    holds: ({ isAssociated }) => isAssociated,
  },
  {
    code: 'PARAPH-PDF-RELATIONSHIP',
    pointer: '/pdf/relationship',
    isAdvice: true,
    holds: ({ relationship = '' }, profile) =>
      profile === 'minimum' || profile === 'basic-wl'
        ? relationship === 'Data'
        : RELATIONSHIPS.includes(relationship),
  },
  {
    code: 'PARAPH-PDF-MIME',
    pointer: '/pdf/mime_type',
    isAdvice: true,
    holds: ({ mimeType = '' }) => MIME_TYPES.includes(mimeType),
  },
  {
    code: 'PARAPH-XMP-TYPE',
    pointer: '/pdf/xmp/document_type',
    holds: ({ xmp }) => xmp?.documentType === 'INVOICE',
  },
  {
    code: 'PARAPH-XMP-FILE',
    pointer: '/pdf/xmp/document_file_name',
    holds: ({ xmp, fileName }) => xmp?.documentFileName === fileName,
  },
  {
    code: 'PARAPH-XMP-VERSION',
    pointer: '/pdf/xmp/version',
    holds: ({ xmp }) => VERSION.test(xmp?.version ?? ''),
  },
  {
    code: 'PARAPH-XMP-LEVEL',
    pointer: '/pdf/xmp/conformance_level',
    holds: ({ xmp }, profile) =>
      profile === undefined
        ? xmp?.conformanceLevel !== undefined
        : xmp?.conformanceLevel === PROFILE_FACTS[profile].conformanceLevel ||
          xmp?.conformanceLevel === 'XRECHNUNG',
  },
]

/** What is wrong with the PDF around an invoice of a profile (undefined if the XML names none). */
export function checkContainer(facts: ContainerFacts, profile: Profile | undefined): RuleFinding[] {
  return RULES.filter(({ holds }) => !holds(facts, profile)).map(({ code, pointer, isAdvice }) => ({
    ...findingOf({ code, pointer, ...faultWords(code), fix: say('invoiceWords.remake') }),
    code,
    pointer,
    level: isAdvice ? 'warning' : 'error',
  }))
}
