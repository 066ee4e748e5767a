/** One kind of payment, with one account that is whole: what CII-SR-467, CII-SR-470 and BR-CO-27 demand of the XML. */
import type { Finding } from '../../kernel/coded-error.ts'
import type { CompleteInvoice } from '../model/complete-invoice.ts'
import { type Bilingual, findingOf } from '../model/finding-collector.ts'
import type { PaymentMeans, Profile } from '../model/invoice.ts'
import { includes } from '../model/profiles.ts'

/** UNTDID 4461: the transfers that CII-SR-470 looks at. */
const TRANSFERS = new Set(['30', '58'])

interface Need {
  code: string
  member: keyof PaymentMeans
  isBroken: (means: PaymentMeans, first: PaymentMeans, profile: Profile) => boolean
  detail: Bilingual
  fix: Bilingual
}

const say = (en: string, fr: string): Bilingual => ({ en, fr })

const NEEDS: readonly Need[] = [
  {
    code: 'CII-SR-467',
    member: 'code',
    isBroken: ({ code }, first) =>
      code !== undefined && first.code !== undefined && code !== first.code,
    detail: say(
      'All means of payment must have the same code (BT-81).',
      'Tous les moyens de paiement doivent avoir le même code (BT-81).',
    ),
    fix: say(
      'Keep one kind; name the others in payment.terms.',
      'Gardez une seule nature ; citez les autres dans payment.terms.',
    ),
  },
  {
    code: 'BR-CO-27',
    member: 'accountId',
    isBroken: ({ iban, accountId }) => iban !== undefined && accountId !== undefined,
    detail: say(
      'An account is named by its IBAN or by another number, not by both (BT-84).',
      'Un compte est désigné par son IBAN ou par un autre numéro, pas par les deux (BT-84).',
    ),
    fix: say('Leave accountId out.', 'Omettez accountId.'),
  },
  {
    code: 'FX-SCH-A-000608',
    member: 'cardNumber',
    isBroken: ({ cardHolder, cardNumber }, _first, profile) =>
      includes(profile, 'en16931') && cardHolder !== undefined && cardNumber === undefined,
    detail: say(
      'A card holder (BT-88) needs the number of the card (BT-87).',
      'Un titulaire de carte (BT-88) demande le numéro de la carte (BT-87).',
    ),
    fix: say(
      'Give the last 4 to 6 digits, or leave cardHolder out.',
      'Donnez les 4 à 6 derniers chiffres, ou omettez cardHolder.',
    ),
  },
  {
    code: 'CII-SR-470',
    member: 'iban',
    // an account name without number is BR-50 and BR-61, which point to the same place
    isBroken: ({ code = '', iban, accountId, accountName }, _first, profile) =>
      profile !== 'extended' &&
      TRANSFERS.has(code) &&
      [iban, accountId, accountName].every((value) => value === undefined),
    detail: say(
      'A transfer (code 30 or 58) must name the account to pay to (BT-84).',
      'Un virement (code 30 ou 58) doit indiquer le compte à créditer (BT-84).',
    ),
    fix: say(
      'Give payment.means[].iban or accountId.',
      'Renseignez payment.means[].iban ou accountId.',
    ),
  },
]

/** Findings about the means of payment; MINIMUM carries none. */
export function paymentNeeds({ payment, profile }: CompleteInvoice): Finding[] {
  const [first] = payment.means
  if (first === undefined || !includes(profile, 'basic-wl')) return []
  return payment.means.flatMap((means, index) =>
    NEEDS.filter(({ isBroken }) => isBroken(means, first, profile)).map(
      ({ code, member, detail, fix }) =>
        findingOf({ code, pointer: `/payment/means/${index}/${member}`, detail, fix }),
    ),
  )
}
