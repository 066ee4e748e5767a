/** Faults of a signature request form by field: the API call's findings, worded for the form. */
import { FINDING_CODES, type Finding } from '../../kernel/coded-error.ts'
import type { AppError, ErrorCode } from '../../kernel/errors.ts'
import { INPUT_LIMITS } from '../../kernel/field-types.ts'
import type { Locale } from '../../kernel/languages.ts'
import type { FormFinding } from '../../pages/components.tsx'
import { FILES_MAX } from '../../signing/model/files.ts'
import { type ConsoleTexts, filled, textUnder } from '../../translations/messages.ts'
import { textsIn } from '../../translations/texts.ts'
import { problemText } from '../problem-words.ts'

/** What texts of faults name. */
const LIMITS = { ...INPUT_LIMITS, max: FILES_MAX }

/** Fields for error codes that name none. */
const FIELD_OF_CODE: Readonly<Partial<Record<ErrorCode, string>>> = {
  pdf_invalid: 'file',
  pdf_encrypted: 'file',
  pdf_not_signable: 'file',
  render_limit_exceeded: 'file',
  file_too_large: 'file',
  quota_exceeded: 'key',
}

type FindingWord = Exclude<keyof ConsoleTexts['faults'], 'large' | 'other'>

/** Maps pointers into the API's form to fields of this one. */
const POINTERS: ReadonlyArray<readonly [RegExp, (match: RegExpExecArray) => string, FindingWord]> =
  [
    [/^\/signers\/(\d+)\/email$/, ([, index]) => `signer-${index}-email`, 'email'],
    [/^\/signers\/(\d+)\/phone$/, ([, index]) => `signer-${index}-phone`, 'phone'],
    [/^\/signers\/(\d+)\/first_name$/, ([, index]) => `signer-${index}-first_name`, 'name'],
    [/^\/signers\/(\d+)\/last_name$/, ([, index]) => `signer-${index}-last_name`, 'name'],
    [/^\/signers\/(\d+)\/witness_of$/, ([, index]) => `signer-${index}-witness_of`, 'witnessOf'],
    [
      /^\/signers\/(\d+)\/allow_delegation$/,
      ([, index]) => `signer-${index}-allow_delegation`,
      'delegationMail',
    ],
    [/^\/signers\/(\d+)\/order$/, ([, index]) => `signer-${index}-order`, 'order'],
    [/^\/signers\/(\d+)(?:\/fields.*)?$/, ([, index]) => `signer-${index}-fields`, 'place'],
    [/^\/signers$/, () => 'signer-0-fields', 'tags'],
    [/^\/in_person\/host$/, () => 'host', 'name'],
    [/^\/files$/, () => 'file', 'files'],
    [/^\/name$/, () => 'name', 'title'],
    [/^\/message$/, () => 'message', 'message'],
    [/^\/expires_at$/, () => 'days', 'expiry'],
    [/^\/tags/, () => 'tags', 'tagList'],
    [/^\/reason$/, () => 'reason', 'reason'],
    [/^\/email$/, () => 'email', 'email'],
    [/^\/phone$/, () => 'phone', 'phone'],
    [/^\/first_name$/, () => 'first_name', 'name'],
    [/^\/last_name$/, () => 'last_name', 'name'],
  ]

/** Finding codes with a more specific text than their pointer. */
const WORD_OF_CODE: Readonly<Record<string, FindingWord>> = {
  [FINDING_CODES.signerRepeated]: 'emailTwice',
  nobody_signs: 'nobodySigns',
  approver_has_fields: 'approverPlaces',
  witness_is_signer: 'witnessSame',
  witness_too_early: 'witnessOrder',
  fields_too_many: 'tooMany',
  files_outer_seal: 'filesExternalSeal',
  [FINDING_CODES.placeOverlaps]: 'overlap',
  [FINDING_CODES.placeOutside]: 'outside',
}

const FIELD = /^\/signers\/(\d+)\/fields\/(\d+)(?:\/(\w+))?/

/** A fault of one field on the page. */
function fieldFinding(locale: Locale, { pointer = '', code = '' }: Finding) {
  const [, index, place, member] = FIELD.exec(pointer) ?? []
  if (place === undefined) return undefined
  const words = textsIn(locale).console.faults
  const text =
    fieldFindingText(locale, code, member) ?? filled(words[WORD_OF_CODE[code] ?? 'place'], LIMITS)
  const field = `signer-${index}-fields`
  return { field, text, place: Number(place), ...(member !== undefined && { member }) }
}

function findingAt(locale: Locale, finding: Finding): FormFinding {
  const { pointer = '', code = '', detail } = finding
  const words = textsIn(locale).console.faults
  const ofField = fieldFinding(locale, finding)
  if (ofField !== undefined) return ofField
  for (const [pattern, field, word] of POINTERS) {
    const match = pattern.exec(pointer)
    if (match !== null)
      return { field: field(match), text: filled(words[WORD_OF_CODE[code] ?? word], LIMITS) }
  }
  return { field: 'form', text: `${words.other} ${detail}`, ...inAdditionalFile(pointer) }
}

/** Which of the files after the first one a pointer is about. */
function inAdditionalFile(pointer: string | undefined): { file?: number } {
  const [, index] = /^\/files\/(\d+)/.exec(pointer ?? '') ?? []
  return index === undefined ? {} : { file: Number(index) }
}

/** Whether an error is about fields of the form, rather than about the data of a template. */
export const isAboutForm = ({ code, errors }: AppError): boolean =>
  FIELD_OF_CODE[code] !== undefined ||
  errors.some(({ pointer = '' }) => POINTERS.some(([pattern]) => pattern.test(pointer)))

/** Every fault that an error names, one per field of the form or of the page. */
export function formFindingsOf(locale: Locale, error: AppError): FormFinding[] {
  const { code, errors } = error
  const isLocked = errors.some(({ pointer }) => pointer === '/password')
  const field = isLocked ? 'password' : FIELD_OF_CODE[code]
  if (field !== undefined || errors.length === 0)
    return [
      {
        field: field ?? 'form',
        text: problemText(locale, error),
        ...inAdditionalFile(errors[0]?.pointer),
      },
    ]
  const findings = errors.map((finding) => findingAt(locale, finding))
  const key = ({ field, place }: FormFinding) => `${field} ${place ?? ''}`
  return findings.filter(
    (finding, index) => findings.findIndex((other) => key(other) === key(finding)) === index,
  )
}

/** The text of a finding about a field: by its code, else by the member that it names. */
export function fieldFindingText(locale: Locale, code: string, member: string | undefined) {
  const { codes, members } = textsIn(locale).console.fieldFaults
  const said = textUnder(codes, code) ?? textUnder(members, member ?? '')
  return said && filled(said, INPUT_LIMITS)
}
