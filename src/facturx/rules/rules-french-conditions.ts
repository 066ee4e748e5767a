/** French rules on fields that depend on each other: type of document, process, references, payment (BR-FR-CO-*). */
import type { CheckedInvoice } from '../model/complete-invoice.ts'
import {
  ALL,
  type Breach,
  brokenIf,
  decimal,
  eachAt,
  HOLDS,
  isBlank,
  isDetail,
  type Rule,
  rule,
  say,
} from './rule.ts'

const typeIn = (...types: string[]): ((invoice: CheckedInvoice) => boolean) => {
  const known = new Set(types)
  return ({ typeCode = '' }) => known.has(typeCode)
}
const isCorrective = typeIn('384', '471', '472', '473')
const isCreditNote = typeIn('261', '381', '396', '502', '503')
const isPrepayment = typeIn('386', '500', '503')
const PAID = ['B2', 'S2', 'M2']
const FINAL_AFTER_DEPOSIT = ['B4', 'S4', 'M4']
/**
 * Invoices of several sellers, and in both directions: each of their lines names a seller, which our model does not
 * have.
 */
const SEVERAL_SELLERS = ['B8', 'S8', 'M8', 'B9', 'S9', 'M9']

const isPaid = ({ businessProcess = '' }: CheckedInvoice): boolean => PAID.includes(businessProcess)

const names = (reference: { number?: string; issueDate?: string } | undefined): boolean =>
  reference?.number !== undefined && reference.issueDate !== undefined

/** A credit note must name what it corrects: once on the document, or on each line. */
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

/** BR-FR-CO-03 to BR-FR-CO-12; CO-10 is with the shapes, CO-14 and 15 with the identities. */
export const FRENCH_CONDITION_RULES: readonly Rule[] = [
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
