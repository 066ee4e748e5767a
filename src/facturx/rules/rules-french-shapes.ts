/** French rules on the shape of values: lengths, characters, dates, identifiers, digits (BR-FR-01 to 32, BR-FR-DEC-*). */
import type { CheckedInvoice } from '../model/complete-invoice.ts'
import type { Bilingual } from '../model/finding-collector.ts'
import { isDay } from '../model/identifiers.ts'
import {
  ALL,
  type Breach,
  brokenIf,
  eachAt,
  isBlank,
  placesAt,
  type Rule,
  rule,
  say,
} from './rule.ts'
import { DATES } from './rules-own.ts'

const SCHEME_SIREN = '0002'
const SCHEME_SIRET = '0009'
const SCHEME_ROUTING = '0224'
const SCHEME_DIRECTORY = '0225'
const SCHEME_VAT_GROUP = '0231'

const SIRET = /^\d{14}$/

const NUMBERS = ['/number', '/precedingInvoices/*/number', '/lines/*/precedingInvoice/number']
const PARTIES = [
  '/seller?',
  '/buyer?',
  '/payee?',
  '/otherParties?/invoicer?',
  '/otherParties?/invoicee?',
  '/otherParties?/payer?',
  '/otherParties?/sellerAgent?',
  '/otherParties?/buyerAgent?',
]

type Identifier = { value?: string; scheme?: string }
type PartyLike = { ids?: Identifier[]; legalId?: Identifier; electronicAddress?: Identifier }

const partiesOf = (invoice: CheckedInvoice): { pointer: string; party: PartyLike }[] =>
  PARTIES.flatMap((pattern) => placesAt(invoice, pattern)).map(({ pointer, value }) => ({
    pointer,
    party: value as PartyLike,
  }))

/** The identifiers of the places of delivery. */
const locationsOf = (invoice: CheckedInvoice): { pointer: string; id: Identifier }[] =>
  ['/delivery?/locationId?', '/lines/*/delivery?/locationId?'].flatMap((pattern) =>
    placesAt(invoice, pattern).map(({ pointer, value }) => ({ pointer, id: value as Identifier })),
  )

/** The identifiers of all parties and of the places of delivery, with their pointers. */
const idsOf = (invoice: CheckedInvoice): { pointer: string; id: Identifier }[] => [
  ...partiesOf(invoice).flatMap(({ pointer, party }) =>
    (party.ids ?? []).map((id, index) => ({ pointer: `${pointer}/ids/${index}`, id })),
  ),
  ...locationsOf(invoice),
]

/** A SIRET has 14 digits and starts with the SIREN of its party; only seller and buyer must have one to compare with. */
const siretMatchesSiren = (invoice: CheckedInvoice): readonly Breach[] => [
  ...partiesOf(invoice).flatMap(({ pointer, party }) => {
    const index = (party.ids ?? []).findIndex(({ scheme }) => scheme === SCHEME_SIRET)
    const siret = party.ids?.[index]?.value
    if (siret === undefined) return []
    const needsSiren = pointer === '/seller' || pointer === '/buyer'
    const siren = party.legalId?.scheme === SCHEME_SIREN ? (party.legalId.value ?? '') : undefined
    const matches = siren === undefined ? !needsSiren : siret.slice(0, 9) === siren
    return brokenIf(!SIRET.test(siret) || !matches, `${pointer}/ids/${index}/value`)
  }),
  ...locationsOf(invoice).flatMap(({ pointer, id: { scheme, value = '' } }) =>
    brokenIf(scheme === SCHEME_SIRET && !SIRET.test(value), `${pointer}/value`),
  ),
]

const wrongIds =
  (schemes: string[], passes: (value: string) => boolean) =>
  (invoice: CheckedInvoice): readonly Breach[] =>
    idsOf(invoice).flatMap(({ pointer, id }) =>
      brokenIf(schemes.includes(id.scheme ?? '') && !passes(id.value ?? ''), `${pointer}/value`),
    )

const wrongAddresses =
  (passes: (address: Identifier) => boolean) =>
  (invoice: CheckedInvoice): readonly Breach[] =>
    partiesOf(invoice).flatMap(({ pointer, party: { electronicAddress: address } }) =>
      brokenIf(address !== undefined && !passes(address), `${pointer}/electronicAddress/value`),
    )

/** Several identifiers of a party that have a scheme must have different schemes. */
const schemesDiffer = (invoice: CheckedInvoice): readonly Breach[] =>
  partiesOf(invoice).flatMap(({ pointer, party }) => {
    const schemes = (party.ids ?? []).flatMap(({ scheme }) => scheme ?? [])
    return brokenIf(new Set(schemes).size !== schemes.length, `${pointer}/ids`)
  })

const isPlain = (value: string): boolean => /^[A-Za-z0-9+\-_.]+$/.test(value)
const isCenturyDay = (value: string): boolean => value.startsWith('20') && isDay(value)
const NINE_DIGITS = /^\d{9}$/

/** `[id, check, says, fix]` */
const SHAPES: [id: string, check: Rule['check'], says: Bilingual, fix: Bilingual][] = [
  [
    'BR-FR-01',
    eachAt(NUMBERS, (value) => value.length <= 35),
    say(
      'An invoice number has at most 35 characters (BT-1, BT-25).',
      'Un numéro de facture a au plus 35 caractères (BT-1, BT-25).',
    ),
    say('Shorten the number.', 'Raccourcissez le numéro.'),
  ],
  [
    'BR-FR-02',
    eachAt(NUMBERS, (value) => /^[A-Za-z0-9+\-_/]+$/.test(value)),
    say(
      'An invoice number is made of letters, digits and + - _ / (BT-1, BT-25).',
      'Un numéro de facture est fait de lettres, de chiffres et de + - _ / (BT-1, BT-25).',
    ),
    say('Leave spaces, dots and accents out.', 'Retirez espaces, points et accents.'),
  ],
  [
    'BR-FR-03',
    eachAt(DATES, isCenturyDay),
    say(
      'A date must be an existing day between 2000 and 2099.',
      'Une date doit être un jour existant entre 2000 et 2099.',
    ),
    say('Correct the date.', 'Corrigez la date.'),
  ],
  [
    'BR-FR-09',
    siretMatchesSiren,
    say(
      'A SIRET has 14 digits and starts with the SIREN of the same party.',
      'Un SIRET a 14 chiffres et commence par le SIREN de la même partie.',
    ),
    say('Correct siret or siren.', 'Corrigez siret ou siren.'),
  ],
  [
    'BR-FR-23',
    wrongAddresses(({ scheme, value = '' }) => scheme !== SCHEME_DIRECTORY || isPlain(value)),
    say(
      'An electronic address of scheme 0225 is made of letters, digits and + - _ .',
      'Une adresse électronique de schéma 0225 est faite de lettres, de chiffres et de + - _ .',
    ),
    say('Correct electronicAddress.value.', 'Corrigez electronicAddress.value.'),
  ],
  [
    'BR-FR-24',
    wrongIds([SCHEME_ROUTING], isPlain),
    say(
      'A routing code (scheme 0224) is made of letters, digits and + - _ .',
      'Un code de routage (schéma 0224) est fait de lettres, de chiffres et de + - _ .',
    ),
    say('Correct the identifier.', "Corrigez l'identifiant."),
  ],
  [
    'BR-FR-25',
    wrongAddresses(({ value = '' }) => value.length <= 125),
    say(
      'An electronic address has at most 125 characters.',
      'Une adresse électronique a au plus 125 caractères.',
    ),
    say('Shorten electronicAddress.value.', 'Raccourcissez electronicAddress.value.'),
  ],
  [
    'BR-FR-26',
    wrongIds([SCHEME_ROUTING], (value) => value.length <= 100),
    say(
      'A routing code (scheme 0224) has at most 100 characters.',
      'Un code de routage (schéma 0224) a au plus 100 caractères.',
    ),
    say('Shorten the identifier.', "Raccourcissez l'identifiant."),
  ],
  [
    'BR-FR-27',
    (invoice) =>
      placesAt(invoice, '/lines/*/attributes/*/name').flatMap(({ pointer, value }) =>
        brokenIf(isBlank(value), pointer),
      ),
    say(
      'An item property must have a name (BT-160).',
      "Un attribut d'article doit avoir un nom (BT-160).",
    ),
    say('Give lines[].attributes[].name.', 'Renseignez lines[].attributes[].name.'),
  ],
  [
    'BR-FR-28',
    (invoice) =>
      placesAt(invoice, '/lines/*/attributes/*/value').flatMap(({ pointer, value }) =>
        brokenIf(value === undefined, pointer),
      ),
    say(
      'An item property must have a value (BT-161).',
      "Un attribut d'article doit avoir une valeur (BT-161).",
    ),
    say('Give lines[].attributes[].value.', 'Renseignez lines[].attributes[].value.'),
  ],
  [
    'BR-FR-29',
    ({ references }) =>
      brokenIf(
        ['AFL', 'AVV'].includes(references?.object?.scheme ?? '') &&
          isBlank(references?.object?.value),
        '/references/object/value',
      ),
    say(
      'A reference of scheme AFL or AVV must have a value (BT-18).',
      'Une référence de schéma AFL ou AVV doit avoir une valeur (BT-18).',
    ),
    say('Give references.object.value.', 'Renseignez references.object.value.'),
  ],
  [
    'BR-FR-32',
    (invoice) => [
      ...wrongIds([SCHEME_SIREN, SCHEME_VAT_GROUP], (value) => NINE_DIGITS.test(value))(invoice),
      ...[
        ...partiesOf(invoice),
        ...placesAt(invoice, '/taxRepresentative?').map(({ pointer, value }) => ({
          pointer,
          party: value as PartyLike,
        })),
      ].flatMap(({ pointer, party: { legalId } }) =>
        brokenIf(
          legalId?.scheme === SCHEME_SIREN && !NINE_DIGITS.test(legalId.value ?? ''),
          `${pointer}/legalId/value`,
        ),
      ),
    ],
    say(
      'A SIREN (scheme 0002, 0231) has nine digits.',
      'Un SIREN (schéma 0002, 0231) a neuf chiffres.',
    ),
    say(
      'Correct the identifier, or give another scheme.',
      "Corrigez l'identifiant, ou changez de schéma.",
    ),
  ],
  [
    'BR-FR-CO-10',
    schemesDiffer,
    say(
      'A party has at most one identifier of each scheme.',
      'Une partie a au plus un identifiant par schéma.',
    ),
    say(
      'Keep one identifier of each scheme in ids.',
      "Ne gardez qu'un identifiant par schéma dans ids.",
    ),
  ],
]

const DIGITS_MAX = 19
const RATE_DIGITS_MAX = 4
const digitsOf = (value: string): number => value.replace('.', '').length
const hasShape =
  (shape: RegExp, digits: number) =>
  (value: string): boolean =>
    shape.test(value.trim()) && digitsOf(value.trim()) <= digits

const AMOUNT_PLACES = [
  ...[
    'lines',
    'allowances',
    'charges',
    'withoutVat',
    'vat',
    'vatInTaxCurrency',
    'withVat',
    'prepaid',
    'rounding',
    'due',
  ].map((name) => `/totals/${name}`),
  ...['/allowances/*', '/charges/*', '/lines/*/allowances/*', '/lines/*/charges/*'].flatMap(
    (place) => [`${place}/amount`, `${place}/base`],
  ),
  '/vatBreakdown/*/base',
  '/vatBreakdown/*/amount',
  '/lines/*/netAmount',
]

/** `[id, places, shape, digits, says]` */
const DECIMALS: [
  id: string,
  places: string[],
  passes: (value: string) => boolean,
  says: Bilingual,
][] = [
  [
    'BR-FR-DEC-01',
    AMOUNT_PLACES,
    hasShape(/^-?\d{1,19}(\.\d{1,2})?$/, DIGITS_MAX),
    say(
      'An amount has at most 19 characters and two decimals.',
      'Un montant a au plus 19 caractères et deux décimales.',
    ),
  ],
  [
    'BR-FR-DEC-02',
    ['/lines/*/quantity', '/lines/*/baseQuantity'],
    hasShape(/^-?\d{1,19}(\.\d{1,4})?$/, DIGITS_MAX),
    say(
      'A quantity has at most 19 characters and four decimals (BT-129, BT-149).',
      'Une quantité a au plus 19 caractères et quatre décimales (BT-129, BT-149).',
    ),
  ],
  [
    'BR-FR-DEC-03',
    ['/lines/*/netPrice', '/lines/*/discount', '/lines/*/grossPrice'],
    hasShape(/^\d{1,19}(\.\d{1,6})?$/, DIGITS_MAX),
    say(
      'A price is not negative and has at most 19 characters and six decimals (BT-146 to BT-148).',
      "Un prix n'est pas négatif et a au plus 19 caractères et six décimales (BT-146 à BT-148).",
    ),
  ],
  [
    'BR-FR-DEC-04',
    ['/vatBreakdown/*/rate', '/lines/*/vat/rate', '/allowances/*/vat/rate', '/charges/*/vat/rate'],
    hasShape(/^\d{1,4}(\.\d{1,2})?$/, RATE_DIGITS_MAX),
    say(
      'A VAT rate has at most four digits, two of them decimals.',
      'Un taux de TVA a au plus quatre chiffres, dont deux décimales.',
    ),
  ],
]

const ROUND = say('Round the value, or correct it.', 'Arrondissez la valeur, ou corrigez-la.')

/** BR-FR-01 to BR-FR-32 on shapes, BR-FR-CO-10, BR-FR-DEC-01 to 04. */
export const FRENCH_SHAPE_RULES: readonly Rule[] = [
  ...SHAPES.map(([id, check, says, fix]) => rule(id, ALL, check, says, fix)),
  ...DECIMALS.map(([id, places, passes, says]) =>
    rule(id, ALL, eachAt(places, passes), says, ROUND),
  ),
]
