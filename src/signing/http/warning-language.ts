/**
 * The warnings about a request, and why a certificate of a signer's own did not sign, in the language of the caller. They are stored, replayed and sent to webhooks in English, each
 * with its code and what it is about, so every answer puts them into words again.
 */

import { answerLanguage } from '../../http/answer-language.ts'
import type { App } from '../../http/app.ts'
import { WARNING_CODES } from '../../kernel/document-warnings.ts'
import type { Locale } from '../../kernel/languages.ts'
import { membersOf } from '../../kernel/type-guards.ts'
import { warningText } from '../../translations/document-warnings.ts'
import { textUnder } from '../../translations/messages.ts'
import { textsIn } from '../../translations/texts.ts'
import { failureIn } from '../model/certificate-failure.ts'
import { formNoteIn } from '../model/form-notes.ts'
import type { DocumentJson } from '../model/schemas/request.ts'
import { uploadNoteIn } from '../model/upload-warnings.ts'

type Warning = NonNullable<DocumentJson['warnings']>[number]
type Signer = DocumentJson['signers'][number]

/** A warning in a language, unchanged where only English has it. */
export function warningIn(warning: Warning, locale: Locale): Warning {
  if (locale === 'en') return warning
  const { documentWarnings, console: texts } = textsIn(locale)
  const { placeWarnings } = texts.requests
  const rendered = WARNING_CODES.find((code) => code === warning.code)
  const words = rendered && warningText({ ...warning, code: rendered }, documentWarnings)
  const detail =
    words === undefined
      ? (formNoteIn(warning, locale) ??
        uploadNoteIn(warning, locale) ??
        textUnder(placeWarnings, warning.code))
      : `${words.detail} ${words.fix}`
  return { ...warning, detail: detail ?? warning.detail }
}

const signerIn = (signer: Signer, locale: Locale): Signer =>
  signer.certificate_failure === undefined
    ? signer
    : { ...signer, certificate_failure: failureIn(signer.certificate_failure, locale) }

/** Answers of these routes name their warnings in the language of the caller. */
export function speakWarnings(app: App): void {
  app.addHook('preSerialization', async (request, reply, payload: unknown) => {
    const { warnings, signers } = membersOf(payload) as Partial<DocumentJson>
    const isSpoken = Array.isArray(signers) && signers.some((each) => each.certificate_failure)
    if (!Array.isArray(warnings) && !isSpoken) return payload
    const locale = await answerLanguage(request, reply)
    return {
      ...membersOf(payload),
      ...(Array.isArray(warnings) && { warnings: warnings.map((each) => warningIn(each, locale)) }),
      ...(isSpoken && { signers: signers.map((each) => signerIn(each, locale)) }),
    }
  })
}
