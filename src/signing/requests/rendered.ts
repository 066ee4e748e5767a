/** A request for signatures of a document that is rendered for it, whichever call asks for it. */
import type { Caller } from '../../accounts/caller.ts'
import { requireInterface } from '../../accounts/guard.ts'
import type { Db } from '../../database/open.ts'
import type { DocumentWarning } from '../../kernel/document-warnings.ts'
import type { RenderInput } from '../../rendering/render-input.ts'
import type { RenderService } from '../../rendering/service.ts'
import { invalidAt } from '../../translations/refusals.ts'
import type { Actor } from '../model/people.ts'
import type { DocumentJson } from '../model/schemas/request.ts'
import type { Begun, CreateRequestInput } from './request-input.ts'
import type { RequestService } from './service.ts'

/** Stores the answer in the transaction that creates the request. */
export type SaveAnswer = (trx: Db, answer: DocumentJson) => Promise<void>

/** By whom and until when a request is created. */
export interface Creation {
  actor: Actor
  /** Ends the rendering. */
  signal: AbortSignal
  save?: SaveAnswer | undefined
  /** Receives what the document lacks, before the request exists. */
  warn?: ((warnings: readonly DocumentWarning[]) => void) | undefined
  /** Where its signer begins it. */
  begun?: Begun
}

/**
 * Renders the document and creates the request; the template's tags are the places of the signers with their role.
 * @throws AppError the codes of the rendering and of the request
 */
export async function createRendered(
  { requests, renders }: { requests: RequestService; renders: RenderService },
  caller: Caller,
  {
    document,
    ...asked
  }: Pick<CreateRequestInput, 'signers' | 'options' | 'additional'> & { document: RenderInput },
  { actor, signal, save, warn, begun }: Creation,
): Promise<DocumentJson> {
  requireInterface(caller, 'documents')
  if (document.options.password !== undefined)
    throw invalidAt('/options/password', undefined, 'requests.noPassword')
  return await renders.renderForSigning(
    caller,
    document,
    signal,
    ({ bytes, filename, placements, documentWarnings: warnings }) => {
      warn?.(warnings)
      const finder = {
        tags: async () => placements,
        locate: requests.finderFor(bytes).locate,
        isOfTemplate: true as const,
      }
      const input = { ...asked, pdf: bytes, filename, finder, warnings, ...(begun && { begun }) }
      return requests.create(caller, input, actor, save)
    },
  )
}
