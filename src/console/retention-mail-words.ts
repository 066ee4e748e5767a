import type { Locale } from '../kernel/languages.ts'
import type { PeriodKind } from '../signing/retention/periods.ts'
import { textsIn } from '../translations/texts.ts'

/** A period that becomes shorter; days, 0: without limit. */
export interface Shortened {
  kind: PeriodKind
  before: number
  days: number
}

/** What the mail is about. */
interface Facts {
  organisation: string
  /** Address of the member who did it. */
  who: string
  /** From when the periods count, in words. */
  date: string
}

const en = ({ organisation, who, date }: Facts) => ({
  subject: `${organisation}: documents will be erased earlier`,
  heading: 'Documents will be erased earlier',
  text: `${who} has shortened how long the signature requests of “${organisation}” are kept on Paraph. From ${date}, those that ended longer ago than this are erased for good, every day, with their files and personal data:`,
  button: 'Look at the periods',
  note: 'Until then nothing is erased because of it, and every owner can take it back in the developer area (Settings, Retention). If it was not intended, take it back, read the log of the organisation, and have the member change their password.',
  footer: (email: string) =>
    `You are receiving this e-mail because ${email} is an owner of “${organisation}” on Paraph.`,
  change: (days: string, before: string) => `${days} (until now: ${before})`,
})

const fr = ({ organisation, who, date }: Facts): ReturnType<typeof en> => ({
  subject: `${organisation}\u00a0: des documents seront effacés plus tôt`,
  heading: 'Des documents seront effacés plus tôt',
  text: `${who} a raccourci la durée de conservation des demandes de signature de «\u00a0${organisation}\u00a0» sur Paraph. À partir du ${date}, celles qui se sont terminées depuis plus longtemps que ceci sont effacées pour de bon, chaque jour, avec leurs fichiers et les données personnelles\u00a0:`,
  button: 'Voir les durées',
  note: 'D’ici là, rien n’est effacé à cause de ce changement, et tout propriétaire peut revenir en arrière dans l’espace développeur (Réglages, Conservation). S’il n’était pas voulu, revenez en arrière, lisez le journal de l’organisation et demandez au membre de changer son mot de passe.',
  footer: (email) =>
    `Vous recevez ce message parce que ${email} est propriétaire de «\u00a0${organisation}\u00a0» sur Paraph.`,
  change: (days, before) => `${days} (jusqu’ici\u00a0: ${before})`,
})

/** The words in a language. */
export function retentionMailWords(locale: Locale, facts: Facts) {
  const words = (locale === 'fr' ? fr : en)(facts)
  const { kinds, days } = textsIn(locale).console.retention
  return {
    ...words,
    /** A period as a name and a value. */
    fact: (shortened: Shortened) => ({
      label: kinds[shortened.kind],
      value: words.change(days({ days: shortened.days }), days({ days: shortened.before })),
    }),
  }
}
