import type { Locale } from '../kernel/languages.ts'

const en = {
  nav: {
    label: 'Site',
    guides: 'Guides',
    reference: 'API reference',
    verify: 'Verify a PDF',
    console: 'Developer area',
    security: 'Security and legal notes',
    limits: 'Plans and limits',
    policy: 'Certificate policy',
    footer: 'Paraph: documents and electronic signatures in one process.',
  },
  notFound: {
    title: 'This page does not exist',
    text: 'The address is wrong, or the page has moved.',
    home: 'Go to the home page',
    guides: 'All guides',
  },
  guides: {
    title: 'Guides',
    lead: 'Everything the service does, with commands to paste. Each command here is run by the tests of the project.',
    language: '',
    groups: {
      start: 'Get started',
      use: 'Use it',
      run: 'Run it',
      measured: 'Measured',
    },
    all: 'All guides',
    contents: 'On this page',
    next: 'Next',
    missing: 'There is no such guide.',
    search: 'Search the guides',
    searchDo: 'Search',
    found: (count: number, most: number) =>
      count === 0
        ? 'Nothing found'
        : count === 1
          ? 'One section'
          : count === most
            ? `The best ${most} sections`
            : `${count} sections`,
    foundNone:
      'No section has all of these words. Try fewer, or other words; all guides are listed below.',
  },
  home: {
    title: 'Documents and signatures by API',
    description:
      'Word template + JSON to PDF, PDF/A-3 or Factur-X in one call; PDF + signers to an advanced electronic signature (PAdES B-LTA) with the proof in the file.',
    heading: 'From Word template to signed PDF. One API.',
    lead: 'Fill a Word template with JSON and get the finished document in the response. Have it signed with an SMS code, and keep a single file that carries its own proof for years.',
    account: 'Create a free account',
    start: 'Quick start',
    see: 'See every call',
    documents: {
      title: 'Documents',
      lead: 'A .docx made in Word, data in JSON, the file in the response.',
      picture: 'An invoice made from the sample template',
      points: [
        'PDF, PDF/A-2b, PDF/A-3b, PDF/UA, Factur-X or DOCX',
        'Loops, conditions, totals, images, QR codes, HTML; dates and amounts as people write them in their country',
        'Every mistake in a template reported at once: where, why, and how to fix it',
        'Nothing is stored: the file is the response',
      ],
    },
    invoices: {
      title: 'Factur-X that is checked before it leaves',
      lead: 'One invoice object becomes the page people read and the XML machines read, from the same amounts.',
      points: [
        'All five profiles, EN 16931 and the French rules in force since September 2026',
        'Amounts you leave out are computed; amounts you give are checked',
        'A broken rule is named with its field and its fix, in English and French',
      ],
    },
    signatures: {
      title: 'Signatures',
      lead: 'A link by e-mail, the PDF itself on the phone, a code by SMS, a signature.',
      picture: 'A page of the proof certificate at the end of a signed document',
      points: [
        'Advanced electronic signature under eIDAS (not qualified): a certificate and a key of its own for each signer',
        'PAdES B-LTA: time-stamps and validation data inside the file',
        'Proof certificate on the last pages, a hash-chained audit trail, a zip archive for a court',
        'Webhooks for each step; anyone can verify the file on a public page',
      ],
    },
    measured: {
      title: 'Measured, not claimed',
      points: [
        ['/guides/benchmarks', 'Speed', 'next to plain LibreOffice and other services, in one run'],
        [
          '/guides/facturx-conformance',
          'Factur-X',
          'compared with the official schematrons and validators',
        ],
        [
          '/guides/signature-conformance',
          'Signatures',
          'checked with the European Commission’s validator',
        ],
      ] as ReadonlyArray<readonly [href: string, title: string, text: string]>,
    },
  },
}

/** The words of a language. */
type SiteWords = typeof en

const fr: SiteWords = {
  nav: {
    label: 'Site',
    guides: 'Guides',
    reference: 'Référence de l’API',
    verify: 'Vérifier un PDF',
    console: 'Espace développeur',
    security: 'Sécurité et mentions juridiques',
    limits: 'Offres et limites',
    policy: 'Politique de certification',
    footer: 'Paraph : documents et signatures électroniques dans un seul processus.',
  },
  notFound: {
    title: 'Cette page n’existe pas',
    text: 'L’adresse est erronée, ou la page a été déplacée.',
    home: 'Aller à l’accueil',
    guides: 'Tous les guides',
  },
  guides: {
    title: 'Guides',
    lead: 'Tout ce que fait le service, avec des commandes à coller. Chaque commande est exécutée par les tests du projet.',
    language: 'Les mesures n’existent qu’en anglais.',
    groups: {
      start: 'Commencer',
      use: 'Utiliser',
      run: 'Exploiter',
      measured: 'Mesures',
    },
    all: 'Tous les guides',
    contents: 'Sur cette page',
    next: 'Suite',
    missing: 'Ce guide n’existe pas.',
    search: 'Rechercher dans les guides',
    searchDo: 'Rechercher',
    found: (count, most) =>
      count === 0
        ? 'Aucun résultat'
        : count === 1
          ? 'Une section'
          : count === most
            ? `Les ${most} meilleures sections`
            : `${count} sections`,
    foundNone:
      'Aucune section ne contient tous ces mots. Essayez avec moins de mots, ou d’autres ; tous les guides figurent ci-dessous.',
  },
  home: {
    title: 'Documents et signatures par API',
    description:
      'Modèle Word + JSON vers PDF, PDF/A-3 ou Factur-X en un appel ; PDF + signataires vers une signature électronique avancée (PAdES B-LTA) avec la preuve dans le fichier.',
    heading: 'Du modèle Word au PDF signé. Une seule API.',
    lead: 'Remplissez un modèle Word avec du JSON : le document prêt est dans la réponse. Faites-le signer avec un code par SMS et conservez un seul fichier, qui contient sa propre preuve pour des années.',
    account: 'Créer un compte gratuit',
    start: 'Démarrage rapide',
    see: 'Voir tous les appels',
    documents: {
      title: 'Documents',
      lead: 'Un .docx fait dans Word, des données en JSON, le fichier dans la réponse.',
      picture: 'Une facture produite avec le modèle d’exemple',
      points: [
        'PDF, PDF/A-2b, PDF/A-3b, PDF/UA, Factur-X ou DOCX',
        'Boucles, conditions, totaux, images, codes QR, HTML ; dates et montants écrits comme dans votre pays',
        'Toutes les erreurs d’un modèle en une fois : où, pourquoi, que faire',
        'Rien n’est conservé : le fichier est dans la réponse',
      ],
    },
    invoices: {
      title: 'Factur-X, contrôlée avant de partir',
      lead: 'Un seul objet facture donne la page que l’on lit et le XML que lisent les machines, avec les mêmes montants.',
      points: [
        'Les cinq profils, EN 16931 et les règles françaises en vigueur depuis septembre 2026',
        'Les montants absents sont calculés, les montants donnés sont vérifiés',
        'Une règle enfreinte est nommée avec son champ et sa correction, en français et en anglais',
      ],
    },
    signatures: {
      title: 'Signatures',
      lead: 'Un lien par e-mail, le PDF lui-même sur le téléphone, un code par SMS, une signature.',
      picture: 'Une page du certificat de preuve à la fin d’un document signé',
      points: [
        'Signature électronique avancée au sens d’eIDAS (non qualifiée) : un certificat et une clé propres à chaque signataire',
        'PAdES B-LTA : horodatages et données de validation dans le fichier',
        'Certificat de preuve en dernières pages, journal d’audit chaîné, archive zip pour un tribunal',
        'Webhooks à chaque étape ; chacun vérifie le fichier sur une page publique',
      ],
    },
    measured: {
      title: 'Mesuré, pas affirmé',
      points: [
        [
          '/guides/benchmarks',
          'Vitesse',
          'face à LibreOffice seul et à d’autres services, dans une même mesure',
        ],
        [
          '/guides/facturx-conformance',
          'Factur-X',
          'comparé aux schematrons et validateurs officiels',
        ],
        [
          '/guides/signature-conformance',
          'Signatures',
          'contrôlées par le validateur de la Commission européenne',
        ],
      ] as ReadonlyArray<readonly [href: string, title: string, text: string]>,
    },
  },
}

const WORDS: Record<Locale, SiteWords> = { en, fr }

/** The words of a language. */
export const siteWords = (locale: Locale): SiteWords => WORDS[locale]
