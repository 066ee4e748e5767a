import type { Locale } from '../../kernel/languages.ts'
import type { Words } from '../words.ts'

const en = {
  title: 'Outer seals',
  text: 'A seal by a key of another provider on every finished document, before that of this service. The operator configures it; nothing can be changed here.',
  linkDo: 'See the outer seals',
  none: 'No outer seal',
  noneText:
    'Documents are sealed by this service alone. Ask the operator if they should also carry the seal of your provider.',
  guide: 'Guide to outer seals',
  modes: { live: 'Documents of live keys', test: 'Documents of test keys' },
  states: {
    inUse: 'In use',
    waiting: 'Documents wait',
    stopped: 'Stopped',
    expired: 'Expired',
    removed: 'Removed',
  },
  holder: 'Holder',
  issuer: 'Issuer',
  claim: 'According to the certificate',
  noClaim: 'an electronic seal or signature that does not claim to be a qualified one',
  claims: {
    QESig: 'qualified electronic signature – not checked against a trusted list here',
    QESeal: 'qualified electronic seal – not checked against a trusted list here',
    'AdESig-QC':
      'advanced electronic signature with a qualified certificate – not checked against a trusted list here',
    'AdESeal-QC':
      'advanced electronic seal with a qualified certificate – not checked against a trusted list here',
  },
  validity: 'Valid',
  place: 'Key',
  places: { csc: 'in a remote signature service (CSC)', pkcs11: 'in a token of the operator' },
  algorithm: 'Algorithm',
  serial: 'Serial number',
  stopped: 'Not asked again until the operator has acted',
  waiting: 'Documents without their seal',
  lastFault: 'Last error',
  document: 'See the document',
}

const WORDS: Words<typeof en> = {
  en,
  fr: {
    title: 'Cachets externes',
    text: 'Un cachet avec la clé d’un autre prestataire sur chaque document terminé, avant celui de ce service. L’exploitant le configure ; rien ne se modifie ici.',
    linkDo: 'Voir les cachets externes',
    none: 'Aucun cachet externe',
    noneText:
      'Les documents portent le seul cachet de ce service. Demandez à l’exploitant s’ils doivent aussi porter celui de votre prestataire.',
    guide: 'Guide des cachets externes',
    modes: { live: 'Documents des clés de production', test: 'Documents des clés de test' },
    states: {
      inUse: 'En service',
      waiting: 'Des documents attendent',
      stopped: 'Arrêté',
      expired: 'Expiré',
      removed: 'Supprimé',
    },
    holder: 'Titulaire',
    issuer: 'Émetteur',
    claim: 'D’après le certificat',
    noClaim: 'un cachet ou une signature électronique qui ne se déclare pas qualifié',
    claims: {
      QESig: 'signature électronique qualifiée – non contrôlée ici dans une liste de confiance',
      QESeal: 'cachet électronique qualifié – non contrôlé ici dans une liste de confiance',
      'AdESig-QC':
        'signature électronique avancée avec certificat qualifié – non contrôlée ici dans une liste de confiance',
      'AdESeal-QC':
        'cachet électronique avancé avec certificat qualifié – non contrôlé ici dans une liste de confiance',
    },
    validity: 'Validité',
    place: 'Clé',
    places: {
      csc: 'dans un service de signature à distance (CSC)',
      pkcs11: 'dans un module de l’exploitant',
    },
    algorithm: 'Algorithme',
    serial: 'Numéro de série',
    stopped: 'N’est plus sollicité tant que l’exploitant n’est pas intervenu',
    waiting: 'Documents sans leur cachet',
    lastFault: 'Dernière erreur',
    document: 'Voir le document',
  },
}

/** The words in a language. */
export const externalSealWords = (locale: Locale): typeof en => WORDS[locale]
