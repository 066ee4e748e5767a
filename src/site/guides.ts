/** The guides: the list in reading order, and their text from docs/. */
import { readdirSync, readFileSync } from 'node:fs'
import type { Plans } from '../accounts/plans.ts'
import type { Locale } from '../kernel/languages.ts'
import { programFile } from '../kernel/program-files.ts'
import { type GuideContent, renderGuide } from './markdown.ts'
import { withPlanTables } from './plan-tables.ts'

/** A guide's entry in the list of guides. */
interface Guide {
  name: string
  title: string
  summary: string
  group: 'start' | 'use' | 'run' | 'measured'
}

/** In the other languages that it is written in, `docs/<language>/<name>.md`. */
type Translated = Guide & Partial<Record<Exclude<Locale, 'en'>, Pick<Guide, 'title' | 'summary'>>>

/** A guide as shown: in the requested language if available, else in English. */
export interface ShownGuide extends Pick<Guide, 'title' | 'summary' | 'group'> {
  name: GuideName
  language: Locale
}

/** Every guide; its text is `docs/<name>.md`. */
const GUIDES = [
  {
    name: 'quick-start',
    group: 'start',
    title: 'Quick start',
    summary: 'A first PDF, a first Factur-X and a first signature, with curl, in two minutes.',
    fr: {
      title: 'Démarrage rapide',
      summary:
        'Un premier PDF, une première Factur-X et une première signature, avec curl, en deux minutes.',
    },
  },
  {
    name: 'template-language',
    group: 'use',
    title: 'Template language',
    summary: 'Values, loops, conditions, filters, images and codes in a Word file, with pictures.',
    fr: {
      title: 'Le langage des modèles',
      summary:
        'Valeurs, boucles, conditions, filtres, images et codes dans un fichier Word, avec des images.',
    },
  },
  {
    name: 'factur-x',
    group: 'use',
    title: 'Factur-X',
    summary: 'Electronic invoices that are checked before they leave: data, profiles, rules.',
    fr: {
      title: 'Factur-X',
      summary: 'Des factures électroniques vérifiées avant de partir : données, profils, règles.',
    },
  },
  {
    name: 'signatures',
    group: 'use',
    title: 'Electronic signature',
    summary: 'From a PDF to a PAdES B-LTA file: signers, places, codes, evidence.',
    fr: {
      title: 'Signature électronique',
      summary: 'D’un PDF à un fichier PAdES B-LTA : signataires, emplacements, codes, preuves.',
    },
  },
  {
    name: 'embedding',
    group: 'use',
    title: 'Embedding',
    summary: 'People sign in a frame of your own page: one link, one script, events.',
    fr: {
      title: 'Intégration',
      summary: 'On signe dans un cadre de votre propre page : un lien, un script, des événements.',
    },
  },
  {
    name: 'teams',
    group: 'use',
    title: 'Teams',
    summary: 'Several people in one organisation: roles, invitations, handing over.',
    fr: {
      title: 'Équipes',
      summary: 'Plusieurs personnes dans une organisation : rôles, invitations, transmission.',
    },
  },
  {
    name: 'webhooks',
    group: 'use',
    title: 'Webhooks',
    summary: 'Get an event for each step, check its signature, replay what you missed.',
    fr: {
      title: 'Webhooks',
      summary:
        'Être prévenu de chaque étape ; vérifier que c’était nous ; rejouer ce qui a été manqué.',
    },
  },
  {
    name: 'sdks',
    group: 'use',
    title: 'SDKs and Postman',
    summary: 'TypeScript and other languages, and the calls in Postman.',
    fr: {
      title: 'SDK et Postman',
      summary: 'TypeScript et d’autres langages, et les appels dans Postman.',
    },
  },
  {
    name: 'connectors',
    group: 'use',
    title: 'n8n, Zapier and Make',
    summary: 'Documents and signatures in workflows without code.',
    fr: {
      title: 'n8n, Zapier et Make',
      summary: 'Documents et signatures dans des automatisations sans code.',
    },
  },
  {
    name: 'agents',
    group: 'use',
    title: 'AI agents',
    summary: 'The Model Context Protocol: documents and signatures as tools of an agent.',
    fr: {
      title: 'Agents d’IA',
      summary: 'Le Model Context Protocol : documents et signatures comme outils d’un agent.',
    },
  },
  {
    name: 'errors',
    group: 'use',
    title: 'Errors',
    summary: 'Every code, what causes it and what to do.',
    fr: {
      title: 'Erreurs',
      summary: 'Chaque code, ce qui le cause et que faire.',
    },
  },
  {
    name: 'limits',
    group: 'use',
    title: 'Plans and limits',
    summary: 'What each plan allows, and how quota and rate are counted.',
    fr: {
      title: 'Offres et limites',
      summary: 'Ce que permet chaque offre, et comment quotas et débits sont comptés.',
    },
  },
  {
    name: 'self-hosting',
    group: 'run',
    title: 'Self-hosting',
    summary: 'Install, configure, watch, update and move one process and one folder.',
    fr: {
      title: 'Héberger soi-même',
      summary:
        'Installer, configurer, surveiller, mettre à jour et déplacer un processus et un dossier.',
    },
  },
  {
    name: 'settings',
    group: 'run',
    title: 'Settings',
    summary: 'Every environment variable, its default and what it decides.',
  },
  {
    name: 'upgrading',
    group: 'run',
    title: 'Upgrading',
    summary: 'To a newer version, and back: copy, migrations, what goes on by itself.',
    fr: {
      title: 'Mettre à jour',
      summary:
        'Vers une version plus récente, et retour : copie, migrations, ce qui reprend tout seul.',
    },
  },
  {
    name: 'authority',
    group: 'run',
    title: 'The certificate authority',
    summary: 'Keys in a file or a security module, rotation, revocation, time-stamps from outside.',
    fr: {
      title: 'L’autorité de certification',
      summary:
        'Des clés dans un fichier ou un module, rotation, révocation, horodatages de l’extérieur.',
    },
  },
  {
    name: 'outer-seals',
    group: 'run',
    title: 'Outer seals',
    summary:
      'The seal of a provider of yours on every finished document, over the CSC API or PKCS#11.',
    fr: {
      title: 'Cachets externes',
      summary:
        'Le cachet de votre prestataire sur chaque document terminé, par l’API CSC ou PKCS#11.',
    },
  },
  {
    name: 'security',
    group: 'run',
    title: 'Security and legal notes',
    summary: 'What is protected and how; what the signature is, and what it is not.',
    fr: {
      title: 'Sécurité et notes juridiques',
      summary: 'Ce qui est protégé, et comment ; ce qu’est la signature, et ce qu’elle n’est pas.',
    },
  },
  {
    name: 'facturx-conformance',
    group: 'measured',
    title: 'Factur-X conformance',
    summary: 'Our verdicts beside the official schematrons, on public and on spoiled invoices.',
  },
  {
    name: 'facturx-rules',
    group: 'measured',
    title: 'Factur-X rules',
    summary: 'Every assertion of the official sheets, and where it is judged.',
  },
  {
    name: 'signature-conformance',
    group: 'measured',
    title: 'Signature conformance',
    summary: 'Signed, spoiled and attacked files before EU DSS, pyHanko and our own verifier.',
  },
  {
    name: 'fidelity',
    group: 'measured',
    title: 'Fidelity to Word',
    summary: 'Pages beside the PDF that Word made of the same file, with the ten least alike.',
  },
  {
    name: 'security-tests',
    group: 'measured',
    title: 'Attacks and faults',
    summary: 'What was tried against the service, what happens now, and the test that shows it.',
  },
  {
    name: 'benchmarks',
    group: 'measured',
    title: 'Benchmarks',
    summary: 'Speed and memory, measured beside other ways in one run.',
  },
  {
    name: 'comparison',
    group: 'measured',
    title: 'Comparison',
    summary:
      'Beside Gotenberg, Carbone, Documenso, DocuSeal, Yousign and others, each line with its link.',
    fr: {
      title: 'Comparaison',
      summary:
        'À côté de Gotenberg, Carbone, Documenso, DocuSeal, Yousign et d’autres, un lien par ligne.',
    },
  },
] as const satisfies readonly Translated[]

/** All guides for a reader of a language, in reading order. */
export const guidesFor = (locale: Locale): ShownGuide[] =>
  GUIDES.map((guide) => {
    const { name, group, title, summary } = guide
    const translated = locale === 'en' ? undefined : (guide as Translated)[locale]
    return translated === undefined
      ? { name, group, title, summary, language: 'en' }
      : { name, group, ...translated, language: locale }
  })

/** The names of all guides. */
type GuideName = (typeof GUIDES)[number]['name']

const DOCS = programFile('docs/')

/** The documents as pages; each is read and rendered once. */
export class Guides {
  readonly #origin: string
  readonly #plans: Plans
  readonly #rendered = new Map<string, GuideContent>()

  /** @param origin public origin of the service, used in the commands */
  constructor(origin: string, plans: Plans) {
    this.#origin = origin
    this.#plans = plans
  }

  /** A guide for a reader of a language, or nothing when there is none of that name. */
  find(name: string, locale: Locale = 'en'): (ShownGuide & GuideContent) | undefined {
    const guide = guidesFor(locale).find((one) => one.name === name)
    if (guide === undefined) return undefined
    const { language } = guide
    const path = `${language === 'en' ? '' : `${language}/`}${guide.name}.md`
    const known = this.#rendered.get(path)
    if (known !== undefined) return { ...known, ...guide }
    const text = readFileSync(new URL(path, DOCS), 'utf8')
    const whole = withPlanTables(text, [...this.#plans.values()], language)
    const content = renderGuide(whole, this.#origin, language)
    this.#rendered.set(path, content)
    return { ...content, ...guide }
  }

  /** A picture of a guide or of the first page. */
  picture(name: string): { bytes: Buffer; type: string } | undefined {
    const folder = ['images/', 'home/']
      .map((path) => new URL(path, DOCS))
      .find((path) => readdirSync(path).includes(name))
    if (folder === undefined) return undefined
    return { bytes: readFileSync(new URL(name, folder)), type: 'image/png' }
  }
}
