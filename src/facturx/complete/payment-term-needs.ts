/** What payment terms lack, and which of them a profile holds as a sentence only. */
import type { Finding, Wording } from '../../kernel/coded-error.ts'
import { amountText, sum, toBig, ZERO } from '../model/amounts.ts'
import type { CompleteInvoice, Normalised } from '../model/complete-invoice.ts'
import { findingOf, say } from '../model/fields.ts'
import type { Discount, Installment } from '../model/invoice-payment.ts'
import { includes } from '../model/profiles.ts'

const wrong = (pointer: string, detail: Wording, fix?: Wording): Finding =>
  findingOf({ code: 'PAYMENT-TERMS', pointer, detail, ...(fix !== undefined && { fix }) })

const missing = (pointer: string, en: string, fr: string): Finding =>
  wrong(
    pointer,
    say(`${en} is missing.`, `Il manque ${fr}.`),
    say('Give it, or leave the entry out.', "Renseignez-le, ou omettez l'élément."),
  )

/** A discount must have days, and a percentage or an amount, all greater than 0. */
function discountNeeds({ days, percent, amount }: Normalised<Discount>, index: number): Finding[] {
  const pointer = `/payment/discounts/${index}`
  return [
    ...(days === undefined
      ? [missing(`${pointer}/days`, 'The number of days', 'le nombre de jours')]
      : []),
    ...(percent === undefined && amount === undefined
      ? [missing(`${pointer}/percent`, 'The percentage', 'le pourcentage')]
      : []),
    ...([days, percent, amount].some((value) => toBig(value)?.lte(ZERO))
      ? [
          wrong(
            pointer,
            say(
              'Days, percentage and amount of a discount are greater than 0.',
              'Jours, pourcentage et montant d’un escompte sont supérieurs à 0.',
            ),
          ),
        ]
      : []),
  ]
}

/** Parts that have amounts come to the amount due. */
function sumNeeds(installments: readonly Normalised<Installment>[], due: string): Finding[] {
  const amounts = installments.map(({ amount }) => toBig(amount))
  const total = sum(amounts)
  const all = amounts.length > 0 && amounts.every((amount) => amount !== undefined)
  const isOff = all ? !total.eq(due) : amounts.some((amount) => amount !== undefined)
  if (!isOff) return []
  const detail = say(
    `The parts come to ${amountText(total)}, the amount due (BT-115) is ${due}.`,
    `Les parts font ${amountText(total)}, le montant à payer (BT-115) est ${due}.`,
  )
  const fix = say(
    'Give each part its amount, together the amount due; or none.',
    'Donnez un montant à chaque échéance, ensemble le montant à payer ; ou à aucune.',
  )
  return [wrong('/payment/installments', detail, fix)]
}

/** Findings about due dates and discounts that cannot be kept. */
export function termNeeds({ payment, totals }: CompleteInvoice): Finding[] {
  const { installments = [], discounts = [], dueDate } = payment
  const isOther = dueDate !== undefined && !installments.some((each) => each.dueDate === dueDate)
  return [
    ...installments.flatMap((each, index) =>
      each.dueDate === undefined
        ? [missing(`/payment/installments/${index}/dueDate`, 'The due date', "la date d'échéance")]
        : [],
    ),
    ...discounts.flatMap(discountNeeds),
    ...sumNeeds(installments, totals.due),
    ...(installments.length > 0 && isOther
      ? [
          wrong(
            '/payment/dueDate',
            say(
              'The due date (BT-9) is none of those in installments.',
              "La date d'échéance (BT-9) n'est aucune de celles d'installments.",
            ),
            say('Leave payment.dueDate out.', 'Omettez payment.dueDate.'),
          ),
        ]
      : []),
  ]
}

/** Warnings about what the profile holds in words only. */
export function termWarnings({ payment, profile }: CompleteInvoice): Finding[] {
  if (profile === 'extended' || !includes(profile, 'basic-wl')) return []
  const { installments = [], discounts = [] } = payment
  const worded = [
    ...(installments.length > 1 ? ['installments'] : []),
    ...(discounts.length > 0 ? ['discounts'] : []),
  ]
  return worded.map((name) =>
    findingOf({
      code: 'TERMS-IN-WORDS',
      pointer: `/payment/${name}`,
      detail: say(
        `Profile ${profile} has no place for it: it stands in the terms in words (BT-20), the first due date in BT-9.`,
        `Le profil ${profile} n'a pas de place pour cela : il figure dans les conditions en toutes lettres (BT-20), la première échéance en BT-9.`,
      ),
      fix: say(
        'Take profile extended for machines to read it.',
        'Choisissez le profil extended pour que les machines le lisent.',
      ),
    }),
  )
}
