/**
 * The French rules in force since 1 September 2026 (AFNOR XP Z12-012, BR-FR-*): parties, mentions, codes. BR-FR-CO-*
 * are in rules-french-conditions.ts; the shapes of values (lengths, characters, digits, BR-FR-DEC-*) in
 * rules-french-shapes.ts.
 */

import ATTACHMENTS from '../codes/french-attachments.json' with { type: 'json' }
import DOCUMENT_TYPES from '../codes/french-document-types.json' with { type: 'json' }
import PROCESSES from '../codes/french-processes.json' with { type: 'json' }
import TRANSACTIONS from '../codes/french-transactions.json' with { type: 'json' }
import VAT_RATES from '../codes/french-vat-rates.json' with { type: 'json' }
import type { CheckedInvoice } from '../model/complete-invoice.ts'
import type { Bilingual } from '../model/finding-collector.ts'
import {
  ALL,
  brokenIf,
  decimal,
  decimalsOf,
  eachAt,
  filledAt,
  isBlank,
  type Rule,
  rule,
  say,
} from './rule.ts'
import { codeAdvice } from './rules-codes.ts'

const SCHEME_SIREN = '0002'
const SCHEME_DIRECTORY = '0225'
const SCHEME_VAT_GROUP = '0231'
const SIREN = /^\d{9}$/

/** The mentions of article L441-9 of the commercial code, by the subject of their note. */
const MENTIONS: { subject: string; field: string; name: Bilingual }[] = [
  {
    subject: 'PMT',
    field: 'payment.recoveryFee',
    name: say('the fixed recovery fee (40 €)', "l'indemnité forfaitaire de recouvrement (40 €)"),
  },
  {
    subject: 'PMD',
    field: 'payment.latePenalties',
    name: say('the late payment penalties', 'les pénalités de retard'),
  },
  {
    subject: 'AAB',
    field: 'payment.earlyDiscount',
    name: say('the early payment discount, or that there is none', "l'escompte, ou son absence"),
  },
]
/** Subject of the note stating that the seller is a member of a VAT group (BR-FR-CO-14). */
const NOTE_VAT_GROUP = 'TXD'
const TEXT_VAT_GROUP = 'MEMBRE_ASSUJETTI_UNIQUE'

const notesOf = ({ notes = [] }: CheckedInvoice, subject: string) =>
  notes.filter(({ subjectCode }) => subjectCode === subject)

/** Whether the transaction is B2B, from the text of the note BAR. */
const isB2B = (invoice: CheckedInvoice): boolean =>
  notesOf(invoice, 'BAR').some(({ text }) => text === 'B2B')

/** Invoices issued by the buyer in the seller's name, and their corrections: the seller is then the recipient. */
const SELF_BILLED = new Set(['389', '501', '500', '471', '473', '261', '502'])

const hasSiren = (party: CheckedInvoice['seller']): boolean =>
  party?.legalId?.scheme === SCHEME_SIREN && SIREN.test(party.legalId.value ?? '')

/** Whether the electronic address is in the directory's scheme and starts with the SIREN. */
function addressIsInDirectory(party: CheckedInvoice['seller']): boolean {
  const { scheme, value = '' } = party?.electronicAddress ?? {}
  return scheme === SCHEME_DIRECTORY && value.startsWith(party?.legalId?.value ?? '')
}

const isVatGroupMember = ({ seller }: CheckedInvoice): boolean =>
  (seller?.ids ?? []).some(({ scheme }) => scheme === SCHEME_VAT_GROUP)

/** Categories that exist in France; IGIC and IPSI are Spanish, B is Italian. */
const CATEGORIES = ['S', 'E', 'AE', 'K', 'G', 'O', 'Z']
const RATES = VAT_RATES.codes.map(Number)
const MAX_RATE_DECIMALS = 2
const isFrenchRate = (value: string): boolean =>
  decimalsOf(value) <= MAX_RATE_DECIMALS && RATES.includes(decimal(value)?.toNumber() ?? Number.NaN)

const VAT_PLACES = ['/vatBreakdown/*', '/lines/*/vat', '/allowances/*/vat', '/charges/*/vat']
/** Wherever VAT is stated, its category must be too; groups of lines may omit it. */
const TAXED_PLACES = ['/vatBreakdown/*', '/lines/+/vat?', '/allowances/*/vat?', '/charges/*/vat?']
const TYPE_PLACES = [
  '/typeCode',
  '/precedingInvoices/*/typeCode',
  '/lines/*/precedingInvoice/typeCode',
]

const identity: Rule[] = [
  rule(
    'BR-FR-10',
    ALL,
    ({ seller }) => brokenIf(!hasSiren(seller), '/seller/siren'),
    say(
      "The seller's SIREN is missing (BT-30, scheme 0002).",
      'Il manque le SIREN du vendeur (BT-30, schéma 0002).',
    ),
    say('Give seller.siren, nine digits.', 'Renseignez seller.siren, neuf chiffres.'),
  ),
  rule(
    'BR-FR-11',
    ALL,
    (invoice) => brokenIf(isB2B(invoice) && !hasSiren(invoice.buyer), '/buyer/siren'),
    say(
      "A B2B transaction asks for the buyer's SIREN (BT-47, scheme 0002).",
      "Une opération B2B demande le SIREN de l'acheteur (BT-47, schéma 0002).",
    ),
    say(
      'Give buyer.siren, or correct transactionType.',
      'Renseignez buyer.siren, ou corrigez transactionType.',
    ),
  ),
  rule(
    'BR-FR-12',
    ALL,
    ({ buyer }) => brokenIf(isBlank(buyer?.electronicAddress?.value), '/buyer/electronicAddress'),
    say(
      "The buyer's electronic address is missing (BT-49).",
      "Il manque l'adresse électronique de l'acheteur (BT-49).",
    ),
    say(
      'Give buyer.siren, or buyer.electronicAddress as the directory has it (scheme 0225).',
      "Renseignez buyer.siren, ou buyer.electronicAddress telle qu'elle figure dans l'annuaire (schéma 0225).",
    ),
  ),
  rule(
    'BR-FR-13',
    ALL,
    ({ seller }) =>
      brokenIf(isBlank(seller?.electronicAddress?.value), '/seller/electronicAddress'),
    say(
      "The seller's electronic address is missing (BT-34).",
      "Il manque l'adresse électronique du vendeur (BT-34).",
    ),
    say(
      'Give seller.siren, or seller.electronicAddress (scheme 0225).',
      'Renseignez seller.siren, ou seller.electronicAddress (schéma 0225).',
    ),
  ),
  rule(
    'BR-FR-21',
    ALL,
    (invoice) =>
      brokenIf(
        isB2B(invoice) &&
          !SELF_BILLED.has(invoice.typeCode ?? '') &&
          !addressIsInDirectory(invoice.buyer),
        '/buyer/electronicAddress',
      ),
    say(
      "In B2B the buyer's electronic address (BT-49) is of scheme 0225 and starts with its SIREN.",
      "En B2B, l'adresse électronique de l'acheteur (BT-49) est de schéma 0225 et commence par son SIREN.",
    ),
    say(
      'Correct buyer.electronicAddress, or leave it out: the SIREN is then used.',
      'Corrigez buyer.electronicAddress, ou omettez-la : le SIREN est alors utilisé.',
    ),
  ),
  rule(
    'BR-FR-22',
    ALL,
    (invoice) =>
      brokenIf(
        isB2B(invoice) &&
          SELF_BILLED.has(invoice.typeCode ?? '') &&
          !addressIsInDirectory(invoice.seller),
        '/seller/electronicAddress',
      ),
    say(
      "In a self-billed B2B invoice the seller's electronic address (BT-34) is of scheme 0225 and starts with its SIREN.",
      "Dans une autofacture B2B, l'adresse électronique du vendeur (BT-34) est de schéma 0225 et commence par son SIREN.",
    ),
    say(
      'Correct seller.electronicAddress, or leave it out: the SIREN is then used.',
      'Corrigez seller.electronicAddress, ou omettez-la : le SIREN est alors utilisé.',
    ),
  ),
  rule(
    'BR-FR-CO-14',
    ALL,
    (invoice) =>
      brokenIf(
        isVatGroupMember(invoice) &&
          !notesOf(invoice, NOTE_VAT_GROUP).some(({ text }) => text === TEXT_VAT_GROUP),
        '/notes',
      ),
    say(
      'A member of a VAT group (identifier of scheme 0231) must say so in a note TXD.',
      "Un membre d'un assujetti unique (identifiant de schéma 0231) doit le dire dans une note TXD.",
    ),
    say(
      `Add a note with subjectCode TXD and text ${TEXT_VAT_GROUP}.`,
      `Ajoutez une note de subjectCode TXD et de texte ${TEXT_VAT_GROUP}.`,
    ),
  ),
  rule(
    'BR-FR-CO-15',
    ALL,
    (invoice) =>
      brokenIf(
        isVatGroupMember(invoice) && isBlank(invoice.taxRepresentative?.vatId),
        '/taxRepresentative/vatId',
      ),
    say(
      'A member of a VAT group must give the VAT number of the group (BT-63).',
      "Un membre d'un assujetti unique doit indiquer le numéro de TVA du groupe (BT-63).",
    ),
    say(
      'Give taxRepresentative with name, address and vatId of the group.',
      'Renseignez taxRepresentative : nom, adresse et vatId du groupe.',
    ),
  ),
]

const mentions: Rule[] = [
  ...MENTIONS.flatMap(({ subject, field, name }) => [
    rule(
      'BR-FR-05',
      ALL,
      (invoice) => brokenIf(notesOf(invoice, subject).length === 0, `/${field.replace('.', '/')}`),
      say(
        `A mention is missing: ${name.en} (note ${subject}).`,
        `Il manque une mention : ${name.fr} (note ${subject}).`,
      ),
      say(
        `Give ${field}, or a note with subjectCode ${subject}.`,
        `Renseignez ${field}, ou une note de subjectCode ${subject}.`,
      ),
    ),
  ]),
  rule(
    'BR-FR-06',
    ALL,
    (invoice) =>
      [...MENTIONS.map(({ subject }) => subject), NOTE_VAT_GROUP].flatMap((subject) =>
        brokenIf(notesOf(invoice, subject).length > 1, '/notes'),
      ),
    say(
      'Each of the notes PMT, PMD, AAB, TXD may be there once only.',
      'Chacune des notes PMT, PMD, AAB, TXD ne peut figurer qu’une fois.',
    ),
    say('Join the texts into one note.', 'Réunissez les textes en une seule note.'),
  ),
  rule(
    'BR-FR-20',
    ALL,
    (invoice) =>
      (invoice.notes ?? []).flatMap(({ subjectCode, text = '' }, index) =>
        brokenIf(
          subjectCode === 'BAR' && !TRANSACTIONS.codes.includes(text),
          `/notes/${index}/text`,
        ),
      ),
    say('Unknown kind of transaction (note BAR).', "Nature d'opération inconnue (note BAR)."),
    say(
      `Give transactionType one of: ${TRANSACTIONS.codes.join(', ')}.`,
      `Donnez à transactionType l'une de ces valeurs : ${TRANSACTIONS.codes.join(', ')}.`,
    ),
  ),
  rule(
    'BR-FR-31',
    ALL,
    (invoice) =>
      brokenIf(
        notesOf(invoice, 'BAR').filter(({ text = '' }) => TRANSACTIONS.codes.includes(text))
          .length > 1,
        '/notes',
      ),
    say(
      'There may be one kind of transaction only (note BAR).',
      "Il ne peut y avoir qu'une nature d'opération (note BAR).",
    ),
    say('Keep one.', "N'en gardez qu'une."),
  ),
]

const codes: Rule[] = [
  rule(
    'BR-FR-04',
    ALL,
    eachAt(TYPE_PLACES, (value) => DOCUMENT_TYPES.codes.includes(value)),
    say(
      'This type of document (BT-3) does not exist in France.',
      "Ce type de document (BT-3) n'existe pas en France.",
    ),
    codeAdvice('/typeCode', DOCUMENT_TYPES),
  ),
  rule(
    'BR-FR-08',
    ALL,
    ({ businessProcess = '' }) =>
      brokenIf(!PROCESSES.codes.includes(businessProcess), '/businessProcess'),
    say(
      'The billing process is missing or unknown (BT-23): B goods, S services, M both, and a digit.',
      'Le cadre de facturation manque ou est inconnu (BT-23) : B biens, S services, M les deux, et un chiffre.',
    ),
    codeAdvice('/businessProcess', PROCESSES),
  ),
  rule(
    'BR-FR-15',
    ALL,
    (invoice) => [
      ...eachAt(
        VAT_PLACES.map((place) => `${place}/category`),
        (value) => CATEGORIES.includes(value),
      )(invoice),
      ...filledAt(...TAXED_PLACES.map((place) => `${place}/category`))(invoice),
    ],
    say(
      'This VAT category is missing or does not exist in France.',
      "Cette catégorie de TVA manque ou n'existe pas en France.",
    ),
    say(`Use one of: ${CATEGORIES.join(', ')}.`, `Utilisez l'une de : ${CATEGORIES.join(', ')}.`),
  ),
  rule(
    'BR-FR-16',
    ALL,
    eachAt(
      VAT_PLACES.map((place) => `${place}/rate`),
      isFrenchRate,
    ),
    say('This VAT rate does not exist in France.', "Ce taux de TVA n'existe pas en France."),
    say(
      `Use one of: ${VAT_RATES.codes.join(', ')}.`,
      `Utilisez l'un de : ${VAT_RATES.codes.join(', ')}.`,
    ),
  ),
  rule(
    'BR-FR-17',
    ALL,
    eachAt(
      ['/attachments/*/description'],
      (value) => value.trim() === '' || ATTACHMENTS.codes.includes(value.trim()),
    ),
    say('Unknown kind of attachment (BT-123).', 'Nature de pièce jointe inconnue (BT-123).'),
    codeAdvice('/attachments/*/description', ATTACHMENTS),
  ),
  rule(
    'BR-FR-18',
    ALL,
    ({ attachments = [] }) =>
      brokenIf(
        attachments.filter(({ description }) => description === 'LISIBLE').length > 1,
        '/attachments',
      ),
    say(
      'Only one attachment may be the readable copy (LISIBLE).',
      'Une seule pièce jointe peut être le lisible (LISIBLE).',
    ),
    say(
      'Keep one, or name the others DOCUMENT_ANNEXE.',
      "N'en gardez qu'une, ou nommez les autres DOCUMENT_ANNEXE.",
    ),
  ),
]

/** BR-FR-04 to BR-FR-31, BR-FR-CO-14 and 15. */
export const FRENCH_RULES: readonly Rule[] = [...identity, ...mentions, ...codes]
