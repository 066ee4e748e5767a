/** French messages of findings in templates and data, by finding code; the finding itself carries the English one. */
import type { Finding } from '../kernel/coded-error.ts'
import type { Locale } from '../kernel/languages.ts'

type Words = readonly [detail: string, fix: string]

const BRACES = 'Écrivez une seule accolade de chaque côté : {nom}.'
const SAVE = 'Ouvrez le fichier dans Word et enregistrez-le de nouveau en .docx.'
const SAME_PLACE =
  'Placez le début et la fin de la section dans la même cellule, le même tableau ou au même niveau du texte.'
const SIMPLER = 'Calculez la valeur avant et envoyez-la dans les données.'
const VALUE = 'Corrigez la valeur dans les données, ou la balise dans le modèle.'

/** Tags of a template. */
const TAGS: Record<string, Words> = {
  tag_unclosed: [
    'La balise s’ouvre par { et n’est pas fermée.',
    'Mettez } après la balise. Une accolade voulue comme texte s’écrit {"{"}.',
  ],
  tag_unopened: [
    'Il y a une } sans { devant elle.',
    'Mettez { devant la balise, ou supprimez la }. Une accolade voulue comme texte s’écrit {"}"}.',
  ],
  tag_unknown: [
    'Cette balise n’existe pas : après « : », seuls « else » et « else if condition » sont connus.',
    'Écrivez {:else} ou {:else if condition}.',
  ],
  tag_refused: [
    'Cette balise est refusée : ni les données ni le modèle ne peuvent changer la structure du document ou les délimiteurs.',
    'Utilisez {valeur | …} pour du texte, {~valeur | html} pour du texte mis en forme, {%valeur} pour une image.',
  ],
  tag_misplaced: [
    'La balise remplace tout son paragraphe, mais elle n’y est pas seule.',
    'Mettez la balise seule dans un paragraphe.',
  ],
  brace_doubled: ['La balise a deux accolades d’un même côté.', BRACES],
  section_unclosed: ['La section n’est jamais fermée.', 'Mettez {/} là où la section se termine.'],
  section_unopened: [
    'Une section est fermée sans avoir été ouverte.',
    'Supprimez la balise de fin, ou mettez {#…} là où la section commence.',
  ],
  section_crossed: [
    'Une section est fermée alors qu’une autre est encore ouverte à l’intérieur.',
    'Fermez les sections dans l’ordre inverse de leur ouverture.',
  ],
  section_misplaced: [
    'La section commence et finit à des endroits qui ne vont pas ensemble : elle ne peut pas être répétée.',
    SAME_PLACE,
  ],
  else_outside: ['{:else} se trouve hors de toute section.', 'Mettez-le entre {#…} et {/}.'],
  else_after_else: [
    'La section a encore une branche après {:else}.',
    'Mettez {:else} en dernier dans la section.',
  ],
  part_broken: ['Cette partie n’est pas du XML bien formé.', SAVE],
  template_unreadable: [
    'Le modèle ne peut pas être lu à cet endroit.',
    'Retapez la balise d’un seul trait.',
  ],
}

/** Expressions inside of tags. */
const EXPRESSIONS: Record<string, Words> = {
  expression_empty: [
    'La balise ne nomme aucune valeur.',
    'Écrivez le nom d’une valeur entre les accolades, ou supprimez-les.',
  ],
  expression_invalid: ['L’expression de la balise est mal écrite.', 'Corrigez l’expression.'],
  expression_too_deep: ['L’expression est trop imbriquée.', SIMPLER],
  expression_too_long: ['L’expression est trop longue.', SIMPLER],
  text_unclosed: [
    'Un texte de l’expression n’a pas de guillemet fermant.',
    'Mettez un guillemet à la fin du texte.',
  ],
  character_unknown: [
    'L’expression contient un caractère qui n’a pas de sens ici.',
    'Utilisez des noms, des nombres, des "textes", des opérateurs, et des filtres après |.',
  ],
  assignment_refused: [
    'Un seul = ne compare pas, et un modèle ne peut pas affecter de valeur.',
    'Écrivez == pour comparer deux valeurs.',
  ],
  name_refused: ['Ce nom n’est pas permis.', 'Renommez la valeur.'],
  call_refused: ['Une expression ne peut pas appeler de fonction.', 'Utilisez un filtre après |.'],
  filter_unknown: ['Ce filtre n’existe pas.', 'Voyez la liste des filtres dans le guide.'],
  filter_missing: [
    'Il manque le nom du filtre après |.',
    'Écrivez le nom d’un filtre, ou supprimez |.',
  ],
  filter_arguments_invalid: [
    'Les arguments du filtre ne conviennent pas.',
    'Voyez ses arguments dans le guide.',
  ],
}

/** Word files that are refused. */
const FILES: Record<string, Words> = {
  file_empty: [
    'Le fichier est vide.',
    'Envoyez un fichier .docx ; vérifiez que l’envoi a lu le fichier en entier.',
  ],
  not_zip: ['Le fichier n’est pas un document Word .docx.', SAVE],
  other_format: [
    'Le fichier est d’un autre format.',
    'Ouvrez le fichier dans Word ou LibreOffice et enregistrez-le comme « Document Word (.docx) ».',
  ],
  password_protected: [
    'Le fichier est protégé par un mot de passe.',
    'Retirez le mot de passe dans Word (Fichier, Informations, Protéger le document), puis enregistrez le fichier.',
  ],
  truncated: [
    'Le fichier est incomplet.',
    'L’envoi ou la copie s’est arrêté trop tôt : envoyez de nouveau le fichier entier.',
  ],
  zip_invalid: ['L’archive du fichier est endommagée.', SAVE],
  main_part_missing: ['Le texte du document manque dans le fichier.', SAVE],
  xml_invalid: ['Une partie du fichier n’est pas du XML bien formé.', SAVE],
  unexpected_part: ['Le fichier contient une partie inattendue.', SAVE],
  macro: ['Le document contient des macros.', 'Enregistrez le document en .docx, sans macros.'],
  dtd_refused: [
    'Une partie du fichier contient une déclaration de type.',
    'Supprimez le <!DOCTYPE …> ; Word n’en écrit jamais. Enregistrer de nouveau le fichier dans Word le fait.',
  ],
  svg_refused: [
    'Le document contient une image SVG.',
    'Convertissez l’image en PNG ou en EMF et insérez-la de nouveau.',
  ],
  picture_too_large: [
    'Une image est trop grande.',
    'Réduisez l’image (Word : Format de l’image, Compresser les images) et insérez-la de nouveau.',
  ],
  too_many_parts: [
    'Le fichier a trop de parties.',
    'Supprimez les images et les contenus incorporés que le modèle n’emploie pas.',
  ],
  too_many_elements: [
    'Le document a trop d’éléments.',
    'Employez une boucle pour les lignes et les paragraphes répétés au lieu d’écrire chacun, ou divisez le modèle.',
  ],
  unpacked_too_large: [
    'Le fichier décompressé est trop grand.',
    'Allégez le document : compressez ses images, supprimez ce qui ne sert pas.',
  ],
  forbidden_field: [
    'Le document contient un champ refusé.',
    'Remplacez le champ par son résultat (sélectionnez-le, Ctrl+Maj+F9), ou employez une balise du modèle.',
  ],
}

/** Data. */
const DATA: Record<string, Words> = {
  value_missing: [
    'Les données n’ont pas de valeur pour cette balise.',
    'Envoyez la valeur, ou écrivez ce qui s’imprime sans elle : {… | default:"–"}.',
  ],
  value_unusable: ['La valeur ne peut pas être utilisée par cette balise.', VALUE],
  value_not_text: [
    'La valeur n’est pas un texte : c’est une liste ou un objet.',
    'Écrivez {#liste}…{/} pour une liste, ou nommez un membre de l’objet, tel que {client.nom}.',
  ],
  value_too_long: ['La valeur est trop longue pour être imprimée.', VALUE],
  value_too_large: ['Le texte est trop long.', 'Divisez le texte.'],
  value_invalid: ['Cette valeur n’existe pas en JSON.', 'Envoyez des valeurs JSON.'],
  image_invalid: [
    'L’image ne peut pas être utilisée.',
    'Envoyez une image PNG, JPEG, GIF ou WebP en base64.',
  ],
  character_invalid: [
    'Le texte contient un caractère qu’un document ne peut pas contenir.',
    'Supprimez ce caractère.',
  ],
  invalid_character: [
    'Le texte contient un caractère qu’un document ne peut pas contenir.',
    'Supprimez ce caractère.',
  ],
  number_out_of_range: ['Le nombre est trop grand pour être exact.', 'Écrivez-le comme texte.'],
  number_range: ['Le nombre est trop grand pour être exact.', 'Écrivez-le comme texte.'],
  number_precision: [
    'Les derniers chiffres de cet entier seraient perdus.',
    'Écrivez-le comme texte, entre guillemets.',
  ],
  data_too_deep: ['Les données sont trop imbriquées.', 'Aplatissez les données.'],
  too_deep: [
    'Les données ou le document sont trop imbriqués.',
    'Aplatissez-les : moins de tableaux dans des tableaux, d’objets dans des objets.',
  ],
  too_large: ['Les données sont trop longues.', 'Envoyez moins de données.'],
  not_object: [
    'Les données doivent être un objet JSON, tel que {"nom": "Ada"}.',
    'Mettez la valeur dans un objet, sous un nom.',
  ],
  object_refused: [
    'Un membre « rich » pourrait être pris pour une image.',
    'Renommez le membre « rich ».',
  ],
  forbidden_key: ['Ce nom n’est pas permis.', 'Renommez-le.'],
  duplicate_key: ['Ce nom est donné deux fois.', 'Gardez-en un.'],
  json_syntax: ['Le JSON n’est pas valable à cet endroit.', 'Corrigez la ligne indiquée.'],
}

const FRENCH: Record<string, Words> = { ...TAGS, ...EXPRESSIONS, ...FILES, ...DATA }

/** The message of a finding. */
interface FindingText {
  detail: string
  fix: string | undefined
  /** The language of the words, where it is not the page's. */
  lang: 'en' | undefined
}

/** The message of a finding in the page's language, or in English if there is no translation. */
export function findingWords(locale: Locale, finding: Finding): FindingText {
  const { code = '', detail, fix } = finding
  if (locale === 'en') return { detail, fix, lang: undefined }
  if (finding.detailFr !== undefined)
    return { detail: finding.detailFr, fix: finding.fixFr ?? undefined, lang: undefined }
  const words = Object.hasOwn(FRENCH, code) ? FRENCH[code] : undefined
  if (words === undefined) return { detail, fix, lang: 'en' }
  return { detail: words[0], fix: words[1], lang: undefined }
}
