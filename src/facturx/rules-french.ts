/**
 * The French rules in force since 1 September 2026 (AFNOR XP Z12-012, BR-FR-*): who, what, which mentions. The shapes of
 * values (lengths, characters, digits, BR-FR-DEC-*) are in rules-french-shapes.ts.
 */
import type { CheckedInvoice } from './checked-invoice.ts'
import ATTACHMENTS from './codes/french-attachments.json' with { type: 'json' }
import DOCUMENT_TYPES from './codes/french-document-types.json' with { type: 'json' }
import PROCESSES from './codes/french-processes.json' with { type: 'json' }
import TRANSACTIONS from './codes/french-transactions.json' with { type: 'json' }
import VAT_RATES from './codes/french-vat-rates.json' with { type: 'json' }
import type { Bilingual } from './complaints.ts'
import {
  ALL,
  type Breach,
  brokenIf,
  decimal,
  decimalsOf,
  eachAt,
  HOLDS,
  isBlank,
  isDetail,
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
/** Note that says a member of a VAT group sells (BR-FR-CO-14). */
const NOTE_VAT_GROUP = 'TXD'
const TEXT_VAT_GROUP = 'MEMBRE_ASSUJETTI_UNIQUE'

const notesOf = ({ notes = [] }: CheckedInvoice, subject: string) =>
  notes.filter(({ subjectCode }) => subjectCode === subject)

/** The kind of transaction: the text of the note BAR. */
const isB2B = (invoice: CheckedInvoice): boolean =>
  notesOf(invoice, 'BAR').some(({ text }) => text === 'B2B')

/** Invoices the buyer makes in the seller's name, and their corrections: the seller is then who receives. */
const SELF_BILLED = new Set(['389', '501', '500', '471', '473', '261', '502'])

const hasSiren = (party: CheckedInvoice['seller']): boolean =>
  party?.legalId?.scheme === SCHEME_SIREN && SIREN.test(party.legalId.value ?? '')

/** The electronic address is in the directory's scheme and starts with the SIREN. */
function addressIsInDirectory(party: CheckedInvoice['seller']): boolean {
  const { scheme, value = '' } = party?.electronicAddress ?? {}
  return scheme === SCHEME_DIRECTORY && value.startsWith(party?.legalId?.value ?? '')
}

const typeIn = (...types: string[]): ((invoice: CheckedInvoice) => boolean) => {
  const known = new Set(types)
  return ({ typeCode = '' }) => known.has(typeCode)
}
const isCorrective = typeIn('384', '471', '472', '473')
const isCreditNote = typeIn('261', '381', '396', '502', '503')
const isPrepayment = typeIn('386', '500', '503')
const PAID = ['B2', 'S2', 'M2']
const FINAL_AFTER_DEPOSIT = ['B4', 'S4', 'M4']
/** Invoices of several sellers, and in both directions: their lines name a seller each, which our model does not. */
const SEVERAL_SELLERS = ['B8', 'S8', 'M8', 'B9', 'S9', 'M9']

const isPaid = ({ businessProcess = '' }: CheckedInvoice): boolean => PAID.includes(businessProcess)

const names = (reference: { number?: string; issueDate?: string } | undefined): boolean =>
  reference?.number !== undefined && reference.issueDate !== undefined

/** A credit note names what it corrects: once on the document, or on each line. */
const namesWhatItCorrects = ({ precedingInvoices = [], lines = [] }: CheckedInvoice): boolean =>
  precedingInvoices.some(names) ||
  lines.filter(isDetail).every(({ precedingInvoice }) => names(precedingInvoice))

function paidInFull({ totals, payment }: CheckedInvoice): readonly Breach[] {
  const [paid, total, due] = [totals?.prepaid, totals?.withVat, totals?.due].map(decimal)
  return [
    ...brokenIf(paid === undefined || total === undefined || !paid.eq(total), '/totals/prepaid'),
    ...brokenIf(due === undefined || !due.eq(0), '/totals/due'),
    ...brokenIf(isBlank(payment?.dueDate), '/payment/dueDate'),
  ]
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
    eachAt(
      VAT_PLACES.map((place) => `${place}/category`),
      (value) => CATEGORIES.includes(value),
    ),
    say(
      'This VAT category does not exist in France.',
      "Cette catégorie de TVA n'existe pas en France.",
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

const conditions: Rule[] = [
  rule(
    'BR-FR-CO-03',
    ALL,
    ({ typeCode, references, period }) =>
      brokenIf(
        typeCode === '262' &&
          (isBlank(references?.contract) || isBlank(period?.start) || isBlank(period?.end)),
        '/references/contract',
      ),
    say(
      'A global rebate credit note (262) must name its contract (BT-12) and period (BT-73, BT-74).',
      'Un avoir remise globale (262) doit indiquer son contrat (BT-12) et sa période (BT-73, BT-74).',
    ),
    say(
      'Give references.contract, period.start and period.end.',
      'Renseignez references.contract, period.start et period.end.',
    ),
  ),
  rule(
    'BR-FR-CO-04',
    ALL,
    (invoice) =>
      brokenIf(
        isCorrective(invoice) && (invoice.precedingInvoices ?? []).length !== 1,
        '/precedingInvoices',
      ),
    say(
      'A corrective invoice must name exactly one earlier invoice (BT-25, BT-26).',
      'Une facture rectificative doit désigner exactement une facture antérieure (BT-25, BT-26).',
    ),
    say(
      'Give one entry in precedingInvoices with number and issueDate.',
      'Donnez une seule entrée dans precedingInvoices, avec number et issueDate.',
    ),
  ),
  rule(
    'BR-FR-CO-05',
    ALL,
    (invoice) =>
      brokenIf(isCreditNote(invoice) && !namesWhatItCorrects(invoice), '/precedingInvoices'),
    say(
      'A credit note must name what it corrects: number and date of an earlier invoice (BT-25, BT-26).',
      "Un avoir doit désigner ce qu'il corrige : numéro et date d'une facture antérieure (BT-25, BT-26).",
    ),
    say(
      'Give precedingInvoices[], or lines[].precedingInvoice, with number and issueDate.',
      'Renseignez precedingInvoices[], ou lines[].precedingInvoice, avec number et issueDate.',
    ),
  ),
  rule(
    'BR-FR-CO-07',
    ALL,
    (invoice) => {
      const due = invoice.payment?.dueDate
      const early = !isBlank(due) && (due ?? '') < (invoice.issueDate ?? '')
      return brokenIf(early && !isPrepayment(invoice) && !isPaid(invoice), '/payment/dueDate')
    },
    say(
      'The due date (BT-9) must not be before the issue date (BT-2).',
      "L'échéance (BT-9) ne peut précéder la date d'émission (BT-2).",
    ),
    say(
      'Correct payment.dueDate; an invoice already paid has a process B2, S2 or M2.',
      'Corrigez payment.dueDate ; une facture déjà payée a un cadre B2, S2 ou M2.',
    ),
  ),
  rule(
    'BR-FR-CO-08',
    ALL,
    (invoice) =>
      brokenIf(
        FINAL_AFTER_DEPOSIT.includes(invoice.businessProcess ?? '') && isPrepayment(invoice),
        '/businessProcess',
      ),
    say(
      'A final invoice after a deposit (B4, S4, M4) is not a deposit invoice itself (386, 500, 503).',
      "Une facture définitive après acompte (B4, S4, M4) n'est pas elle-même une facture d'acompte (386, 500, 503).",
    ),
    say('Use B1, S1 or M1 for the deposit.', "Utilisez B1, S1 ou M1 pour l'acompte."),
  ),
  rule(
    'BR-FR-CO-09',
    ALL,
    (invoice) => (isPaid(invoice) ? paidInFull(invoice) : HOLDS),
    say(
      'An invoice already paid (B2, S2, M2): all is prepaid (BT-113 = BT-112), nothing is due (BT-115 = 0), and the day of payment is the due date (BT-9).',
      "Une facture déjà payée (B2, S2, M2) : tout est payé (BT-113 = BT-112), rien n'est dû (BT-115 = 0), et le jour du paiement est l'échéance (BT-9).",
    ),
    say(
      'Give totals.prepaid and payment.dueDate, or use B1, S1 or M1.',
      'Renseignez totals.prepaid et payment.dueDate, ou utilisez B1, S1 ou M1.',
    ),
  ),
  rule(
    'BR-FR-CO-12',
    ALL,
    ({ currency = 'EUR', taxCurrency, totals }) =>
      brokenIf(
        currency !== 'EUR' && (taxCurrency !== 'EUR' || isBlank(totals?.vatInTaxCurrency)),
        '/totals/vatInTaxCurrency',
      ),
    say(
      'An invoice in another currency must give its VAT total in euros (BT-6, BT-111).',
      'Une facture en devise doit indiquer son total de TVA en euros (BT-6, BT-111).',
    ),
    say(
      'Give taxCurrency EUR and totals.vatInTaxCurrency.',
      'Renseignez taxCurrency à EUR et totals.vatInTaxCurrency.',
    ),
  ),
  rule(
    'PARAPH-FR-PROCESS',
    ALL,
    eachAt(['/businessProcess'], (value) => !SEVERAL_SELLERS.includes(value)),
    say(
      'Invoices of several sellers or in both directions (B8 … M9, rules BR-FR-MV-* and BR-FR-BD-*) are not supported: their lines name a seller each.',
      'Les factures multi-vendeurs ou bidirectionnelles (B8 … M9, règles BR-FR-MV-* et BR-FR-BD-*) ne sont pas prises en charge : chaque ligne y désigne un vendeur.',
    ),
    say('Issue one invoice for each seller.', 'Émettez une facture par vendeur.'),
  ),
]

/** BR-FR-04 to BR-FR-31 and BR-FR-CO-*. */
export const FRENCH_RULES: readonly Rule[] = [...identity, ...mentions, ...codes, ...conditions]
