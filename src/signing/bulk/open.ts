/** Assembles request templates and bulk sends over the services of signature requests. */
import type { RateLimiter } from '../../accounts/rate-limiter.ts'
import type { RenderService } from '../../rendering/service.ts'
import type { TemplateService } from '../../templates/service.ts'
import type { Signing } from '../open.ts'
import { RequestTemplates } from '../templates/service.ts'
import { TemplateUses } from '../templates/use.ts'
import { BulkSending, type BulkSendingParts } from './sending.ts'
import { BulkSends } from './service.ts'

/** Request templates, and what is sent with them. */
export type Bulk = ReturnType<typeof openBulk>

/** Connects the services and registers the job that sends. */
export function openBulk(
  { parts, requests, storedFiles: files }: Pick<Signing, 'parts' | 'requests' | 'storedFiles'>,
  deps: {
    renders: RenderService
    templates: TemplateService
    rateLimiter: RateLimiter
    callerOf: BulkSendingParts['callerOf']
  },
) {
  const { renders, templates, rateLimiter, callerOf } = deps
  const { finderFor } = requests
  const requestTemplates = new RequestTemplates({ parts, finderFor, templates }, files)
  const templateUses = new TemplateUses(parts, { requests, renders })
  const bulkSends = new BulkSends({ parts, files, requestTemplates, templates, callerOf })
  new BulkSending({ parts, uses: templateUses, rateLimiter, callerOf })
  return { requestTemplates, templateUses, bulkSends }
}
