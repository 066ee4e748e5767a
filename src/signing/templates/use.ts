/** Makes a signature request from a template: for a single call, and for each row of a bulk send. */

import type { Caller } from '../../accounts/caller.ts'
import { DAY_MS, toIso } from '../../kernel/clock.ts'
import type { Finding } from '../../kernel/coded-error.ts'
import { throwIfInvalid } from '../../kernel/errors.ts'
import { Service } from '../../kernel/service.ts'
import { inputFromJson } from '../../rendering/render-input.ts'
import type { RenderService } from '../../rendering/service.ts'
import { findingAt } from '../../translations/texts.ts'
import type { DocumentJson, RequestOptions } from '../model/schemas/request.ts'
import type { SignerInput } from '../model/schemas/signer.ts'
import type { Needs } from '../requests/parts.ts'
import { type Creation, createRendered } from '../requests/rendered.ts'
import type { RequestService } from '../requests/service.ts'
import type { Definition, TemplateUse } from './schemas.ts'
import { asGiven, type FilledRoles, fillRoles } from './signers.ts'
import { fileOfTemplate, furtherPdfs, type TemplateRow } from './store.ts'

/** What of a template its requests are made of; a bulk send keeps a copy. */
export type TemplateParts = Pick<
  TemplateRow,
  'definition' | 'template_id' | 'template_version' | 'file_sha256' | 'filename' | 'files'
>

/** A use of a template, with its defaults: signers and options as a call would have given them. */
export interface UsedTemplate {
  signers: readonly SignerInput[]
  options: RequestOptions
  filled: FilledRoles
}

const within = (days: number | undefined, max: number): number | undefined =>
  days === undefined ? undefined : Math.min(days, max)

/**
 * The order of a use, as far as it needs no document.
 * @param daysMax of the plan
 */
export function usedTemplate(
  definition: Definition,
  use: TemplateUse,
  { nowMs, daysMax }: { nowMs: number; daysMax: number },
): UsedTemplate & { findings: Finding[] } {
  const { roles, expires_in_days: days, options: _options, metadata, ...defaults } = definition
  const { signers: given = [], data: _d, output_filename: _o, options: _u, ...own } = use
  const filled = fillRoles(roles, given)
  const lasts = within(days, daysMax)
  const options: RequestOptions = {
    ...defaults,
    // A second less than the plan allows: time passes until the request is made.
    ...(lasts !== undefined && lasts < daysMax && { expires_at: toIso(nowMs + lasts * DAY_MS) }),
    ...own,
    ...((metadata ?? own.metadata) && { metadata: { ...metadata, ...own.metadata } }),
  }
  return { signers: filled.signers, options, filled, findings: filled.findings }
}

/** Creates requests from templates. */
export class TemplateUses extends Service<
  Needs<'blobs' | 'clock'> & { renders: RenderService; requests: RequestService }
> {
  /** @throws AppError the codes of `POST /create-signature-request`; faults name the people as they were given */
  async create(
    caller: Caller,
    template: TemplateParts,
    use: TemplateUse,
    creation: Creation,
  ): Promise<DocumentJson> {
    const { definition } = template
    const daysMax = caller.plan.signature?.request_expiry_days ?? 0
    const nowMs = this.parts.clock.now()
    const { signers, options, filled, findings } = usedTemplate(definition, use, { nowMs, daysMax })
    throwIfInvalid([...findings, ...dataFindings(template, use)])
    try {
      return await this.#create(caller, template, { use, signers, options }, creation)
    } catch (error) {
      throw asGiven(error, filled, definition.roles)
    }
  }

  async #create(
    caller: Caller,
    { definition, template_id, template_version, file_sha256, filename, files }: TemplateParts,
    { use, ...given }: Pick<UsedTemplate, 'signers' | 'options'> & { use: TemplateUse },
    creation: Creation,
  ): Promise<DocumentJson> {
    const asked = { ...given, additional: await furtherPdfs(this.parts.blobs, files) }
    if (template_id !== null) {
      const document = inputFromJson({
        template_id,
        ...(template_version !== null && { template_version }),
        data: use.data ?? {},
        ...(use.output_filename !== undefined && { output_filename: use.output_filename }),
        options: { ...definition.options, ...use.options },
      })
      return await createRendered(this.parts, caller, { ...asked, document }, creation)
    }
    const pdf = await this.parts.blobs.get(fileOfTemplate({ file_sha256 }))
    const named = { pdf, filename: use.output_filename ?? filename ?? 'document.pdf' }
    const { begun } = creation
    const input = { ...asked, ...named, ...(begun && { begun }) }
    return await this.parts.requests.create(caller, input, creation.actor, creation.save)
  }
}

/** A PDF has nothing that data could fill. */
export function dataFindings({ template_id }: TemplateParts, use: TemplateUse): Finding[] {
  if (template_id !== null) return []
  return (['data', 'options'] as const).flatMap((member) =>
    use[member] === undefined
      ? []
      : [findingAt(`/${member}`, 'data_unused', 'roles.dataUnused', { member })],
  )
}
