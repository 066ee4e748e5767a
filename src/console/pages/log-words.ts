/** The texts of the section "Log". */
import type { EventGroup } from '../../identity/events.ts'
import type { LogFault } from '../../identity/log-check.ts'
import type { Locale } from '../../kernel/languages.ts'
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
  check: 'Check the log',
  checkText:
    'Each entry carries the hash of the one before, and a time-stamp covers the newest one every day. This page computes the hashes again and compares them with what is in the log.',
  noChain: 'The chain begins with the next entry.',
  whole: 'Every entry is as it was written.',
  broken: 'The log is not as it was written',
  intact: 'Entries as they were written',
  anonymous: (entries: number, anonymous: number) =>
    `${entries}; ${anonymous} of them without network address, which was erased with the log-in of their person`,
  erasedEntries: 'Erased after their period',
  erasedOf: (entries: number, before: string) => `${entries}, those before ${before}`,
  olderEntries: 'From before the chain began',
  stamps: 'Time-stamps',
  stamped: (stamps: number, after: number) =>
    `${stamps} valid; ${after} ${after === 1 ? 'entry' : 'entries'} of the chain after the last one`,
  head: 'Newest entry of the chain',
  faults: {
    changed: (seq: number | undefined) => `Entry ${seq} was changed:`,
    missing: (seq: number | undefined) => `Entry ${seq} is missing:`,
    foreign: () => 'This entry is not in the chain:',
  } satisfies Record<LogFault['kind'], (seq: number | undefined) => string>,
  moreFaults: (count: number) => `and ${count} more.`,
  tooLong:
    'This log is too long to be checked on a page. Download the chain and the entries and check them on your computer, or ask the operator to run verify-audit.',
  chainFile: 'Download the chain',
  verifier: 'Download the verifier',
  chainHint:
    'The chain has no names and no addresses, but a digest of each entry. With the export as JSON lines and the root certificate, verify-trail.mjs checks entries, hashes and time-stamps without this service.',
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
    check: 'Contrôler le journal',
    checkText:
      'Chaque entrée porte l’empreinte de la précédente, et un horodatage couvre la plus récente chaque jour. Cette page recalcule les empreintes et les compare à ce qui est dans le journal.',
    noChain: 'La chaîne commence avec la prochaine entrée.',
    whole: 'Chaque entrée est telle qu’elle a été écrite.',
    broken: 'Le journal n’est pas tel qu’il a été écrit',
    intact: 'Entrées telles qu’elles ont été écrites',
    anonymous: (entries, anonymous) =>
      `${entries}, dont ${anonymous} sans adresse réseau, effacée avec l’accès de la personne`,
    erasedEntries: 'Effacées à la fin de leur durée',
    erasedOf: (entries, before) => `${entries}, celles d’avant le ${before}`,
    olderEntries: 'Antérieures au début de la chaîne',
    stamps: 'Horodatages',
    stamped: (stamps, after) =>
      `${stamps} ${stamps > 1 ? 'valides' : 'valide'} ; ${after} ${after > 1 ? 'entrées' : 'entrée'} de la chaîne après le dernier`,
    head: 'Entrée la plus récente de la chaîne',
    faults: {
      changed: (seq) => `L’entrée ${seq} a été modifiée :`,
      missing: (seq) => `L’entrée ${seq} manque :`,
      foreign: () => 'Cette entrée n’est pas dans la chaîne :',
    },
    moreFaults: (count) => `et ${count} de plus.`,
    tooLong:
      'Ce journal est trop long pour être contrôlé sur une page. Téléchargez la chaîne et les entrées et contrôlez-les sur votre ordinateur, ou demandez à l’exploitant d’exécuter verify-audit.',
    chainFile: 'Télécharger la chaîne',
    verifier: 'Télécharger le vérificateur',
    chainHint:
      'La chaîne ne contient ni nom ni adresse, mais une empreinte de chaque entrée. Avec l’export en JSON lines et le certificat racine, verify-trail.mjs contrôle entrées, empreintes et horodatages sans ce service.',
  },
}

/** The words in a language. */
export const logWords = (locale: Locale): typeof en => WORDS[locale]
