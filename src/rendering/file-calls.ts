/** What makes the file of each call, at once or later. */
import { FACTURX_VERSION, PROFILE_FACTS } from '../facturx/model/profiles.ts'
import type { Answer } from './answer.ts'
import type { Batches } from './batches.ts'
import type { CreditRequest } from './credit-input.ts'
import type { CreditNotes } from './credit-notes.ts'
import type { FileCall } from './deferred-work.ts'
import type { FacturxEmbeds } from './embedding.ts'
import type { FacturxEmbedInput, RenderFacturxInput, RenderViewInput } from './facturx-input.ts'
import type { StepsInput } from './pdf-steps.ts'
import type { RenderInput } from './render-input.ts'
import type { RenderedFile, RenderedInvoice, RenderService } from './service.ts'

interface Makers {
  renders: RenderService
  credits: CreditNotes
  embeds: FacturxEmbeds
  batches: Batches
}

type Given<Order extends object> = Parameters<FileCall<Order>['make']>

const file = <Order extends object>(make: (...given: Given<Order>) => Promise<RenderedFile>) => ({
  make: async (...given: Given<Order>): Promise<Answer> => ({ file: await make(...given) }),
})

/** With the facts of its XML. */
const invoice = <Order extends object>(
  create: (...given: Given<Order>) => Promise<RenderedInvoice>,
) => ({
  async make(...given: Given<Order>): Promise<Answer> {
    const { profile, warnings, ...made } = await create(...given)
    const headers = {
      'X-Facturx-Profile': PROFILE_FACTS[profile].conformanceLevel,
      'X-Facturx-Version': FACTURX_VERSION,
      'X-Facturx-Warnings': String(warnings.length),
    }
    return { file: made, headers }
  },
})

/** By operation. */
export const fileCalls = ({ renders, credits, embeds, batches }: Makers) => ({
  render: file<RenderInput>((...given) => renders.render(...given)),
  renderDocument: file<RenderInput>((...given) => renders.render(...given)),
  renderBatch: batches,
  editPdf: file<StepsInput>((caller, order) => renders.editPdf(caller, order)),
  renderFacturx: invoice<RenderFacturxInput>((...given) => renders.renderFacturx(...given)),
  viewFacturx: file<RenderViewInput>((...given) => renders.viewFacturx(...given)),
  embedFacturx: invoice<FacturxEmbedInput>((caller, order) => embeds.embed(caller, order)),
  createCreditNote: invoice<CreditRequest>((...given) => credits.render(...given)),
})

/** Calls that make a file, by operation. */
export type FileCalls = ReturnType<typeof fileCalls>
