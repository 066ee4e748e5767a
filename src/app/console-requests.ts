/** Signature requests for the console: the services behind the API, for what live and test keys made alike. */
import type { Caller } from '../accounts/caller.ts'
import type { KeyMode } from '../accounts/key-format.ts'
import type {
  Actor,
  CheckedTrail,
  NewRequest,
  RequestFile,
  RequestFilter,
  SignatureRequest,
  SignatureRequests,
} from '../console/ports.ts'
import { safeFilename } from '../http/disposition.ts'
import { AppError } from '../kernel/errors.ts'
import type { Certificate } from '../pades/certificate.ts'
import type { openSigning } from '../signing/open.ts'
import type { Doer } from '../signing/parts.ts'
import { orderFromForm } from '../signing/requests/order.ts'
import { ReasonSchema, SignerChangesSchema } from '../signing/requests/schemas.ts'
import { REQUEST_STATES } from '../signing/requests/states.ts'
import type { VerifyPool } from '../verification/verify-pool.ts'
import { shapeOf } from './console-shapes.ts'
import type { Foundation } from './platform.ts'

type Signing = ReturnType<typeof openSigning>

/** What the requests are connected with. */
export interface RequestSources {
  signing: Signing
  foundation: Foundation
  /** Threads that check trails. */
  verifiers: Pick<VerifyPool, 'trail'>
  /** An account as the services of others know their callers. */
  callerOf(accountId: string, mode: KeyMode): Caller
}

const MODES: readonly KeyMode[] = ['live', 'test']
const changesOf = shapeOf(SignerChangesSchema)
const reasonOf = shapeOf(ReasonSchema)

const isMissing = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'document_not_found'

/** Whoever works in the console, for the trail. */
const consoleDoer = ({ accountId, ip, ua }: Actor): Doer => ({
  actor: `key:console:${accountId}`,
  ip,
  ua,
})

const keyDoer = ({ key }: Caller, { ip, ua }: Actor): Doer => ({ actor: `key:${key.id}`, ip, ua })

/** Connects them. */
export function consoleRequests(sources: RequestSources): SignatureRequests {
  const { signing, foundation, callerOf } = sources
  const { requests, files } = signing
  /** A request is of one of the two kinds of keys; nothing is done before it is found. */
  const inItsMode = async <T>(accountId: string, work: (caller: Caller) => Promise<T>) => {
    try {
      return await work(callerOf(accountId, 'live'))
    } catch (error) {
      if (!isMissing(error)) throw error
      return await work(callerOf(accountId, 'test'))
    }
  }
  /** Counts in the minute of whoever works here, as a call of the interface does in its key's. */
  const limited = async <T>(
    accountId: string,
    rate: 'changes' | 'checks',
    work: () => Promise<T>,
  ): Promise<T> => {
    const caller = callerOf(accountId, 'live')
    foundation.accounts.allowance.enter(caller, { interface: 'signature', rate })()
    return await work()
  }
  const changing = async <T>(accountId: string, work: (caller: Caller) => Promise<T>): Promise<T> =>
    await limited(accountId, 'changes', () => inItsMode(accountId, work))
  return {
    list: (accountId, filter) => listBoth(sources, accountId, filter),
    find: (accountId, id) => inItsMode(accountId, (caller) => requests.get(caller, id)),
    trail: (accountId, id) =>
      limited(accountId, 'checks', () =>
        inItsMode(accountId, (caller) => checkedTrail(sources, caller, id)),
      ),
    progress: (accountId, id) =>
      inItsMode(accountId, async (caller) => {
        const { request } = await requests.find(caller, id)
        const head = await foundation.trails.head(id)
        return { status: request.status, entries: head?.seq ?? 0 }
      }),
    testCode: (accountId, id, signerId) =>
      inItsMode(accountId, (caller) => files.testCode(caller, id, signerId)),
    file: (accountId, id, file) =>
      inItsMode(accountId, (caller) => fileOf(signing, caller, id, file)),
    async create(caller, { pdf, filename, texts }: NewRequest, actor) {
      const order = orderFromForm({ texts, files: new Map() })
      if (caller.key.mode === 'test') await foundation.testPkiReady()
      const named = safeFilename(filename || 'document.pdf', 'pdf')
      return await requests.create(
        caller,
        { ...order, pdf, filename: named },
        keyDoer(caller, actor),
      )
    },
    async send(caller, id, actor) {
      if (caller.key.mode === 'test') await foundation.testPkiReady()
      await requests.send(caller, id, keyDoer(caller, actor))
    },
    async remind(actor, id) {
      await changing(actor.accountId, (caller) => requests.remind(caller, id, consoleDoer(actor)))
    },
    async cancel(actor, id, given) {
      const { reason } = reasonOf(given === undefined ? {} : { reason: given })
      await changing(actor.accountId, (caller) =>
        requests.cancel(caller, id, reason, consoleDoer(actor)),
      )
    },
    async update(actor, id, signerId, given) {
      const changes = changesOf(given)
      await changing(actor.accountId, (caller) =>
        requests.updateSigner(caller, id, signerId, changes, consoleDoer(actor)),
      )
    },
    async unblock(actor, id, signerId) {
      await changing(actor.accountId, (caller) =>
        requests.unblock(caller, id, signerId, consoleDoer(actor)),
      )
    },
  }
}

/** Ids sort by time, so that one cursor serves both lists. */
async function listBoth(
  { signing, callerOf }: RequestSources,
  accountId: string,
  { status, mode, cursor, limit }: RequestFilter,
): Promise<{ requests: SignatureRequest[]; next?: string }> {
  const state = REQUEST_STATES.find((one) => one === status)
  const query = {
    limit: limit + 1,
    ...(cursor !== undefined && { cursor }),
    ...(state !== undefined && { status: state }),
  }
  const found: SignatureRequest[] = []
  for (const one of MODES.filter((each) => mode === undefined || each === mode))
    found.push(...(await signing.requests.list(callerOf(accountId, one), query)).documents)
  found.sort((one, other) => (one.id < other.id ? 1 : -1))
  const requests = found.slice(0, limit)
  const last = requests.at(-1)
  return { requests, ...(found.length > limit && last !== undefined && { next: last.id }) }
}

async function checkedTrail(
  sources: RequestSources,
  caller: Caller,
  id: string,
): Promise<CheckedTrail> {
  const trail = await sources.signing.files.trail(caller, id)
  const { between } = sources.foundation.pkiOf(caller.key.mode)
  const roots = trail.stamps.length === 0 ? [] : await rootsOf(sources, caller.key.mode)
  const known = roots.map(({ der }) => der)
  const others = between.map(({ der }) => der)
  return { entries: trail.entries, verdict: await sources.verifiers.trail(trail, known, others) }
}

/** Every root that this service ever had, and those of authorities outside. */
async function rootsOf({ foundation }: RequestSources, mode: KeyMode): Promise<Certificate[]> {
  const { authority, roots } = foundation.pkiOf(mode)
  const keys = [...(await authority.keys()).values()]
  const own = keys.filter(({ facts }) => facts.role === 'root')
  return [...own.map(({ facts }) => facts.certificate), ...(await roots())]
}

async function fileOf(
  { files }: Signing,
  caller: Caller,
  id: string,
  file: RequestFile,
): Promise<{ bytes: Uint8Array; filename: string }> {
  switch (file) {
    case 'file':
      return await files.original(caller, id)
    case 'signed':
      return await files.signed(caller, id)
    case 'proof':
      return await files.proof(caller, id)
    case 'evidence':
      return await files.evidence(caller, id)
    case 'audit': {
      const trail = await files.trail(caller, id)
      const bytes = Buffer.from(`${JSON.stringify(trail, null, 2)}\n`)
      return { bytes, filename: `${id}-audit.json` }
    }
  }
}
