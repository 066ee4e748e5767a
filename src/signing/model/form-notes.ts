/** Notes to senders about the form of their PDF that signers fill in. */
import type { Locale } from '../../kernel/languages.ts'
import { SKIP_REASONS, type SkipReason } from '../../pdf/acroform-import/skipped-fields.ts'
import { shownName } from '../../pdf/upload-notices.ts'
import { textsIn } from '../../translations/texts.ts'
import { fileOf, type InFile, pointerOf } from './files.ts'

/** What became of some of the fields. */
export interface FormNote extends InFile {
  /** `used`: signers fill them in; `signed`: the form of a document that others have signed stays as it is. */
  reason: SkipReason | 'used' | 'signed'
  /** Their full names, some of them where they are many. */
  text: string
  count: number
}

/** Codes of warnings about a form. */
export const FORM_NOTE_CODES = ['form_fields_used', 'form_field_left'] as const

const NAMES_MOST = 20

/** About the form of a document that others have signed. */
export const SIGNED_FORM: FormNote = { reason: 'signed', text: '', count: 0 }

const noteOf = (reason: FormNote['reason'], names: readonly string[]): FormNote => ({
  reason,
  text: names
    .slice(0, NAMES_MOST)
    .map(shownName)
    .concat(names.length > NAMES_MOST ? ['…'] : [])
    .join(', '),
  count: names.length,
})

/** One note for all fields that signers fill in, and one for each reason why others are left. */
export function notesOf({
  used,
  left,
}: {
  used: readonly string[]
  left: ReadonlyArray<{ name: string; reason: SkipReason }>
}): FormNote[] {
  const namesBy = (reason: SkipReason): string[] =>
    left.filter((each) => each.reason === reason).map(({ name }) => name)
  const others = SKIP_REASONS.map((reason) => noteOf(reason, namesBy(reason)))
  return [noteOf('used', used), ...others].filter(({ count }) => count > 0)
}

/** A note as a sentence. */
export function formNoteText({ reason, text, count }: FormNote, locale: Locale): string {
  const words = textsIn(locale).formNotes
  if (reason === 'signed') return words.signed
  const list = `${text} (${count})`
  return reason === 'used' ? words.used({ list }) : words.left({ list, why: words.reasons[reason] })
}

/** A note as the API returns it. */
export function formWarning(note: FormNote) {
  const { reason, text, count } = note
  return {
    code: reason === 'used' ? ('form_fields_used' as const) : ('form_field_left' as const),
    pointer: pointerOf(fileOf(note)),
    detail: formNoteText(note, 'en'),
    ...(text !== '' && { text }),
    ...(reason !== 'used' && { by: reason }),
    ...(count > 0 && { count }),
  }
}

const isReason = (by: string): by is FormNote['reason'] =>
  by === 'used' || by === 'signed' || SKIP_REASONS.some((each) => each === by)

/** What a warning as the API returns it says about a form; undefined: it is about something else. */
export const formNoteIn = (
  {
    code,
    by = 'used',
    text = '',
    count = 0,
  }: { code: string; by?: string; text?: string; count?: number },
  locale: Locale,
): string | undefined =>
  FORM_NOTE_CODES.some((each) => each === code) && isReason(by)
    ? formNoteText({ reason: by, text, count }, locale)
    : undefined
