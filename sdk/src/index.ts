/** Client of Paraph: documents from Word templates, electronic invoices, electronic signatures. */
export {
  type BodyOf,
  type CallOptions,
  type CreateOptions,
  type DocumentFile,
  data,
  Paraph,
  type ParaphOptions,
  type Schemas,
} from './client.ts'
export { type Finding, ParaphError, type Problem } from './problem.ts'
export type { components, operations, paths } from './schema.ts'
export { type Delivery, verifyWebhook, WebhookError, type WebhookEvent } from './webhook.ts'
