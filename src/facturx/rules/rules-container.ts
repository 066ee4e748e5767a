/**
 * What a Factur-X PDF must declare about its XML (Factur-X 1.09, 6.2 and 6.3). PDF/A conformance itself is left to
 * veraPDF.
 */
import type { Wording } from '../../kernel/coded-error.ts'
import type { ContainerFacts } from '../cii/read-facturx.ts'
import { findingOf, say } from '../model/fields.ts'
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
  code: string
  pointer: string
  holds: (facts: ContainerFacts, profile: Profile | undefined) => boolean
  says: Wording
  /** What the specification asks for and neither veraPDF nor Mustang looks at: other makers' files are not wrong for it. */
  isAdvice?: true
}

const RULES: readonly ContainerRule[] = [
  {
    code: 'PARAPH-PDF-PART',
    pointer: '/pdf/xmp/part',
    holds: ({ xmp }) => PDFA_PARTS.includes(xmp?.part ?? ''),
    says: say(
      'The PDF does not claim to be PDF/A-3 or PDF/A-4.',
      'Le PDF ne se déclare ni PDF/A-3 ni PDF/A-4.',
    ),
  },
  {
    code: 'PARAPH-PDF-ASSOCIATED',
    pointer: '/pdf/is_associated',
    holds: ({ isAssociated }) => isAssociated,
    says: say(
      "The XML is not among the document's associated files (/AF).",
      "Le XML n'est pas parmi les fichiers associés du document (/AF).",
    ),
  },
  {
    code: 'PARAPH-PDF-RELATIONSHIP',
    pointer: '/pdf/relationship',
    isAdvice: true,
    holds: ({ relationship = '' }, profile) =>
      profile === 'minimum' || profile === 'basic-wl'
        ? relationship === 'Data'
        : RELATIONSHIPS.includes(relationship),
    says: say(
      'AFRelationship must be Data for MINIMUM and BASIC WL, else Alternative, Source or Data.',
      'AFRelationship doit être Data pour MINIMUM et BASIC WL, sinon Alternative, Source ou Data.',
    ),
  },
  {
    code: 'PARAPH-PDF-MIME',
    pointer: '/pdf/mime_type',
    isAdvice: true,
    holds: ({ mimeType = '' }) => MIME_TYPES.includes(mimeType),
    says: say(
      'The media type of the XML must be text/xml.',
      'Le type de média du XML doit être text/xml.',
    ),
  },
  {
    code: 'PARAPH-XMP-TYPE',
    pointer: '/pdf/xmp/document_type',
    holds: ({ xmp }) => xmp?.documentType === 'INVOICE',
    says: say(
      'The XMP property fx:DocumentType must be INVOICE.',
      'La propriété XMP fx:DocumentType doit être INVOICE.',
    ),
  },
  {
    code: 'PARAPH-XMP-FILE',
    pointer: '/pdf/xmp/document_file_name',
    holds: ({ xmp, fileName }) => xmp?.documentFileName === fileName,
    says: say(
      'The XMP property fx:DocumentFileName must be the name of the XML file.',
      'La propriété XMP fx:DocumentFileName doit être le nom du fichier XML.',
    ),
  },
  {
    code: 'PARAPH-XMP-VERSION',
    pointer: '/pdf/xmp/version',
    holds: ({ xmp }) => VERSION.test(xmp?.version ?? ''),
    says: say(
      'The XMP property fx:Version is missing or unknown.',
      'La propriété XMP fx:Version manque ou est inconnue.',
    ),
  },
  {
    code: 'PARAPH-XMP-LEVEL',
    pointer: '/pdf/xmp/conformance_level',
    holds: ({ xmp }, profile) =>
      profile === undefined
        ? xmp?.conformanceLevel !== undefined
        : xmp?.conformanceLevel === PROFILE_FACTS[profile].conformanceLevel ||
          xmp?.conformanceLevel === 'XRECHNUNG',
    says: say(
      'The XMP property fx:ConformanceLevel must be the profile of the XML.',
      'La propriété XMP fx:ConformanceLevel doit être le profil du XML.',
    ),
  },
]

const FIX = say(
  'Make the file again with a Factur-X tool; we cannot correct it in place.',
  'Refaites le fichier avec un outil Factur-X ; il ne peut pas être corrigé sur place.',
)

/** What is wrong with the PDF around an invoice of a profile (undefined if the XML names none). */
export function checkContainer(facts: ContainerFacts, profile: Profile | undefined): RuleFinding[] {
  return RULES.filter(({ holds }) => !holds(facts, profile)).map(
    ({ code, pointer, says, isAdvice }) => ({
      ...findingOf({ code, pointer, detail: says, fix: FIX }),
      code,
      pointer,
      level: isAdvice ? 'warning' : 'error',
    }),
  )
}
