/** Whether requests can be made of a template: its roles, words and places, before it is stored. */

import type { Caller } from '../../accounts/caller.ts'
import { type Finding, reworded } from '../../kernel/coded-error.ts'
import { AppError, throwIfInvalid } from '../../kernel/errors.ts'
import type { TemplateService } from '../../templates/service.ts'
import { findingAt } from '../../translations/texts.ts'
import type { SignerInput } from '../model/schemas/signer.ts'
import {
  type OpenedAdditionalFile,
  openAdditional,
  openFiles,
} from '../requests/additional-files.ts'
import { checkInput } from '../requests/checks.ts'
import type { ServiceParts } from '../requests/parts.ts'
import type { FinderFor } from '../requests/placements.ts'
import type { CreateRequestInput } from '../requests/request-input.ts'
import type { Definition } from './schemas.ts'
import { renamed, roleFindings, roleKey, withWitnesses } from './signers.ts'

/** Dependencies of the check. */
export interface CheckParts extends ServiceParts {
  finderFor: FinderFor
  templates: Pick<TemplateService, 'fields'>
}

/** The document of a template, and the PDFs after it. */
export type TemplateDocument = Pick<CreateRequestInput, 'password' | 'additional'> &
  (Pick<CreateRequestInput, 'pdf' | 'filename'> | WordVersion)

/** A stored Word template. */
export interface WordVersion {
  template_id: string
  template_version: number | undefined
}

/** Stand-ins for people who are not known yet (RFC 2606). */
const standIn = (index: number): string => `role-${index + 1}@roles.invalid`

/** A finding about signers, in the words of roles. */
function asRole(finding: Finding): Finding {
  const { pointer, ...one } = reworded(
    renamed(finding, (index) => `/roles/${index}`),
    (detail) => detail.replaceAll(/\/signers(?![\w/])/g, '/roles'),
  )
  return { ...one, ...(pointer !== undefined && { pointer: ofAll(pointer) }) }
}

const ofAll = (pointer: string): string => (pointer === '/signers' ? '/roles' : pointer)

/**
 * Checks a template against its document; nothing is rendered.
 * @returns pages of a PDF, 0 for a Word template; and the PDFs as they are to be kept
 * @throws AppError `validation_failed` with pointers into the template; `pdf_*`; `template_not_found`
 */
export async function checkTemplate(
  parts: CheckParts,
  caller: Caller,
  definition: Definition,
  document: TemplateDocument,
): Promise<{
  pages: number
  original?: Uint8Array
  additional: readonly OpenedAdditionalFile[]
}> {
  const { finderFor, templates } = parts
  const { roles, options: _options, expires_in_days: _days, ...options } = definition
  const places = 'pdf' in document ? [] : await placesOf(templates, caller, document)
  throwIfInvalid(roleFindings(roles))
  const people: SignerInput[] = roles.map((role, index) => ({
    ...role,
    email: role.email ?? standIn(index),
  }))
  const signers = withWitnesses(roles, people)
  const { password = '', additional = [] } = document
  const asked = { signers, options, additional }
  const { input, findings } = await checkInput(parts, caller.account.id, asked)
  throwIfInvalid(findings.filter((finding) => !isLater(definition, finding)).map(asRole))
  if (options.webhook_url !== undefined) await parts.webhooks.check(options.webhook_url)
  throwIfInvalid(strangeTags(definition, places))
  // Who fills in the form of a file is known with the people.
  const order = { signers: input.signers, options: {}, password, additional }
  try {
    if (!('pdf' in document))
      return { pages: 0, additional: await openAdditional(parts.documents, order, finderFor) }
    const { pdf, filename } = document
    const opened = await openFiles(parts.documents, { ...order, pdf, filename }, finderFor)
    return { ...opened, pages: opened.facts.pages.length }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'validation_failed') throw error
    throwIfInvalid(error.errors.map(asRole))
    throw error
  }
}

/** Whose places a Word template has. @throws AppError `template_not_found`, `version_not_found` */
async function placesOf(
  templates: CheckParts['templates'],
  caller: Caller,
  { template_id, template_version }: WordVersion,
): Promise<string[]> {
  const { signatures } = await templates.fields(caller, template_id, template_version)
  return signatures.map(({ key }) => key)
}

/** A phone, and a value that signers cannot change, may come with each request. */
function isLater({ roles }: Definition, { pointer = '', code = '' }: Finding): boolean {
  const [, role, phone, field] =
    /^\/signers\/(\d+)\/(?:(phone)|fields\/(\d+)\/value)$/.exec(pointer) ?? []
  const asked = roles[Number(role)]
  if (asked === undefined) return false
  if (phone !== undefined) return code === 'required' && asked.phone === undefined
  return VALUE_LACKS.has(code) && asked.fields?.[Number(field)]?.value === undefined
}

const VALUE_LACKS: ReadonlySet<string> = new Set(['value_missing', 'value_unticked'])

/** Tags of a Word template that name no role. */
function strangeTags({ roles }: Definition, keys: readonly string[]): Finding[] {
  const known = new Set(
    roles.flatMap(({ role, email }, index) =>
      [role, email ?? '', `signer${index + 1}`, `signer_${index + 1}`].map(roleKey),
    ),
  )
  const names = roles.map(({ role }) => role).join(', ')
  return [...new Set(keys)]
    .filter((key) => !known.has(roleKey(key)))
    .map((key) => findingAt('/roles', 'role_missing', 'roles.missing', { key, names }))
}
