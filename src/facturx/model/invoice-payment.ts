/** Payment in the invoice JSON: means, instalments, discounts for early payment. */
import { type Static, Type } from 'typebox'
import { code, decimal, group, isoDate, text } from './invoice-values.ts'

/** One means of payment: account, card or mandate (BG-16 to BG-19). */
const PaymentMeansSchema = group(
  {
    code: code('Means, UNTDID 4461: 30 transfer, 58 SEPA transfer, 59 SEPA debit, 48 card (BT-81)'),
    text: text('Means in words (BT-82)'),
    iban: text('Account to pay to (BT-84)'),
    accountId: text('Account that is not an IBAN (BT-84)'),
    accountName: text('Name of the account (BT-85)'),
    bic: text('BIC of the bank (BT-86)'),
    cardNumber: text('Last 4 to 6 digits of the card, nothing more (BT-87)'),
    cardHolder: text('Holder of the card (BT-88)'),
    debitedIban: text('Account that will be debited (BT-91)'),
  },
  'One means of payment (BG-16, 17, 18, 19)',
  'PaymentMeans',
)
/** One means of payment (BG-16). */
export type PaymentMeans = Static<typeof PaymentMeansSchema>

const InstallmentSchema = group(
  {
    dueDate: isoDate('When it is due (BT-9)'),
    amount: decimal('Part of the amount due; all installments have one, or none (EXTENDED)'),
    text: text('This part in words (BT-20)'),
  },
  'One of several due dates; below EXTENDED they are part of the terms (BT-20)',
  'PaymentInstallment',
)
/** One of several due dates. */
export type Installment = Static<typeof InstallmentSchema>

const DiscountSchema = group(
  {
    percent: decimal('Percentage'),
    days: decimal('Days from the issue date within which payment is due'),
    base: decimal('What the percentage applies to'),
    amount: decimal('The discount; base × percent when absent'),
  },
  'Discount for early payment; below EXTENDED it is part of the terms (BT-20)',
  'PaymentDiscount',
)
/** A discount for early payment. */
export type Discount = Static<typeof DiscountSchema>

/** When and how to pay: due date, terms and means. */
export const PaymentSchema = group(
  {
    dueDate: isoDate('Due date (BT-9); the first of installments when absent'),
    terms: text('Terms in words (BT-20)'),
    installments: Type.Array(InstallmentSchema, { description: 'Several due dates' }),
    discounts: Type.Array(DiscountSchema, { description: 'Discounts for early payment' }),
    means: Type.Array(PaymentMeansSchema),
    remittanceInformation: text('Payment reference (BT-83)'),
    mandateId: text('Direct debit mandate (BT-89)'),
    creditorId: text('SEPA creditor identifier (BT-90)'),
    latePenalties: text('French mention of late penalties: note PMD (BT-22)'),
    recoveryFee: text('French mention of the fixed recovery fee: note PMT (BT-22)'),
    earlyDiscount: text(
      'French mention of the early payment discount or its absence: note AAB; from discounts when absent',
    ),
  },
  'Payment (BG-16 and terms)',
  'Payment',
)
/** When and how to pay. */
export type Payment = Static<typeof PaymentSchema>
