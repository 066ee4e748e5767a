import type { Locale } from '../kernel/languages.ts'
import type { PeriodKind } from '../signing/retention/periods.ts'
import type { Words } from './words.ts'

const en = {
  title: 'Retention',
  text: 'How long this organisation’s signature requests are kept after their end. Then they are erased, with files and personal data; the audit trail has a period of its own, which the operator sets.',
  linkDo: 'Edit the periods',
  form: 'Days after the end',
  kinds: {
    completed: 'Completed documents',
    unsigned: 'Declined, cancelled, expired and failed ones',
  } satisfies Record<PeriodKind, string>,
  hint: (least: number, most: number, operator: number) =>
    `From ${least} to ${most}. Empty: ${operator === 0 ? 'kept without limit' : `${operator} days`}, as the operator has set it.`,
  save: 'Save the periods',
  wrong: (least: number, most: number) => `Enter a whole number from ${least} to ${most}.`,
  now: 'Counts now',
  next: (date: string) => `From ${date}`,
  days: (days: number) =>
    days === 0 ? 'kept without limit' : `${days} ${days === 1 ? 'day' : 'days'}`,
  confirm: 'Documents will be erased',
  confirmText: (date: string) =>
    `You are making a period shorter. It counts from ${date}: until then, nothing is erased because of it, and you can take it back here. Then, every day, whatever is older is erased for good. Every owner is told of it by e-mail. Download the evidence that you may need.`,
  affected: (count: number, kind: PeriodKind) => {
    const what = kind === 'completed' ? 'completed' : 'other ended'
    return `${count} ${what} ${count === 1 ? 'document' : 'documents'} of today will be erased on that day`
  },
  check: 'Yes, erase them from that day on',
  confirmDo: 'Shorten the period',
  banner: (date: string) => `From ${date}, documents are kept for fewer days.`,
  bannerDo: 'Look at the periods',
}

const WORDS: Words<typeof en> = {
  en,
  fr: {
    title: 'Conservation',
    text: 'Combien de temps les demandes de signature de cette organisation sont conservées après leur fin. Elles sont ensuite effacées, avec leurs fichiers et les données personnelles ; la piste d’audit a sa propre durée, fixée par l’exploitant.',
    linkDo: 'Modifier les durées',
    form: 'Jours après la fin',
    kinds: {
      completed: 'Documents terminés',
      unsigned: 'Documents refusés, annulés, expirés ou en échec',
    },
    hint: (least, most, operator) =>
      `De ${least} à ${most}. Vide : ${operator === 0 ? 'conservés sans limite' : `${operator} jours`}, comme l’exploitant l’a fixé.`,
    save: 'Enregistrer les durées',
    wrong: (least, most) => `Indiquez un nombre entier de ${least} à ${most}.`,
    now: 'En vigueur',
    next: (date) => `À partir du ${date}`,
    days: (days) =>
      days === 0 ? 'conservés sans limite' : `${days} ${days === 1 ? 'jour' : 'jours'}`,
    confirm: 'Des documents seront effacés',
    confirmText: (date) =>
      `Vous raccourcissez une durée. Elle vaut à partir du ${date} : d’ici là, rien n’est effacé à cause d’elle, et vous pouvez revenir en arrière ici. Ensuite, chaque jour, ce qui est plus ancien est effacé pour de bon. Chaque propriétaire en est averti par e-mail. Téléchargez les dossiers de preuve dont vous pourriez avoir besoin.`,
    affected: (count, kind) => {
      const many = count > 1
      const what =
        kind === 'completed'
          ? many
            ? 'documents terminés'
            : 'document terminé'
          : many
            ? 'autres documents'
            : 'autre document'
      return `${count} ${what} d’aujourd’hui ${many ? 'seront effacés' : 'sera effacé'} ce jour-là`
    },
    check: 'Oui, les effacer à partir de ce jour',
    confirmDo: 'Raccourcir la durée',
    banner: (date) => `À partir du ${date}, les documents sont conservés moins longtemps.`,
    bannerDo: 'Voir les durées',
  },
}

/** The words in a language. */
export const retentionWords = (locale: Locale): typeof en => WORDS[locale]
