/** What the proof certificate says of filled-in fields, in every language. */
import type { Language } from '../../kernel/languages.ts'

/** The words. */
export interface ValueWords {
  title: string
  note: string
  /** After the label of a value that the signer could not change. */
  given: string
  yes: string
  no: string
  /** After the beginning of a long value. @param characters of the whole value @param hash of it in UTF-8 */
  rest: (characters: number, hash: string) => string
}

/** By language. */
export const VALUE_WORDS: Readonly<Record<Language, ValueWords>> = {
  en: {
    title: 'Fields filled in',
    note: 'As they are in the document, where each is locked by its signer’s signature.',
    given: 'given by the sender',
    yes: 'yes',
    no: 'no',
    rest: (characters, hash) => `(${characters} characters, SHA-256 ${hash})`,
  },
  fr: {
    title: 'Champs remplis',
    note: 'Tels qu’ils figurent dans le document, où chacun est verrouillé par la signature de son signataire.',
    given: 'donné par l’expéditeur',
    yes: 'oui',
    no: 'non',
    rest: (characters, hash) => `(${characters} caractères, SHA-256 ${hash})`,
  },
  de: {
    title: 'Ausgefüllte Felder',
    note: 'Wie im Dokument, wo jedes durch die Signatur seines Unterzeichners gesperrt ist.',
    given: 'vom Absender vorgegeben',
    yes: 'ja',
    no: 'nein',
    rest: (characters, hash) => `(${characters} Zeichen, SHA-256 ${hash})`,
  },
  es: {
    title: 'Campos rellenados',
    note: 'Tal como figuran en el documento, donde cada uno queda bloqueado por la firma de su firmante.',
    given: 'dado por el remitente',
    yes: 'sí',
    no: 'no',
    rest: (characters, hash) => `(${characters} caracteres, SHA-256 ${hash})`,
  },
  it: {
    title: 'Campi compilati',
    note: 'Come nel documento, dove ciascuno è bloccato dalla firma del proprio firmatario.',
    given: 'indicato dal mittente',
    yes: 'sì',
    no: 'no',
    rest: (characters, hash) => `(${characters} caratteri, SHA-256 ${hash})`,
  },
  nl: {
    title: 'Ingevulde velden',
    note: 'Zoals in het document, waar elk veld door de handtekening van de ondertekenaar is vergrendeld.',
    given: 'ingevuld door de afzender',
    yes: 'ja',
    no: 'nee',
    rest: (characters, hash) => `(${characters} tekens, SHA-256 ${hash})`,
  },
  pt: {
    title: 'Campos preenchidos',
    note: 'Tal como constam do documento, onde cada um fica bloqueado pela assinatura do seu signatário.',
    given: 'indicado pelo remetente',
    yes: 'sim',
    no: 'não',
    rest: (characters, hash) => `(${characters} caracteres, SHA-256 ${hash})`,
  },
  pl: {
    title: 'Wypełnione pola',
    note: 'Tak jak w dokumencie, gdzie każde jest zablokowane podpisem osoby, która je wypełniła.',
    given: 'podane przez nadawcę',
    yes: 'tak',
    no: 'nie',
    rest: (characters, hash) => `(znaków: ${characters}, SHA-256 ${hash})`,
  },
}
