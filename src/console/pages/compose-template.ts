/** A request template from the page that creates a request: its signers become roles. */

import type { Caller } from '../../accounts/caller.ts'
import { safeFilename } from '../../http/disposition.ts'
import type { UploadedFile } from '../../http/form.ts'
import { passwordIn } from '../../http/form.ts'
import { AppError } from '../../kernel/errors.ts'
import { membersOf } from '../../kernel/type-guards.ts'
import { definitionFromForm } from '../../signing/http/templates.ts'
import type { RequestTemplateJson, Role } from '../../signing/templates/schemas.ts'
import type { FurtherPdfs } from '../../signing/templates/service.ts'
import type { ConsoleParts } from '../frame.ts'
import { SIGNER_FIELDS } from './compose-fields.ts'
import { type Fields, remindersOf, requestTexts } from './compose-input.ts'

/** A role without an address is for the person that each request names. @param known those that are edited */
function rolesText(signersText: string, known: readonly Role[] = []): string {
  const given: unknown = JSON.parse(signersText)
  const signers = Array.isArray(given) ? given.map(membersOf) : []
  const taken = new Set(known.map(({ role }) => role))
  const names = signers.map(({ role }, index) => {
    if (typeof role === 'string' && role !== '') return role
    let number = index + 1
    while (taken.has(`signer${number}`)) number += 1
    taken.add(`signer${number}`)
    return `signer${number}`
  })
  const witnessed = (of: unknown): unknown => {
    const at = signers.findIndex(({ email }) => email === of)
    return at < 0 ? of : names[at]
  }
  return JSON.stringify(
    signers.map(({ email, country, witness_of: of, ...own }, index) => ({
      // What the page does not show stays.
      ...omitted(known.find(({ role }) => role === names[index])),
      ...own,
      ...(email !== '' && { email }),
      ...(own.phone !== undefined && { country }),
      ...(of !== undefined && { witness_of: witnessed(of) }),
      role: names[index],
    })),
  )
}

const omitted = (role: Role | undefined = { role: '' }): object =>
  Object.fromEntries(
    Object.entries(role).filter(([name]) => !SIGNER_FIELDS.some((each) => each === name)),
  )

/** Its faults are those of the page's fields. */
function asOnPage(error: unknown): unknown {
  if (!(error instanceof AppError)) return error
  const errors = error.errors.map(({ pointer, ...finding }) => ({
    ...finding,
    ...(pointer !== undefined && { pointer: pointer.replace(/^\/roles/, '/signers') }),
  }))
  return new AppError(error.code, error.message, { errors, cause: error })
}

/** What every request of the template has. */
const defaultsIn = ({ field }: Fields, asked: ReadonlyMap<string, string>): Map<string, string> =>
  new Map([
    ...[...asked].filter(([name]) => DEFAULTS.has(name)),
    ...(/^\d{1,3}$/.test(field('days')) ? [['expires_in_days', field('days')] as const] : []),
  ])
const DEFAULTS = new Set([
  'name',
  'message',
  'reminders',
  'delivery',
  'code_to_open',
  'allow_return',
  'form_fields',
])

/** Stores the template; it belongs to the caller's account. @throws AppError with the page's pointers */
export async function keepTemplate(
  context: Fields,
  { bulk, clock, caller }: Pick<ConsoleParts, 'bulk' | 'clock'> & { caller: Caller },
  { bytes, filename, additional }: UploadedFile & Required<Pick<FurtherPdfs, 'additional'>>,
): Promise<RequestTemplateJson> {
  const asked = requestTexts(context, clock)
  const named = safeFilename(filename || 'document.pdf', 'pdf')
  const texts = new Map([['name', named.replace(/\.pdf$/i, '')], ...defaultsIn(context, asked)])
  try {
    texts.set('roles', rolesText(asked.get('signers') ?? '[]'))
    const definition = definitionFromForm({ texts, files: new Map() })
    return await bulk.requestTemplates.createFromPdf(caller, definition, {
      ...{ bytes, filename: named, additional },
      ...passwordIn({ texts: asked, files: new Map() }),
    })
  } catch (error) {
    throw asOnPage(error)
  }
}

/** Changes a template as the page says; what it does not show stays. @throws AppError with the page's pointers */
export async function changeTemplate(
  context: Fields,
  { bulk, clock, caller }: Pick<ConsoleParts, 'bulk' | 'clock'> & { caller: Caller },
  id: string,
): Promise<void> {
  const { requestTemplates } = bulk
  const { roles: known } = await requestTemplates.get(caller, id)
  const asked = requestTexts(context, clock)
  try {
    const roles = rolesText(asked.get('signers') ?? '[]', known)
    const texts = new Map([['roles', roles], ...defaultsIn(context, asked)])
    const changes = definitionFromForm({ texts, files: new Map() })
    if (remindersOf(context, asked) === null) Object.assign(changes, { reminders: undefined })
    await requestTemplates.update(caller, id, changes)
  } catch (error) {
    throw asOnPage(error)
  }
}
