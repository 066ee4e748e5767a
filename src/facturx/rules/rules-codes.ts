/** EN 16931 code lists: BR-CL-*. The lists are data in codes/, each with its source and version. */
import ADDRESS_SCHEMES from '../codes/address-schemes.json' with { type: 'json' }
import ALLOWANCE_REASONS from '../codes/allowance-reasons.json' with { type: 'json' }
import CHARGE_REASONS from '../codes/charge-reasons.json' with { type: 'json' }
import COUNTRIES from '../codes/countries.json' with { type: 'json' }
import CURRENCIES from '../codes/currencies.json' with { type: 'json' }
import DOCUMENT_TYPES from '../codes/document-types.json' with { type: 'json' }
import IDENTIFIER_SCHEMES from '../codes/identifier-schemes.json' with { type: 'json' }
import ITEM_CLASSIFICATIONS from '../codes/item-classifications.json' with { type: 'json' }
import MIME_TYPES from '../codes/mime-types.json' with { type: 'json' }
import NOTE_SUBJECTS from '../codes/note-subjects.json' with { type: 'json' }
import PAYMENT_MEANS from '../codes/payment-means.json' with { type: 'json' }
import REFERENCE_QUALIFIERS from '../codes/reference-qualifiers.json' with { type: 'json' }
import TAX_POINT_CODES from '../codes/tax-point-codes.json' with { type: 'json' }
import UNITS from '../codes/units.json' with { type: 'json' }
import VAT_CATEGORIES from '../codes/vat-categories.json' with { type: 'json' }
import VAT_EXEMPTIONS from '../codes/vat-exemptions.json' with { type: 'json' }
import { fieldName, fieldPath } from '../model/fields.ts'
import type { Bilingual } from '../model/finding-collector.ts'
import { ALL, eachAt, type Rule, rule, say } from './rule.ts'

/** A list of codes as stored in codes/. */
interface CodeList {
  list: string
  source: string
  codes: string[]
}

/** Most codes listed in a message. */
const CODES_SHOWN = 20

const PARTIES = ['/seller', '/buyer', '/payee', '/taxRepresentative', '/otherParties/*']
const ofParties = (member: string): string[] => PARTIES.map((party) => `${party}/${member}`)
const COUNTRY = [
  ...ofParties('address/country'),
  '/delivery/address/country',
  '/lines/*/delivery/address/country',
]
const EXEMPTIONS = [
  '/vatBreakdown/*/exemptionCode',
  '/lines/*/vat/exemptionCode',
  '/allowances/*/vat/exemptionCode',
  '/charges/*/vat/exemptionCode',
]

const ROWS: [id: string, list: CodeList, places: string[]][] = [
  ['BR-CL-01', DOCUMENT_TYPES, ['/typeCode']],
  ['BR-CL-04', CURRENCIES, ['/currency']],
  ['BR-CL-05', CURRENCIES, ['/taxCurrency']],
  ['BR-CL-06', TAX_POINT_CODES, ['/taxPointDateCode']],
  ['BR-CL-07', REFERENCE_QUALIFIERS, ['/references/object/scheme', '/lines/*/objectId/scheme']],
  ['BR-CL-08', NOTE_SUBJECTS, ['/notes/*/subjectCode']],
  ['BR-CL-10', IDENTIFIER_SCHEMES, ofParties('ids/*/scheme')],
  ['BR-CL-11', IDENTIFIER_SCHEMES, ofParties('legalId/scheme')],
  ['BR-CL-13', ITEM_CLASSIFICATIONS, ['/lines/*/classifications/*/scheme']],
  ['BR-CL-14', COUNTRIES, COUNTRY],
  ['BR-CL-15', COUNTRIES, ['/lines/*/originCountry']],
  ['BR-CL-16', PAYMENT_MEANS, ['/payment/means/*/code']],
  ['BR-CL-17', VAT_CATEGORIES, ['/allowances/*/vat/category', '/charges/*/vat/category']],
  ['BR-CL-18', VAT_CATEGORIES, ['/vatBreakdown/*/category', '/lines/*/vat/category']],
  ['BR-CL-19', ALLOWANCE_REASONS, ['/allowances/*/reasonCode', '/lines/*/allowances/*/reasonCode']],
  ['BR-CL-20', CHARGE_REASONS, ['/charges/*/reasonCode', '/lines/*/charges/*/reasonCode']],
  ['BR-CL-21', IDENTIFIER_SCHEMES, ['/lines/*/standardItemId/scheme']],
  ['BR-CL-22', VAT_EXEMPTIONS, EXEMPTIONS],
  ['BR-CL-23', UNITS, ['/lines/*/unit', '/lines/*/baseQuantityUnit']],
  ['BR-CL-24', MIME_TYPES, ['/attachments/*/mimeType']],
  ['BR-CL-25', ADDRESS_SCHEMES, ofParties('electronicAddress/scheme')],
  ['BR-CL-26', IDENTIFIER_SCHEMES, ['/delivery/locationId/scheme']],
]

/** How to correct a code: the valid codes if there are few, else the name of the list. */
export const codeAdvice = (place: string, { list, codes }: Omit<CodeList, 'source'>): Bilingual => {
  const shown = codes.length <= CODES_SHOWN ? `: ${codes.join(', ')}` : ''
  return say(
    `Give ${fieldPath(place)} a code of ${list}${shown}.`,
    `Donnez à ${fieldPath(place)} un code de la liste ${list}${shown}.`,
  )
}

/** Rules that ignore the case of a code. */
const anyCase = new Set(['BR-CL-22'])

/** The rule at one place: its message names that place, with its number. */
function codeRule(id: string, { list, codes }: Omit<CodeList, 'source'>, place: string): Rule {
  const known = new Set(codes)
  const { en, fr } = fieldName(place)
  return rule(
    id,
    ALL,
    eachAt(
      [place],
      (value) =>
        known.has(value.trim()) || (anyCase.has(id) && known.has(value.trim().toUpperCase())),
    ),
    say(
      `Unknown code in ${en}; the list is ${list}.`,
      `Code inconnu pour ${fr} ; la liste est ${list}.`,
    ),
    codeAdvice(place, { list, codes }),
  )
}

/** BR-CL-01 to BR-CL-26. BR-CL-03 (currency of each amount) cannot be broken: our amounts carry no currency. */
export const CODE_RULES: readonly Rule[] = ROWS.flatMap(([id, list, places]) =>
  places.map((place) => codeRule(id, list, place)),
)
