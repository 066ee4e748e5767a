/** People who get the finished file and sign nothing: what is sent about them, and its rules. */
import { type Static, Type } from 'typebox'
import { ref } from '../../../http/schemas.ts'
import type { Finding } from '../../../kernel/coded-error.ts'
import { findingAt } from '../../../translations/texts.ts'
import { EMAIL_PATTERN, languageTag } from './notify.ts'

/** Most copies of a request. */
const COPIES_MAX = 10

const name = (description: string) => Type.String({ description, minLength: 1, maxLength: 100 })

/** A recipient of a copy. */
export const CopySchema = Type.Object(
  {
    email: Type.String({
      pattern: EMAIL_PATTERN,
      maxLength: 254,
      description: 'Where the finished file is sent',
    }),
    first_name: Type.Optional(name('Given name')),
    last_name: Type.Optional(name('Family name')),
    locale: Type.Optional(languageTag('the first signer’s')),
    from_start: Type.Optional(
      Type.Boolean({
        description:
          'true: the person gets an e-mail when the document is sent and when it ends, and can follow it by a link. Default: false',
      }),
    ),
  },
  {
    additionalProperties: false,
    $id: 'CopyRecipient',
    description: 'A person who gets the finished document by e-mail and signs nothing',
  },
)
/** People who get the finished document. */
export const CopiesSchema = Type.Array(ref(CopySchema), {
  maxItems: COPIES_MAX,
  description: 'People who get the finished document by e-mail and sign nothing',
})

/** See {@link CopySchema}. */
export type CopyRecipient = Static<typeof CopySchema>

/** The addresses of those who follow from the start. */
export const followersIn = ({ copies }: { copies: readonly CopyRecipient[] }): string[] =>
  copies.flatMap(({ email, from_start }) => (from_start === true ? [email.toLowerCase()] : []))

/** An address occurs once in a request: signers get the finished file anyway. */
export function copyFindings(
  copies: readonly CopyRecipient[],
  signers: ReadonlyArray<{ email: string }>,
): Finding[] {
  const seen = new Set(signers.map(({ email }) => email.toLowerCase()))
  return copies.flatMap(({ email }, index) => {
    const key = email.toLowerCase()
    const isRepeated = seen.has(key)
    seen.add(key)
    if (!isRepeated) return []
    return [findingAt(`/copies/${index}/email`, 'copy_repeated', 'people.copyTwice')]
  })
}

/** The same for a signer whose address is corrected. */
export function copiedFindings(copies: readonly CopyRecipient[], { email }: { email: string }) {
  if (!copies.some((copy) => copy.email.toLowerCase() === email.toLowerCase())) return []
  return [findingAt('/email', 'copy_repeated', 'people.copyTaken')]
}
