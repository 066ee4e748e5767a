/** Every change that can follow a signature, by a stable code; its words are in the catalogues. */
import type { Texts } from '../../translations/messages.ts'
import { textsIn } from '../../translations/texts.ts'

/** What a change means for the signatures before it. */
type ChangeKind = 'signature' | 'form' | 'validation-data' | 'metadata' | 'forbidden'

/** The closed catalogue. What is not `forbidden` may follow a signature (ISO 32000-2, 12.8.2.2). */
export const CHANGES = {
  signature_added: 'signature',
  visible_signature_added: 'signature',
  visible_field_added: 'signature',
  signature_field_added: 'signature',
  timestamp_added: 'signature',
  form_filled: 'form',
  field_redrawn: 'form',
  validation_data_added: 'validation-data',
  validation_data_replaced: 'validation-data',
  metadata_changed: 'metadata',
  encryption_changed: 'forbidden',
  page_changed: 'forbidden',
  pages_changed: 'forbidden',
  annotation_added: 'forbidden',
  annotation_removed: 'forbidden',
  field_changed: 'forbidden',
  form_value_replaced: 'forbidden',
  field_appearance_changed: 'forbidden',
  field_covers_page: 'forbidden',
  form_changed: 'forbidden',
  signature_changed: 'forbidden',
  field_covered: 'forbidden',
  false_signature_added: 'forbidden',
  validation_data_removed: 'forbidden',
  catalog_changed: 'forbidden',
  object_changed: 'forbidden',
  object_removed: 'forbidden',
  object_slipped_in: 'forbidden',
} as const satisfies Record<keyof Texts['verification']['changes'], ChangeKind>

/** Stable name of a kind of change. */
export type ChangeCode = keyof typeof CHANGES

/** What the sentences name. */
export interface ChangeFacts {
  /** Number of the page, from 1. */
  page?: number
  field?: string
  /** Any other object, by its name in the file. */
  part?: string
  /** Value or text of a form field in the signed state, and in the later one. */
  before?: string
  after?: string
}

/** One difference. */
export interface PdfChange extends ChangeFacts {
  code: ChangeCode
  kind: ChangeKind
  /** In plain English, without a full stop. */
  what: string
}

const CHARACTERS_MAX = 80
/** Length limit of a value; longer ones are truncated in responses too. */
const VALUE_CHARACTERS_MAX = 500

const shown = (fact: string | number | undefined): string =>
  String(fact ?? '?').slice(0, CHARACTERS_MAX)

type SaysChange = (values: Record<keyof ChangeFacts, string>) => string

/** What a change says in a language, without a full stop. */
export function changeText(texts: Texts, { code, ...facts }: Omit<PdfChange, 'what' | 'kind'>) {
  const said: string | SaysChange = texts.verification.changes[code]
  if (typeof said === 'string') return said
  const [page, field, part] = [shown(facts.page), shown(facts.field), shown(facts.part)]
  return said({ page, field, part, before: shown(facts.before), after: shown(facts.after) })
}

const clipped = (text: string | undefined): string | undefined =>
  text?.replace(/\p{Cc}/gu, ' ').slice(0, VALUE_CHARACTERS_MAX)

/** Returns a change with its sentence. */
export function changeOf(code: ChangeCode, given: ChangeFacts = {}): PdfChange {
  const [before, after] = [clipped(given.before), clipped(given.after)]
  const values = before === undefined || after === undefined ? {} : { before, after }
  const change = { code, kind: CHANGES[code], ...given, ...values }
  return { ...change, what: changeText(textsIn('en'), change) }
}
