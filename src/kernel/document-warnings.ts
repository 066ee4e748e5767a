/**
 * The closed catalogue of document warnings: what a rendered document lacks or shows differently from Word, although
 * it could be made. Every step that prepares a document may add some; none is ever silent.
 */
import type { Finding } from './coded-error.ts'

interface WarningSpec {
  /** What happened, per language; `{text}`, `{by}` and `{times}` are filled in from the warning. */
  detail: Texts
  fix: Texts
}
interface Texts {
  en: string
  fr: string
}

/** Every code, with its wording. Codes are part of the API. */
const DOCUMENT_WARNINGS = {
  glyph_missing: {
    detail: {
      en: 'No font of the service contains {text}: printed as empty boxes ({times}).',
      fr: 'Aucune police du service ne contient {text} : des cases vides sont imprimées ({times}).',
    },
    fix: {
      en: 'Upload a font with these characters and use it, have one installed (npm run cli -- fonts add cjk, or emoji), or use other characters.',
      fr: 'Ajoutez une police qui les contient et utilisez-la, faites-en installer une (npm run cli -- fonts add cjk, ou emoji), ou utilisez d’autres caractères.',
    },
  },
  font_replaced: {
    detail: {
      en: 'The font {text} is not available: {by} is used instead, and lines may break in other places.',
      fr: 'La police {text} n’est pas disponible : {by} la remplace, et les lignes peuvent se couper ailleurs.',
    },
    fix: {
      en: 'Upload the font to the account (POST /fonts), embed it in the document, or choose one that the service has.',
      fr: 'Ajoutez la police au compte (POST /fonts), incorporez-la au document, ou choisissez une police du service.',
    },
  },
  embedded_font_ignored: {
    detail: {
      en: 'The font {text} embedded in the document is not used: its file is damaged, too large, of another family, or does not permit it.',
      fr: 'La police {text} incorporée au document n’est pas utilisée : son fichier est endommagé, trop volumineux, d’une autre famille, ou ne le permet pas.',
    },
    fix: {
      en: 'Embed the font again in Word (Options, Save), or choose one that the service has.',
      fr: 'Incorporez de nouveau la police dans Word (Options, Enregistrement), ou choisissez une police du service.',
    },
  },
  object_removed: {
    detail: {
      en: 'An embedded object ({text}) is removed; its preview picture is shown.',
      fr: 'Un objet incorporé ({text}) est retiré ; son image d’aperçu est affichée.',
    },
    fix: {
      en: 'Replace the object with a picture of it if the preview is not sufficient.',
      fr: 'Remplacez l’objet par son image si l’aperçu ne suffit pas.',
    },
  },
  link_removed: {
    detail: {
      en: 'A link to {text} is replaced with its text: only http, https, mailto and tel links are allowed.',
      fr: 'Un lien vers {text} est remplacé par son texte : seuls les liens http, https, mailto et tel sont autorisés.',
    },
    fix: {
      en: 'Link to a web address, or remove the link.',
      fr: 'Utilisez une adresse web, ou supprimez le lien.',
    },
  },
  picture_not_loaded: {
    detail: {
      en: 'A linked picture ({text}) is not loaded; the copy in the file is shown, if there is one.',
      fr: 'Une image liée ({text}) n’est pas chargée ; la copie contenue dans le fichier est affichée, s’il y en a une.',
    },
    fix: {
      en: 'Insert the picture into the document instead of linking to it.',
      fr: 'Insérez l’image dans le document au lieu de la lier.',
    },
  },
  picture_unknown: {
    detail: {
      en: 'The picture {text} has a format that cannot be shown; its place is left empty.',
      fr: 'L’image {text} est d’un format qui ne peut pas être affiché ; sa place reste vide.',
    },
    fix: {
      en: 'Insert the picture as PNG, JPEG, GIF, BMP, TIFF, EMF or WMF.',
      fr: 'Insérez l’image en PNG, JPEG, GIF, BMP, TIFF, EMF ou WMF.',
    },
  },
  content_removed: {
    detail: {
      en: 'Removed from the document: {text}.',
      fr: 'Retiré du document : {text}.',
    },
    fix: {
      en: 'Insert the content itself into the document.',
      fr: 'Insérez le contenu lui-même dans le document.',
    },
  },
  merge_field_left: {
    detail: {
      en: '{text} looks like a merge field of another tool and is printed unchanged ({times}).',
      fr: '{text} ressemble à un champ de fusion d’un autre outil et s’imprime tel quel ({times}).',
    },
    fix: {
      en: 'Write it as a tag, for example {name}.',
      fr: 'Écrivez-le sous forme de balise, par exemple {nom}.',
    },
  },
  field_frozen: {
    detail: {
      en: 'The field {text} shows the value last stored by Word; it is not recalculated.',
      fr: 'Le champ {text} affiche la dernière valeur enregistrée par Word ; il n’est pas recalculé.',
    },
    fix: {
      en: 'Update the field in Word, or use a tag instead.',
      fr: 'Mettez le champ à jour dans Word, ou utilisez une balise.',
    },
  },
  contents_not_refreshed: {
    detail: {
      en: 'The table of contents or a cross-reference is shown as stored by Word; its page numbers may be wrong.',
      fr: 'La table des matières ou un renvoi est affiché tel que Word l’a enregistré ; ses numéros de page peuvent être faux.',
    },
    fix: {
      en: 'Update it in Word, or send the option "contents": "refresh".',
      fr: 'Mettez-les à jour dans Word, ou envoyez l’option "contents": "refresh".',
    },
  },
} as const satisfies Record<string, WarningSpec>

/** Stable name of a kind of warning. */
export type WarningCode = keyof typeof DOCUMENT_WARNINGS

/** Every code. */
export const WARNING_CODES = Object.keys(DOCUMENT_WARNINGS) as WarningCode[]

/** One warning, with its place. Texts are short excerpts of the document. */
export interface DocumentWarning {
  code: WarningCode
  /** What it is about: characters, a font, an address, a field. */
  text?: string
  /** What was used instead. */
  by?: string
  /** How often, where it is more than a yes. */
  count?: number
  /** The part of the .docx, e.g. `word/header1.xml`. */
  part?: string
  /** Text of the first paragraph concerned, shortened. */
  paragraph?: string
}

const TEXT_MAX = 120
const LISTED_MAX = 100

const shortened = (text: string): string => {
  const characters = [...text]
  return characters.length <= TEXT_MAX ? text : `${characters.slice(0, TEXT_MAX - 1).join('')}…`
}

const TIMES = {
  en: (count: number) => (count === 1 ? 'once' : `${count} times`),
  fr: (count: number) => `${count} fois`,
}

const filled = (text: string, warning: DocumentWarning, language: keyof Texts): string =>
  text.replace(/\{(text|by|times)\}/g, (_, name: 'text' | 'by' | 'times') =>
    name === 'times' ? TIMES[language](warning.count ?? 1) : (warning[name] ?? '?'),
  )

/** The wording of a warning in a language. */
export const warningText = (
  warning: DocumentWarning,
  language: keyof Texts,
): { detail: string; fix: string } => {
  const { detail, fix } = DOCUMENT_WARNINGS[warning.code]
  return { detail: filled(detail[language], warning, language), fix: fix[language] }
}

/** The warning as one of the findings of a problem. */
export function warningFinding(warning: DocumentWarning): Finding {
  const [en, fr] = [warningText(warning, 'en'), warningText(warning, 'fr')]
  const { code, part, paragraph, text } = warning
  return {
    code,
    detail: en.detail,
    detailFr: fr.detail,
    fix: en.fix,
    fixFr: fr.fix,
    ...(part !== undefined && { part }),
    ...(paragraph !== undefined && { paragraph }),
    ...(text !== undefined && { tag: text }),
  }
}

/**
 * The warnings of all steps as one list: texts shortened, equal ones added up (the first place stays), 100 at most.
 */
export function joinedWarnings(
  ...lists: readonly (readonly DocumentWarning[])[]
): DocumentWarning[] {
  const joined = new Map<string, DocumentWarning>()
  for (const warning of lists.flat()) {
    const { code, text, by, paragraph } = warning
    const key = JSON.stringify([code, text, by])
    const known = joined.get(key)
    if (known !== undefined) known.count = (known.count ?? 1) + (warning.count ?? 1)
    else if (joined.size < LISTED_MAX)
      joined.set(key, {
        ...warning,
        ...(text !== undefined && { text: shortened(text) }),
        ...(by !== undefined && { by: shortened(by) }),
        ...(paragraph !== undefined && { paragraph: shortened(paragraph) }),
      })
  }
  return [...joined.values()]
}
