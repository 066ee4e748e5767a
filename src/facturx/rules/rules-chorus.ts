/**
 * What Chorus Pro asks of an invoice to a French public body (BR-FR-CPRO-*, AFNOR XP Z12-012, annex A 1.3). No sheet of these
 * rules is published: the portal applies them on receipt. They are errors where the caller says that the buyer is public
 * (`fr-public`), and warnings where only the buyer's identifiers say so.
 *
 * The annex is not freely published. Numbers and limits are those on which public implementations of it agree; that 12 is the
 * rule of the engagement number is inferred from its neighbours 11 and 13, and that the service code may stand in BT-10 from the
 * portal's older mapping. Hence 11 and 12 never do more than warn.
 *
 * Left out: what needs the portal's directory or is not in our JSON (01, 13, 16, 18, 21 to 23, 28, 40), the shapes of foreign
 * sellers' identifiers (04 to 08), the lengths of the seller's address (32, 33), and what our model cannot break (19, 25 to 27, 29).
 */
import type { CheckedInvoice } from '../model/complete-invoice.ts'
import type { MendableName } from '../model/fields.ts'
import CHORUS_LENGTHS from './chorus-lengths.json' with { type: 'json' }
import {
  brokenIf,
  FROM_WL,
  HOLDS,
  isBlank,
  placesAt,
  type Rule,
  type RuleViolation,
  rule,
} from './rule.ts'

const SCHEME_SIREN = '0002'
const SCHEME_SIRET = '0009'
const SCHEME_ROUTING = '0224'
/** Identifiers of a seller that the portal knows: SIRET, VAT number, person, outside the EU, New Caledonia, Tahiti. */
const SELLER_SCHEMES = [SCHEME_SIRET, '0223', '0226', '0227', '0228', '0229']

/** Process of a subcontractor who is not paid directly. */
const PROCESS_SUBCONTRACTOR = 'S5'

type PartyLike = CheckedInvoice['buyer']

const hasId = (party: PartyLike, schemes: readonly string[]): boolean =>
  (party?.ids ?? []).some(
    ({ scheme, value }) => schemes.includes(scheme ?? '') && value !== undefined,
  )
const hasSiren = (party: PartyLike): boolean => party?.legalId?.scheme === SCHEME_SIREN

/** Numbers of the State usually begin with 1, of local authorities with 2: a sign, no proof, which is why it only warns. */
const isPublicNumber = ({ scheme, value = '' }: { scheme?: string; value?: string }): boolean =>
  (scheme === SCHEME_SIREN || scheme === SCHEME_SIRET) && /^[12]/.test(value.trim())

/** Whether the buyer's identifiers are those of a French public body: its SIREN or SIRET, or a service code. */
export const isPublicBuyer = ({ buyer }: CheckedInvoice): boolean =>
  [...(buyer?.ids ?? []), ...(buyer?.legalId === undefined ? [] : [buyer.legalId])].some(
    (id) => isPublicNumber(id) || id.scheme === SCHEME_ROUTING,
  )

const noSiret =
  (name: 'seller' | 'payee') =>
  (invoice: CheckedInvoice): readonly RuleViolation[] =>
    brokenIf(hasSiren(invoice[name]) && !hasId(invoice[name], [SCHEME_SIRET]), `/${name}/siret`)

const tooLong =
  (max: number, places: readonly string[]) =>
  (invoice: CheckedInvoice): readonly RuleViolation[] =>
    places
      .flatMap((place) => placesAt(invoice, place))
      .flatMap(({ pointer, value }) =>
        typeof value === 'string' && Array.from(value).length > max
          ? [{ pointer, given: value }]
          : HOLDS,
      )

/** `[id, most characters, places]` */
const LENGTHS = CHORUS_LENGTHS as unknown as readonly [MendableName, number, string[]][]

const WARNING = { level: 'warning' } as const

/** The rules of Chorus Pro, as for a caller who says that the buyer is public. */
export const CHORUS_RULES: readonly Rule[] = [
  rule('BR-FR-CPRO-03', FROM_WL, ({ seller }) =>
    brokenIf(!hasSiren(seller) && !hasId(seller, SELLER_SCHEMES), '/seller/ids'),
  ),
  rule('BR-FR-CPRO-09', FROM_WL, noSiret('seller')),
  rule('BR-FR-CPRO-10', FROM_WL, ({ buyer }) =>
    brokenIf(!hasId(buyer, [SCHEME_SIRET]), '/buyer/siret'),
  ),
  rule(
    'BR-FR-CPRO-11',
    FROM_WL,
    ({ buyer, references }) =>
      brokenIf(!hasId(buyer, [SCHEME_ROUTING]) && isBlank(references?.buyer), '/references/buyer'),
    WARNING,
  ),
  rule(
    'BR-FR-CPRO-12',
    FROM_WL,
    ({ references }) =>
      brokenIf(
        isBlank(references?.purchaseOrder) && isBlank(references?.contract),
        '/references/purchaseOrder',
      ),
    WARNING,
  ),
  rule('BR-FR-CPRO-17', FROM_WL, noSiret('payee')),
  rule('BR-FR-CPRO-20', FROM_WL, ({ precedingInvoices = [] }) =>
    brokenIf(precedingInvoices.length > 1, '/precedingInvoices/1'),
  ),
  rule('BR-FR-CPRO-24', FROM_WL, ({ businessProcess }) =>
    brokenIf(businessProcess === PROCESS_SUBCONTRACTOR, '/businessProcess'),
  ),
  ...LENGTHS.map(([id, max, places]) => rule(id, FROM_WL, tooLong(max, places), { max })),
]
