/** What is wrong with a field on the page, in the words of the console; the rules are those of the API. */
import { INPUT_LIMITS } from '../../kernel/field-types.ts'
import type { Locale } from '../../kernel/languages.ts'
import { filled } from '../../translations/messages.ts'
import { textsIn } from '../../translations/texts.ts'

/** The text of a finding about a field: by its code, else by the member that it names. */
export function fieldFindingText(
  locale: Locale,
  code: string,
  member: string | undefined,
): string | undefined {
  const { codes, members } = textsIn(locale).console.fieldFaults
  if (Object.hasOwn(codes, code)) return filled(codes[code as keyof typeof codes], INPUT_LIMITS)
  if (member === undefined || !Object.hasOwn(members, member)) return undefined
  return filled(members[member as keyof typeof members], INPUT_LIMITS)
}
