import type { Locale } from '../../kernel/languages.ts'
import type { FIELD_TYPES } from '../../signing/model/schemas/fields.ts'
import type { Words } from '../words.ts'

/** What can be put on a page. */
export type FieldType = (typeof FIELD_TYPES)[number]

const en = {
  palette: 'Fields',
  paletteFor: 'Fields for',
  done: 'Done',
  remove: 'Remove the field',
  label: 'Label, as the signer reads it',
  name: 'Name of the value',
  nameHint: 'For your programs and lists. If empty, it is made from the label.',
  options: 'Options',
  optionsHint: 'One per line.',
  min: 'Minimum',
  max: 'Maximum',
  maxLength: 'Maximum number of characters',
  value: 'Filled in beforehand',
  ticked: 'Ticked beforehand',
  none: 'Nothing',
  required: 'The signer must fill it in',
  readOnly: 'The signer cannot change it',
}

const fr: typeof en = {
  palette: 'Champs',
  paletteFor: 'Champs de',
  done: 'Terminé',
  remove: 'Retirer le champ',
  label: 'Libellé, tel que le signataire le lit',
  name: 'Nom de la valeur',
  nameHint: 'Pour vos programmes et vos listes. Si vide, il est tiré du libellé.',
  options: 'Options',
  optionsHint: 'Une par ligne.',
  min: 'Minimum',
  max: 'Maximum',
  maxLength: 'Nombre maximal de caractères',
  value: 'Rempli d’avance',
  ticked: 'Cochée d’avance',
  none: 'Rien',
  required: 'Le signataire doit le remplir',
  readOnly: 'Le signataire ne peut pas le modifier',
}

const WORDS: Words<typeof en> = { en, fr }

/** The texts in a language. */
export const fieldWords = (locale: Locale): typeof en => WORDS[locale]

const scriptEn = {
  types: {
    signature: 'Signature',
    text: 'Text',
    number: 'Number',
    date: 'Date',
    checkbox: 'Checkbox',
    radio: 'Radio buttons',
    select: 'List',
    initials: 'Initials',
    company: 'Company',
    file: 'File',
  } satisfies Record<FieldType, string>,
  /** The label of a new field. */
  newLabel: '{type} {n}',
  newOptions: 'Yes\nNo',
  input: '{type} “{label}”, {name}',
  inputKind: 'field',
  inputKeys:
    'Arrow keys move it, with Shift they change its size; Page Up and Page Down change the page; Enter opens its properties; Delete removes it.',
  properties: '{type} for {name}, page {page}',
  inputPlaced: '{label}: placed on page {page} for {name}.',
  inputRemoved: 'Removed “{label}”.',
  inputListed: '{label}, page {page}',
  inputsFull: 'A signer can have at most {max} fields to fill in.',
}

const scriptFr: typeof scriptEn = {
  types: {
    signature: 'Signature',
    text: 'Texte',
    number: 'Nombre',
    date: 'Date',
    checkbox: 'Case à cocher',
    radio: 'Boutons radio',
    select: 'Liste',
    initials: 'Initiales',
    company: 'Société',
    file: 'Fichier',
  },
  newLabel: '{type} {n}',
  newOptions: 'Oui\nNon',
  input: '{type} « {label} », {name}',
  inputKind: 'champ',
  inputKeys:
    'Les flèches le déplacent, avec Maj elles changent sa taille ; Page précédente et Page suivante changent de page ; Entrée ouvre ses propriétés ; Suppr le retire.',
  properties: '{type} de {name}, page {page}',
  inputPlaced: '{label} : placé sur la page {page} pour {name}.',
  inputRemoved: '« {label} » est retiré.',
  inputListed: '{label}, page {page}',
  inputsFull: 'Un signataire peut avoir {max} champs à remplir au plus.',
}

/** The texts that the page's script needs. */
export type FieldScriptWords = typeof scriptEn

const SCRIPT_WORDS: Words<FieldScriptWords> = { en: scriptEn, fr: scriptFr }

/** The texts of the script. */
export const fieldScriptWords = (locale: Locale): FieldScriptWords => SCRIPT_WORDS[locale]
