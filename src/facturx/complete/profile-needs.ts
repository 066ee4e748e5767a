/** What a profile cannot express without changing the invoice: reported before anything is created. */
import type { Finding } from '../../kernel/coded-error.ts'
import type { CompleteInvoice } from '../model/complete-invoice.ts'
import { findingOf } from '../model/finding-collector.ts'
import { includes, PROFILE_FACTS } from '../model/profiles.ts'

/** Findings where the XML of the profile would differ from the invoice. */
export function profileNeeds({ profile, totals }: CompleteInvoice): Finding[] {
  const { rounding } = totals
  const rounded = rounding !== undefined && Number(rounding) !== 0
  // MINIMUM has no prepaid amount either, but its rules do not add up to the amount due
  if (!rounded || profile === 'minimum' || includes(profile, 'en16931')) return []
  const { conformanceLevel } = PROFILE_FACTS[profile]
  return [
    findingOf({
      code: 'PROFILE-NEEDS',
      pointer: '/totals/rounding',
      detail: {
        en: `Profile ${conformanceLevel} has no rounding amount (BT-114), so the amount due would not add up (BR-CO-16).`,
        fr: `Le profil ${conformanceLevel} n'a pas de montant d'arrondi (BT-114) ; le montant à payer ne serait pas cohérent (BR-CO-16).`,
      },
      fix: {
        en: 'Take profile EN 16931 or leave the rounding out.',
        fr: "Choisissez le profil EN 16931 ou omettez l'arrondi.",
      },
    }),
  ]
}
