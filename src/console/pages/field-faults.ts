/** What is wrong with a field on the page, in the words of the console; the rules are those of the API. */
import { INPUT_LIMITS } from '../../kernel/field-types.ts'
import type { Locale } from '../../kernel/languages.ts'
import type { Words } from '../words.ts'

const en = {
  field_hidden_characters: 'Remove the invisible characters.',
  field_markup: 'Write plain text, without HTML.',
  field_blank: 'Write what the signer is to read.',
  field_bound:
    'This limit does not fit. Give a number or a day; the minimum is not above the maximum.',
  field_options: 'Give at least one option, each of them once.',
  field_repeated: 'Another field of this signer has this name. Choose another.',
  value_missing: 'Fill it in: the signer cannot.',
  value_unticked: 'Tick it, or let the signer do so.',
  value_not_text: 'Write a text.',
  value_hidden_characters: 'Remove the invisible characters.',
  value_too_long: 'This is longer than the field takes.',
  value_not_number: `Write a number of at most ${INPUT_LIMITS.digits} digits.`,
  value_not_date: 'Choose a day.',
  value_too_small: 'This is below the minimum.',
  value_too_large: 'This is above the maximum.',
  value_no_option: 'Choose one of the options.',
}

const fr: typeof en = {
  field_hidden_characters: 'Retirez les caractères invisibles.',
  field_markup: 'Écrivez du texte simple, sans HTML.',
  field_blank: 'Écrivez ce que le signataire doit lire.',
  field_bound:
    'Cette limite ne convient pas. Indiquez un nombre ou un jour ; le minimum ne dépasse pas le maximum.',
  field_options: 'Indiquez au moins une option, chacune une seule fois.',
  field_repeated: 'Un autre champ de ce signataire porte ce nom. Choisissez-en un autre.',
  value_missing: 'Remplissez-le : le signataire ne le peut pas.',
  value_unticked: 'Cochez-la, ou laissez le signataire le faire.',
  value_not_text: 'Écrivez un texte.',
  value_hidden_characters: 'Retirez les caractères invisibles.',
  value_too_long: 'C’est plus long que ce que le champ accepte.',
  value_not_number: `Écrivez un nombre de ${INPUT_LIMITS.digits} chiffres au plus.`,
  value_not_date: 'Choisissez un jour.',
  value_too_small: 'C’est au-dessous du minimum.',
  value_too_large: 'C’est au-dessus du maximum.',
  value_no_option: 'Choisissez l’une des options.',
}

const WORDS: Words<typeof en> = { en, fr }

const { name, label, options, option, text } = INPUT_LIMITS

const membersEn = {
  name: `Use letters, digits, spaces and _ . -, at most ${name}, beginning with a letter or a digit.`,
  label: `Use 1 to ${label} characters.`,
  options: `Give 1 to ${options} options of at most ${option} characters.`,
  max_length: `Choose a number from 1 to ${text}.`,
  min: 'Give a number or a day.',
  max: 'Give a number or a day.',
  value: 'This value is not possible here.',
}

const membersFr: typeof membersEn = {
  name: `Utilisez des lettres, chiffres, espaces et _ . -, ${name} au plus, en commençant par une lettre ou un chiffre.`,
  label: `Utilisez 1 à ${label} caractères.`,
  options: `Indiquez 1 à ${options} options de ${option} caractères au plus.`,
  max_length: `Choisissez un nombre de 1 à ${text}.`,
  min: 'Indiquez un nombre ou un jour.',
  max: 'Indiquez un nombre ou un jour.',
  value: 'Cette valeur n’est pas possible ici.',
}

const MEMBER_WORDS: Words<typeof membersEn> = { en: membersEn, fr: membersFr }

/** The text of a finding about a field: by its code, else by the member that it names. */
export function fieldFaultText(
  locale: Locale,
  code: string,
  member: string | undefined,
): string | undefined {
  const [codes, members] = [WORDS[locale], MEMBER_WORDS[locale]]
  if (Object.hasOwn(codes, code)) return codes[code as keyof typeof en]
  if (member === undefined || !Object.hasOwn(members, member)) return undefined
  return members[member as keyof typeof membersEn]
}
