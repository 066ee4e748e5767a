import { LOCALES, type Locale } from './languages.ts'

/** Codes of findings that other parts of the program act on: they match the code, never the message. */
export const FINDING_CODES = {
  /** Two signers have the same address and role. */
  signerRepeated: 'signer_repeated',
  /** The placement of a signature overlaps another's. */
  placeOverlaps: 'place_overlaps',
  /** The placement of a signature is on no page, or extends beyond its page. */
  placeOutside: 'place_outside',
  /** A tag in the document says something that cannot be done. */
  tagUnusable: 'tag_unusable',
} as const

/** A text in English, and in the other languages of all pages that it is written in. */
export type Wording = { en: string } & Partial<Record<Locale, string>>

/**
 * A wording whose texts are made when they are read: an answer speaks one language.
 * @param say a text in a language
 */
export const wordingOf = (
  say: (locale: Locale) => string,
  locales: readonly Locale[] = LOCALES,
): Wording =>
  Object.defineProperties(
    {},
    Object.fromEntries(
      locales.map((locale) => [locale, { enumerable: true, get: () => say(locale) }]),
    ),
  ) as Wording

/** What a wording says in a language, or in English. */
export const inLanguage = (wording: Wording, locale: Locale): string =>
  wording[locale] ?? wording.en

// Errors that a caller can act on, as every layer throws them; what a code means over HTTP is in `errors.ts`.

/** One of several findings of an error: what, where, and what to do. */
export interface Finding {
  /** RFC 6901 JSON pointer into the data or the request body, where there is one. */
  pointer?: string
  /** What is wrong, in plain English. */
  detail: string
  /** What is wrong and what to do in every language that it is written in; absent: in English only. */
  wording?: { detail: Wording; fix?: Wording }
  /** Where in the caller's own data the value came from, when a mapping read it. */
  source?: string
  /** Stable name of this finding inside its error. */
  code?: string
  /** Where in a text it is, for the words of its code; from 1. */
  at?: { line: number; column: number }
  /** What to do about it, in English. */
  fix?: string
  /** Template errors: the tag as written, e.g. `{#items}`. */
  tag?: string
  /** Template errors: the part of the .docx, e.g. `word/header1.xml`. */
  part?: string
  /** Template errors: the text of the paragraph around the tag, shortened. */
  paragraph?: string
}

/** What a finding says, from its texts. */
export const saying = (
  detail: Wording,
  fix?: Wording,
): Pick<Finding, 'detail' | 'fix' | 'wording'> => ({
  detail: detail.en,
  ...(fix !== undefined && { fix: fix.en }),
  wording: { detail, ...(fix !== undefined && { fix }) },
})

/** A finding whose detail is changed, in every language that it has words of its own in. */
export function reworded(
  finding: Finding,
  change: (detail: string, locale: Locale) => string,
): Finding {
  const { detail, wording } = finding
  if (wording === undefined) return { ...finding, detail: change(detail, 'en') }
  const { detail: said } = wording
  const changed = wordingOf(
    (locale) => change(inLanguage(said, locale), locale),
    Object.keys(said) as Locale[],
  )
  return { ...finding, detail: changed.en, wording: { ...wording, detail: changed } }
}

/** Extra facts of a {@link CodedError}. */
export interface CodedErrorExtras {
  errors?: readonly Finding[]
  /** Seconds after which the same call may succeed. */
  retryAfterSeconds?: number | undefined
  cause?: unknown
}

/** An error with a stable code, a text for the caller, and every finding. */
export class CodedError<Code extends string = string> extends Error {
  override readonly name: string = 'CodedError'
  readonly code: Code
  readonly errors: readonly Finding[]
  /** Its detail in every language that it is written in; absent where its findings say the same, or in English only. */
  readonly wording: Wording | undefined
  readonly retryAfterSeconds: number | undefined

  /** @param detail names the field, what was wrong and the valid values; shown to the caller. */
  constructor(code: Code, detail: string | Wording, extras: CodedErrorExtras = {}) {
    super(
      typeof detail === 'string' ? detail : detail.en,
      extras.cause === undefined ? undefined : { cause: extras.cause },
    )
    this.code = code
    this.errors = extras.errors ?? []
    this.wording = typeof detail === 'string' ? undefined : detail
    this.retryAfterSeconds = extras.retryAfterSeconds
  }
}
