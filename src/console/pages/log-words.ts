/** The texts of the section "Log". */
import type { EventGroup } from '../../identity/events.ts'
import type { Locale } from '../../pages/locale.ts'
import type { Words } from '../words.ts'

const en = {
  title: 'Log',
  text: 'What members did in this organisation, newest first: log-ins, members, keys, settings, webhooks, signature requests. What keys did by the API is in the trail of each request.',
  filter: 'Filter',
  person: 'Member',
  anyone: 'Everybody',
  group: 'About',
  anything: 'Everything',
  groups: {
    logins: 'Log-ins and passwords',
    members: 'Members',
    keys: 'Keys',
    settings: 'Settings, webhooks, exports',
    requests: 'Signature requests',
  } satisfies Record<EventGroup, string>,
  from: 'From (UTC)',
  to: 'To (UTC)',
  show: 'Show',
  none: 'No entries',
  noneText: 'Nothing in the log matches this filter.',
  all: 'Show everything',
  older: 'Older',
  newest: 'Newest',
  csv: 'Export as CSV',
  jsonl: 'Export as JSON lines',
  exportHint: 'With the same filter. Times are in UTC.',
  erased: 'Log-in deleted',
}

const WORDS: Words<typeof en> = {
  en,
  fr: {
    title: 'Journal',
    text: 'Ce que les membres ont fait dans cette organisation, du plus récent au plus ancien : connexions, membres, clés, réglages, webhooks, demandes de signature. Ce que des clés ont fait par l’API est dans la piste d’audit de chaque demande.',
    filter: 'Filtre',
    person: 'Membre',
    anyone: 'Tous',
    group: 'Sujet',
    anything: 'Tout',
    groups: {
      logins: 'Connexions et mots de passe',
      members: 'Membres',
      keys: 'Clés',
      settings: 'Réglages, webhooks, exports',
      requests: 'Demandes de signature',
    },
    from: 'Du (UTC)',
    to: 'Au (UTC)',
    show: 'Afficher',
    none: 'Aucune entrée',
    noneText: 'Rien dans le journal ne correspond à ce filtre.',
    all: 'Tout afficher',
    older: 'Plus anciennes',
    newest: 'Les plus récentes',
    csv: 'Exporter en CSV',
    jsonl: 'Exporter en JSON lines',
    exportHint: 'Avec le même filtre. Les heures sont en UTC.',
    erased: 'Accès supprimé',
  },
}

/** The words in a language. */
export const logWords = (locale: Locale): typeof en => WORDS[locale]
