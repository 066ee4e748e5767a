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
import { say } from '../model/fields.ts'
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

/** `[id, most characters, places, what they hold]` */
const LENGTHS: [id: string, max: number, places: string[], en: string, fr: string][] = [
  [
    'BR-FR-CPRO-02',
    20,
    ['/number', '/precedingInvoices?/*/number', '/lines/*/precedingInvoice?/number'],
    'The number of an invoice',
    'Le numéro d’une facture',
  ],
  ['BR-FR-CPRO-14', 50, ['/references?/contract'], 'A contract number', 'Un numéro de marché'],
  [
    'BR-FR-CPRO-15',
    50,
    ['/references?/purchaseOrder'],
    'An engagement number',
    'Un numéro d’engagement',
  ],
  [
    'BR-FR-CPRO-30',
    50,
    ['/attachments?/*/id'],
    'The reference of an attachment',
    'La référence d’une pièce jointe',
  ],
  [
    'BR-FR-CPRO-31',
    1024,
    ['/lines/*/description'],
    'The description of an item',
    'La description d’un article',
  ],
  [
    'BR-FR-CPRO-34',
    99,
    ['/buyer?/tradingName'],
    'The trading name of the buyer',
    'Le nom commercial de l’acheteur',
  ],
  [
    'BR-FR-CPRO-35',
    1024,
    ['/payment?/terms'],
    'The payment terms',
    'Le texte des conditions de paiement',
  ],
  [
    'BR-FR-CPRO-36',
    99,
    ['/seller?/tradingName'],
    'The trading name of the seller',
    'Le nom commercial du vendeur',
  ],
  ['BR-FR-CPRO-37', 99, ['/payee?/name'], 'The name of the payee', 'Le nom du bénéficiaire'],
  [
    'BR-FR-CPRO-38',
    20,
    ['/delivery?/locationId?/value'],
    'The identifier of the place of delivery',
    'L’identifiant du lieu de livraison',
  ],
  [
    'BR-FR-CPRO-39',
    27,
    ['/payment?/means?/*/iban', '/payment?/means?/*/accountId'],
    'The number of an account',
    'Le numéro d’un compte',
  ],
  [
    'BR-FR-CPRO-41',
    50,
    ['/attachments?/*/filename'],
    'The file name of an attachment',
    'Le nom de fichier d’une pièce jointe',
  ],
  ['BR-FR-CPRO-42', 1024, ['/notes?/*/text'], 'A note', 'Une note'],
  ['BR-FR-CPRO-43', 99, ['/seller?/name'], 'The name of the seller', 'Le nom du vendeur'],
  ['BR-FR-CPRO-44', 99, ['/buyer?/name'], 'The name of the buyer', 'Le nom de l’acheteur'],
]

const WARNING = { level: 'warning' } as const

/** The rules of Chorus Pro, as for a caller who says that the buyer is public. */
export const CHORUS_RULES: readonly Rule[] = [
  rule(
    'BR-FR-CPRO-03',
    FROM_WL,
    ({ seller }) => brokenIf(!hasSiren(seller) && !hasId(seller, SELLER_SCHEMES), '/seller/ids'),
    say(
      'Chorus Pro knows a seller by one of these identifiers: SIRET (0009), VAT number (0223), 0226, 0227, 0228 or 0229.',
      'Chorus Pro connaît un vendeur par l’un de ces identifiants : SIRET (0009), numéro de TVA (0223), 0226, 0227, 0228 ou 0229.',
    ),
    say(
      'Give seller.siret, or an entry of seller.ids with one of these schemes.',
      'Renseignez seller.siret, ou un élément de seller.ids avec l’un de ces schémas.',
    ),
  ),
  rule(
    'BR-FR-CPRO-09',
    FROM_WL,
    noSiret('seller'),
    say(
      'For Chorus Pro a French seller is identified by its SIRET (scheme 0009), not by its SIREN alone.',
      'Pour Chorus Pro, un vendeur français est identifié par son SIRET (schéma 0009) et non par son seul SIREN.',
    ),
    say('Give seller.siret.', 'Renseignez seller.siret.'),
  ),
  rule(
    'BR-FR-CPRO-10',
    FROM_WL,
    ({ buyer }) => brokenIf(!hasId(buyer, [SCHEME_SIRET]), '/buyer/siret'),
    say(
      'A public buyer is identified by its SIRET (scheme 0009, BT-46).',
      'Un acheteur public est identifié par son SIRET (schéma 0009, BT-46).',
    ),
    say('Give buyer.siret.', 'Renseignez buyer.siret.'),
  ),
  rule(
    'BR-FR-CPRO-11',
    FROM_WL,
    ({ buyer, references }) =>
      brokenIf(!hasId(buyer, [SCHEME_ROUTING]) && isBlank(references?.buyer), '/references/buyer'),
    say(
      'There is no service code. Public bodies whose entry in the Chorus Pro directory asks for one refuse the invoice.',
      'Il n’y a pas de code service. Les structures publiques qui l’exigent dans l’annuaire de Chorus Pro rejettent la facture.',
    ),
    say(
      'If the directory asks for it, give references.buyer (BT-10) or, in profile extended, an entry of buyer.ids with scheme 0224.',
      'Si l’annuaire l’exige, renseignez references.buyer (BT-10) ou, en profil extended, un élément de buyer.ids de schéma 0224.',
    ),
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
    say(
      'There is no engagement number. Public bodies whose entry in the Chorus Pro directory asks for one refuse the invoice.',
      'Il n’y a pas de numéro d’engagement. Les structures publiques qui l’exigent dans l’annuaire de Chorus Pro rejettent la facture.',
    ),
    say(
      'If the directory asks for it, give references.purchaseOrder (BT-13), or the number of the contract in references.contract (BT-12).',
      'Si l’annuaire l’exige, renseignez references.purchaseOrder (BT-13), ou le numéro du marché dans references.contract (BT-12).',
    ),
    WARNING,
  ),
  rule(
    'BR-FR-CPRO-17',
    FROM_WL,
    noSiret('payee'),
    say(
      'For Chorus Pro a French payee is identified by its SIRET (scheme 0009), not by its SIREN alone.',
      'Pour Chorus Pro, un bénéficiaire français est identifié par son SIRET (schéma 0009) et non par son seul SIREN.',
    ),
    say('Give payee.siret.', 'Renseignez payee.siret.'),
  ),
  rule(
    'BR-FR-CPRO-20',
    FROM_WL,
    ({ precedingInvoices = [] }) => brokenIf(precedingInvoices.length > 1, '/precedingInvoices/1'),
    say(
      'Chorus Pro takes one preceding invoice (BG-3).',
      'Chorus Pro n’accepte qu’une facture antérieure (BG-3).',
    ),
    say('Keep one of them.', 'N’en gardez qu’une.'),
  ),
  rule(
    'BR-FR-CPRO-24',
    FROM_WL,
    ({ businessProcess }) =>
      brokenIf(businessProcess === PROCESS_SUBCONTRACTOR, '/businessProcess'),
    say(
      'A subcontractor’s invoice to a public body is one for direct payment: process S3, not S5 (BT-23).',
      'La facture d’un sous-traitant à une structure publique est en paiement direct : cadre S3, et non S5 (BT-23).',
    ),
    say('Write S3.', 'Écrivez S3.'),
  ),
  ...LENGTHS.map(([id, max, places, en, fr]) =>
    rule(
      id,
      FROM_WL,
      tooLong(max, places),
      say(
        `${en} has at most ${max} characters in Chorus Pro.`,
        `${fr} a au plus ${max} caractères dans Chorus Pro.`,
      ),
      say('Shorten it.', 'Raccourcissez-le.'),
    ),
  ),
]
