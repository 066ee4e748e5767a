/** An account's stored data: its export as files and its erasure. */
import type { Caller } from '../accounts/caller.ts'
import { KEY_MODES, type KeyMode } from '../accounts/key-format.ts'
import type { FontService } from '../fonts/service.ts'
import { AppError } from '../kernel/errors.ts'
import type { Deferred } from '../rendering/deferred.ts'
import type { Registered } from '../signing/authentication/registered-store.ts'
import type { Branding } from '../signing/branding/service.ts'
import type { BulkSends } from '../signing/bulk/service.ts'
import type { Embedding } from '../signing/embedding/service.ts'
import type { SenderNotices } from '../signing/notifications/notice-store.ts'
import type { Signing } from '../signing/open.ts'
import type { OpenLinks } from '../signing/open-links/service.ts'
import type { RetentionPeriods } from '../signing/retention/periods.ts'
import type { ExternalSealReports } from '../signing/sealing/external-seal-reports.ts'
import type { RequestTemplateJson } from '../signing/templates/schemas.ts'
import type { RequestTemplates } from '../signing/templates/service.ts'
import type { TemplateService } from '../templates/service.ts'
import type { WebhookService } from '../webhooks/service.ts'

/** A file of an account export. */
export interface ExportedFile {
  /** Path inside the zip. */
  path: string
  bytes: Uint8Array
}

/** One kind of data of an account. */
export interface AccountData {
  /** All stored data, as files. */
  export(accountId: string): Promise<readonly ExportedFile[]>
  /** Removes everything that need not be retained as evidence; may be called again after a crash. */
  erase(accountId: string): Promise<void>
}

/** What its signers have registered to prove who they are. */
interface RegisteredIdentities {
  of(accountId: string): Promise<readonly Registered[]>
  forget(accountId: string): Promise<void>
}

/** The services that store an account's data. */
interface AccountDataSources {
  templates: TemplateService
  fonts: FontService
  deferred: Pick<Deferred, 'eraseAccount'>
  requests: Signing['requests']
  lists: Signing['lists']
  requestTemplates: RequestTemplates
  bulkSends: BulkSends
  openLinks: OpenLinks
  webhooks: WebhookService
  notices: SenderNotices
  branding: Branding
  embedding: Embedding
  externalSeals: ExternalSealReports
  periods: Pick<RetentionPeriods, 'of'>
  registered: RegisteredIdentities
  callerOf(accountId: string, mode: KeyMode): Caller
}

/** Every kind of data of an account. */
export const accountData = (sources: AccountDataSources): readonly AccountData[] => [
  templateData(sources),
  fontData(sources),
  // Before the requests: nothing more is sent then.
  bulkData(sources),
  requestData(sources),
  webhookData(sources),
  ...settingsData(sources),
]

const PAGE = 100
/** An export is built in memory; template files beyond this size are only listed, and can be fetched by the API. */
const FILES_BYTES_MAX = 64 * 1_048_576

/** A file of an export with a value as JSON. */
export const jsonFile = (path: string, value: unknown): ExportedFile => ({
  path,
  bytes: Buffer.from(`${JSON.stringify(value, null, 2)}\n`),
})

/** A page of a list, with the name that the API gives it. */
type Page<Name extends string, Item> = { readonly [name in Name]: readonly Item[] } & {
  next_cursor?: string | undefined
}

/** Every item of a paginated list. */
async function everyPage<Name extends string, Item>(
  name: Name,
  read: (place: { cursor?: string; limit: number }) => Promise<Page<Name, Item>>,
): Promise<Item[]> {
  const found: Item[] = []
  for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
    const page = await read({ limit: PAGE, ...(cursor !== undefined && { cursor }) })
    found.push(...page[name])
    cursor = page.next_cursor
  }
  return found
}

/** Files up to the size that an export may have; the others are only listed. */
function budgetOf(): (bytes: number) => boolean {
  let sum = 0
  return (bytes) => {
    sum += bytes
    return sum <= FILES_BYTES_MAX
  }
}

function templateData({ templates, callerOf }: AccountDataSources): AccountData {
  const all = (caller: Caller) =>
    everyPage('templates', ({ cursor, limit }) => templates.list(caller, cursor, limit))
  return {
    async export(accountId) {
      const caller = callerOf(accountId, 'live')
      const list = await all(caller)
      const files: ExportedFile[] = []
      const described = []
      const fits = budgetOf()
      for (const template of list) {
        const versions = await templates.versions(caller, template.id)
        described.push({ ...template, versions })
        const current = versions.find((version) => version.current)
        if (current === undefined || !fits(current.size_bytes)) continue
        const file = await templates.file(caller, template.id, current.version)
        files.push({ path: `templates/${template.id}.docx`, bytes: file.bytes })
      }
      return [jsonFile('templates.json', described), ...files]
    },
    async erase(accountId) {
      const caller = callerOf(accountId, 'live')
      for (const { id } of await all(caller)) await templates.remove(caller, id)
    },
  }
}

/** Those of live and of test keys; files beyond the same size are only listed. */
function fontData({ fonts, callerOf }: AccountDataSources): AccountData {
  return {
    async export(accountId) {
      const caller = callerOf(accountId, 'live')
      const list = await fonts.list(caller)
      const files: ExportedFile[] = []
      const fits = budgetOf()
      for (const { id, size_bytes } of list)
        if (fits(size_bytes))
          files.push({ path: `fonts/${id}.ttf`, bytes: await fonts.file(caller, id) })
      return [jsonFile('fonts.json', list), ...files]
    },
    async erase(accountId) {
      const caller = callerOf(accountId, 'live')
      for (const { id } of await fonts.list(caller)) await fonts.remove(caller, id)
    },
  }
}

/** The PDFs of a request template. */
const pdfsOf = ({ id, source, size_bytes = 0, files }: RequestTemplateJson) =>
  (files ?? (source === 'pdf' ? [{ number: 1, size_bytes }] : [])).map((each) => ({ ...each, id }))

/** Lists with their results, and request templates with their open links and PDFs up to the same size. */
function bulkData(sources: AccountDataSources): AccountData {
  const { requestTemplates, bulkSends, openLinks, callerOf } = sources
  const templates = (caller: Caller) =>
    everyPage('request_templates', (place) => requestTemplates.list(caller, place))
  const bulks = (caller: Caller) =>
    everyPage('bulk_sends', (place) => bulkSends.list(caller, place))
  return {
    async export(accountId) {
      const caller = callerOf(accountId, 'live')
      const stored = await templates(caller)
      const sent = await bulks(caller)
      const files: ExportedFile[] = []
      const links = []
      const fits = budgetOf()
      for (const { id } of stored) links.push(...(await openLinks.list(caller, id)).links)
      for (const { id, number, size_bytes } of stored.flatMap(pdfsOf)) {
        if (!fits(size_bytes)) continue
        const file = await requestTemplates.file(caller, id, number)
        const name = number === 1 ? id : `${id}-${number}`
        files.push({ path: `request-templates/${name}.pdf`, bytes: file.bytes })
      }
      for (const { id } of sent) {
        const lines: string[] = []
        for await (const line of await bulkSends.results(caller, id)) lines.push(line)
        files.push({ path: `bulk-sends/${id}.csv`, bytes: Buffer.from(lines.join('')) })
      }
      return [
        jsonFile('request-templates.json', stored),
        jsonFile('open-links.json', links),
        jsonFile('bulk-sends.json', sent),
        ...files,
      ]
    },
    async erase(accountId) {
      await bulkSends.eraseAccount(accountId)
      const caller = callerOf(accountId, 'live')
      for (const { id } of await templates(caller)) await requestTemplates.remove(caller, id)
    },
  }
}

function requestData({ requests, lists, callerOf }: AccountDataSources): AccountData {
  const all = (caller: Caller) => everyPage('documents', (place) => lists.list(caller, place))
  return {
    async export(accountId) {
      const lists = []
      for (const mode of KEY_MODES) lists.push(...(await all(callerOf(accountId, mode))))
      return [jsonFile('signature-requests.json', lists)]
    },
    async erase(accountId) {
      for (const mode of KEY_MODES) {
        const caller = callerOf(accountId, mode)
        const open = (await all(caller)).filter(
          ({ status }) => status === 'draft' || status === 'pending',
        )
        for (const { id } of open) await cancel(requests, caller, id)
      }
    },
  }
}

/** A request being sealed runs to completion: everybody has signed it. */
async function cancel(requests: Signing['requests'], caller: Caller, id: string): Promise<void> {
  try {
    await requests.cancel(caller, id, undefined, { actor: `key:${caller.key.id}` })
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'document_state_conflict') throw error
  }
}

function webhookData({ webhooks, callerOf }: AccountDataSources): AccountData {
  const all = (caller: Caller) =>
    everyPage('webhooks', ({ cursor, limit }) =>
      webhooks.list(caller, { cursor, limit, documentId: undefined }),
    )
  return {
    async export(accountId) {
      return [jsonFile('webhooks.json', await all(callerOf(accountId, 'live')))]
    },
    async erase(accountId) {
      const caller = callerOf(accountId, 'live')
      for (const { id } of await all(caller)) await webhooks.remove(caller, id)
    },
  }
}

/** What is a file of JSON each. */
const settingsData = ({
  deferred,
  notices,
  branding,
  embedding,
  externalSeals,
  periods,
  registered,
}: AccountDataSources): readonly AccountData[] => [
  jsonData((id) => notices.forget(id), {
    notifications: (id) => notices.of(id),
    'phone-country': async (id) => ({ country: (await notices.country(id)) ?? null }),
  }),
  jsonData((id) => branding.forget(id), {
    // As the API gives it, with the logo in it.
    brand: async (account_id) => {
      const of = (mode: KeyMode) => branding.get({ account_id, mode })
      return { live: await of('live'), test: await of('test') }
    },
  }),
  jsonData((id) => embedding.forget(id), {
    embedding: async (id) => ({ origins: await embedding.of(id) }),
  }),
  // After the requests: what is still open then needs its seal.
  jsonData((id) => externalSeals.forget(id), {
    'outer-seals': (id) => externalSeals.of(id),
    'certificate-services': (id) => externalSeals.certificateServices(id),
  }),
  // Documents that are kept as evidence after an account was closed are erased at the end of its own periods.
  jsonData(async () => undefined, {
    retention: async (id) => (await periods.of(id)).chosen,
  }),
  // What is gone within a day by itself is not exported.
  jsonData((id) => deferred.eraseAccount(id), {}),
  jsonData((id) => registered.forget(id), { 'signer-identities': (id) => registered.of(id) }),
]

const jsonData = (
  erase: AccountData['erase'],
  files: Readonly<Record<string, (accountId: string) => Promise<unknown>>>,
): AccountData => ({
  erase,
  export: (accountId) =>
    Promise.all(
      Object.entries(files).map(async ([name, read]) =>
        jsonFile(`${name}.json`, await read(accountId)),
      ),
    ),
})
