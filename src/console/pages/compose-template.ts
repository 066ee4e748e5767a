/** A request template from the page that creates a request: its signers become roles. */

import { safeFilename } from '../../http/disposition.ts'
import type { UploadedFile } from '../../http/form.ts'
import { passwordIn } from '../../http/form.ts'
import type { Clock } from '../../kernel/clock.ts'
import { AppError } from '../../kernel/errors.ts'
import { membersOf } from '../../kernel/type-guards.ts'
import { definitionFromForm } from '../../signing/http/templates.ts'
import type { Bulk } from '../../signing/open.ts'
import type { RequestTemplateJson } from '../../signing/templates/schemas.ts'
import type { FurtherPdfs } from '../../signing/templates/service.ts'
import { ownerCaller } from '../callers.ts'
import type { MemberRequest } from '../route-builder.ts'
import { requestTexts } from './compose-input.ts'

/** What these pages need besides what every page has. */
export type ComposeTemplateNeeds = { bulk: Bulk; clock: Clock }
type Context = MemberRequest<ComposeTemplateNeeds>

/** A role without an address is for the person that each request names. */
function rolesText(signersText: string): string {
  const given: unknown = JSON.parse(signersText)
  const signers = Array.isArray(given) ? given.map(membersOf) : []
  const nameOf = (index: number) => `signer${index + 1}`
  const witnessed = (of: unknown): unknown => {
    const at = signers.findIndex(({ email }) => email === of)
    return at < 0 ? of : nameOf(at)
  }
  return JSON.stringify(
    signers.map(({ email, country, witness_of: of, ...own }, index) => ({
      ...own,
      ...(email !== '' && { email }),
      ...(own.phone !== undefined && { country }),
      ...(of !== undefined && { witness_of: witnessed(of) }),
      role: nameOf(index),
    })),
  )
}

/** Its faults are those of the page's fields. */
function asOnPage(error: unknown): unknown {
  if (!(error instanceof AppError)) return error
  const errors = error.errors.map(({ pointer, ...finding }) => ({
    ...finding,
    ...(pointer !== undefined && { pointer: pointer.replace(/^\/roles/, '/signers') }),
  }))
  return new AppError(error.code, error.message, { errors, cause: error })
}

/** Stores the template; it belongs to the account and its live keys. @throws AppError with the page's pointers */
export async function keepTemplate(
  context: Context,
  { bytes, filename, additional }: UploadedFile & Required<Pick<FurtherPdfs, 'additional'>>,
): Promise<RequestTemplateJson> {
  const { parts, session } = context
  const asked = requestTexts(context, parts.clock)
  const named = safeFilename(filename || 'document.pdf', 'pdf')
  const texts = new Map([['name', asked.get('name') ?? named.replace(/\.pdf$/i, '')]])
  for (const name of ['message', 'reminders'] as const) {
    const text = asked.get(name)
    if (text !== undefined) texts.set(name, text)
  }
  if (/^\d{1,3}$/.test(context.field('days'))) texts.set('expires_in_days', context.field('days'))
  try {
    texts.set('roles', rolesText(asked.get('signers') ?? '[]'))
    const definition = definitionFromForm({ texts, files: new Map() })
    const owner = ownerCaller(parts, session.accountId, 'live')
    return await parts.bulk.requestTemplates.createFromPdf(owner, definition, {
      ...{ bytes, filename: named, additional },
      ...passwordIn({ texts: asked, files: new Map() }),
    })
  } catch (error) {
    throw asOnPage(error)
  }
}
