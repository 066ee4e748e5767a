/** Random calls on random requests, held after each one against a model that was written apart from the service. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chainFindings } from '../../../src/audit/chain.ts'
import type { Clock } from '../../../src/kernel/clock.ts'
import { AppError } from '../../../src/kernel/errors.ts'
import type { RequestWithSigners, SignerRow } from '../../../src/signing/model/rows.ts'
import * as store from '../../../src/signing/store/requests.ts'
import { consentIn } from '../../../src/signing/words/consent.ts'
import { type CrashingService, startCrashing } from '../../support/crashing.ts'
import { type Answer, DAY, MET, RequestModel } from '../../support/request-model.ts'
import { smallPdf } from '../../support/signing-app.ts'

const folder = mkdtempSync(join(tmpdir(), 'paraph-model-'))
const ORIGIN = { ip: '192.0.2.1', ua: 'test' }
const ACTOR = { actor: 'key:test' }
const MINUTE = 60_000

/** Stands still but for what a command moves it by, so that the model knows the time to the millisecond. */
class StillClock implements Clock {
  ms = Date.now()
  now(): number {
    return this.ms
  }
}

const clock = new StillClock()
const texts = new Map<string, string>()
let service: CrashingService
let numbers = 10_000_000

beforeAll(async () => {
  service = await startCrashing(folder, clock as never)
  service.parts.texts.send = async ({ to, text }) => {
    texts.set(to, /^\d{6}/.exec(text)?.[0] ?? '')
    return undefined as never
  }
})
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Of another block of 10,000 numbers each time: texts are limited per block. */
const newPhone = (): string => `+3361${String((numbers++ * 10_007) % 10_000_000).padStart(7, '0')}`
const newEmail = (): string => `person${numbers++}@example.com`

async function answerOf(work: () => Promise<unknown>): Promise<Answer> {
  try {
    await work()
    return 'ok'
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

async function charged(): Promise<number> {
  const rows = await service.parts.db
    .selectFrom('quota_usage')
    .select('used')
    .where('metric', '=', 'signatures')
    .execute()
  return rows.reduce((sum, { used }) => sum + used, 0)
}

/** The request of one run, through the service. */
class Real {
  readonly #key = `run ${numbers++}`
  readonly #signers: ReadonlyArray<{ email: string; phone: string; order: number }>
  readonly #sessions = new Map<number, string>()
  /** Links that were replaced. */
  readonly #stale: string[] = []
  readonly chargedBefore: number
  id = ''

  private constructor(steps: readonly number[], chargedBefore: number) {
    this.#signers = steps.map((order) => ({ email: newEmail(), phone: newPhone(), order }))
    this.chargedBefore = chargedBefore
  }

  static async make(steps: readonly number[]): Promise<Real> {
    const real = new Real(steps, await charged())
    real.id = await real.create()
    return real
  }

  async create(): Promise<string> {
    const { signing, caller } = service
    const order = {
      pdf: await smallPdf(),
      filename: 'contrat.pdf',
      signers: this.#signers,
      options: { send: false },
    }
    const call = { accountId: caller.account.id, mode: 'live', key: this.#key, hash: this.#key }
    const answer = await signing.idempotency.once(call, (save) =>
      signing.requests.create(caller, order, ACTOR, save),
    )
    return (answer.body as { id: string }).id
  }

  /** Leaves nothing behind that would count against the month later. */
  async end(): Promise<void> {
    await answerOf(() => service.signing.requests.cancel(service.caller, this.id, undefined, ACTOR))
    await service.work()
  }

  async whole(): Promise<RequestWithSigners> {
    const whole = await store.findRequestWithSigners(service.parts.db, this.id)
    if (whole === undefined) throw new Error('the request is gone')
    return whole
  }

  async #signer(index: number): Promise<SignerRow> {
    const row = (await this.whole()).signers[index]
    if (row === undefined) throw new Error(`there is no signer ${index}`)
    return row
  }

  async token(index: number): Promise<string> {
    return service.parts.links.token(await this.#signer(index))
  }

  /** What a person's page shows; undefined when their link leads nowhere. */
  async next(index: number): Promise<string | undefined> {
    const { access, parts } = service.signing
    const token = await this.token(index)
    return await access.context(parts.db, token).then(
      ({ next }) => next,
      () => undefined,
    )
  }

  async verify(index: number, isRight: boolean): Promise<void> {
    const { phone } = await this.#signer(index)
    const code = texts.get(phone ?? '') ?? '000000'
    const wrong = code === '111111' ? '222222' : '111111'
    const token = await this.token(index)
    const { actions } = service.signing
    this.#sessions.set(index, await actions.verify(token, isRight ? code : wrong, ORIGIN))
  }

  async sign(index: number): Promise<void> {
    const sha256 = (await this.whole()).request.files[0].laid_out_sha256 ?? ''
    const order = { document_sha256: sha256, kind: 'typed', text: 'Zoé' } as const
    const { actions } = service.signing
    const [token, session] = [await this.token(index), this.#sessions.get(index)]
    await actions.sign({ token, session, origin: ORIGIN }, order)
  }

  async edit(index: number, what: 'email' | 'phone' | 'name'): Promise<void> {
    const changes = {
      email: { email: newEmail() },
      phone: { phone: newPhone() },
      name: { first_name: `Zoé ${numbers++}` },
    }
    const { id, link_version } = await this.#signer(index)
    const before = service.parts.links.token({ id, link_version })
    const { requests } = service.signing
    await requests.updateSigner(service.caller, this.id, id, changes[what], ACTOR)
    if (what === 'email') this.#stale.push(before)
  }

  async unblock(index: number): Promise<void> {
    const { id, link_version } = await this.#signer(index)
    await service.signing.requests.unblock(service.caller, this.id, id, ACTOR)
    this.#stale.push(service.parts.links.token({ id, link_version }))
  }

  /** Whether every link that was replaced leads nowhere. */
  async staleLinks(): Promise<Answer[]> {
    const { actions } = service.signing
    return await Promise.all(
      this.#stale.map((token) => answerOf(() => actions.open(token, ORIGIN))),
    )
  }
}

/** One call, as the model and as the service do it. */
interface Call {
  name: string
  model(model: RequestModel, index: number): Answer
  real(real: Real, index: number): Promise<unknown>
}

const onAct = (name: 'open' | 'decline'): Call => ({
  name,
  model: (model, index) => model[name](index),
  real: async (real, index) => {
    const { actions } = service.signing
    const token = await real.token(index)
    return name === 'open' ? actions.open(token, ORIGIN) : actions.decline(token, 'Non', ORIGIN)
  },
})

const verify = (isRight: boolean): Call => ({
  name: isRight ? 'right code' : 'wrong code',
  model: (model, index) => model.verify(index, isRight),
  real: (real, index) => real.verify(index, isRight),
})

const edit = (what: 'email' | 'phone' | 'name'): Call => ({
  name: `another ${what}`,
  model: (model, index) => model.edit(index, what),
  real: (real, index) => real.edit(index, what),
})

const SEND: Call = {
  name: 'send',
  model: (model) => model.send(),
  real: ({ id }) => service.signing.requests.send(service.caller, id, ACTOR),
}
const CODE: Call = {
  name: 'ask for a code',
  model: (model, index) => model.askCode(index),
  real: async (real, index) =>
    service.signing.actions.requestCode(
      await real.token(index),
      { consent: consentIn('fr', { delivery: 'email', authentication: 'sms' }) },
      ORIGIN,
    ),
}
const SIGN: Call = {
  name: 'sign',
  model: (model, index) => model.sign(index),
  real: (real, index) => real.sign(index),
}
const CANCEL: Call = {
  name: 'cancel',
  model: (model) => model.cancel(),
  real: ({ id }) => service.signing.requests.cancel(service.caller, id, 'Erreur', ACTOR),
}
const REMIND: Call = {
  name: 'remind',
  model: (model) => model.remind(),
  real: ({ id }) => service.signing.requests.remind(service.caller, id, ACTOR),
}
const UNBLOCK: Call = {
  name: 'unblock',
  model: (model, index) => model.unblock(index),
  real: (real, index) => real.unblock(index),
}
const REPLAY: Call = {
  name: 'the first call again, under its Idempotency-Key',
  model: () => 'ok',
  real: async (real) => expect(await real.create()).toBe(real.id),
}

async function expectSame(model: RequestModel, real: Real): Promise<void> {
  const { request, signers } = await real.whole()
  const shown = await Promise.all(signers.map((_signer, index) => real.next(index)))
  expect({
    status: request.status,
    signers: signers.map(({ status }) => status),
    next: shown,
    charged: (await charged()) - real.chargedBefore,
  }).toEqual({
    status: model.status,
    signers: model.signers.map(({ status }) => status),
    next: model.signers.map((_signer, index) => model.next(index)),
    charged: model.charged,
  })
  const trail = await service.parts.trails.read(real.id)
  expect(chainFindings(trail?.header as never, trail?.entries ?? [])).toEqual([])
  const signed = trail?.entries.filter(({ type }) => type === 'signer.signed')
  expect(signed).toHaveLength(model.signed)
  expect(new Set(await real.staleLinks())).toEqual(
    new Set(model.signers.some(({ links }) => links > 0) ? ['signing_link_invalid'] : []),
  )
}

/** What was answered how often, over all runs: a rule that no run met was not tested. */
const seen = new Map<string, number>()
let completed = 0

class Command implements fc.AsyncCommand<RequestModel, Real> {
  readonly #call: Call
  readonly #index: number

  constructor(call: Call, index: number) {
    this.#call = call
    this.#index = index
  }

  check(model: RequestModel): boolean {
    return this.#call !== REPLAY || model.now - model.madeAt < DAY
  }

  async run(model: RequestModel, real: Real): Promise<void> {
    const index = this.#index % model.signers.length
    const expected = this.#call.model(model, index)
    expect(await answerOf(() => this.#call.real(real, index))).toBe(expected)
    await expectSame(model, real)
    const answer = `${this.#call.name}: ${expected}`
    seen.set(answer, (seen.get(answer) ?? 0) + 1)
  }

  toString = (): string => `${this.#call.name} (${this.#index})`
}

class Wait implements fc.AsyncCommand<RequestModel, Real> {
  readonly #ms: number

  constructor(ms: number) {
    this.#ms = ms
  }

  check = (): boolean => true

  async run(model: RequestModel, real: Real): Promise<void> {
    clock.ms += this.#ms
    await service.work()
    model.wait(this.#ms)
    await expectSame(model, real)
  }

  toString = (): string => `wait ${this.#ms / MINUTE} minutes`
}

/** Several calls in a row, to places that chance alone seldom comes to. */
class Row implements fc.AsyncCommand<RequestModel, Real> {
  readonly #name: string
  readonly #commands: ReadonlyArray<Command | Wait>

  constructor(name: string, commands: ReadonlyArray<Command | Wait>) {
    this.#name = name
    this.#commands = commands
  }

  check = (): boolean => true

  async run(model: RequestModel, real: Real): Promise<void> {
    for (const command of this.#commands) await command.run(model, real)
  }

  toString = (): string => this.#name
}

const inRow = (at: number, ...calls: Call[]) => calls.map((call) => new Command(call, at))
const signsWhole = (at: number) =>
  new Row(`signs the whole way (${at})`, inRow(at, CODE, verify(true), SIGN))
const wastesCodes = (at: number, codes: number) => {
  const one = [...inRow(at, CODE, verify(false), verify(false), verify(false)), new Wait(MINUTE)]
  return new Row(`wastes ${codes} codes (${at})`, Array<typeof one>(codes).fill(one).flat())
}

const index = fc.nat(2)
const at = (...calls: Call[]) =>
  fc.oneof(...calls.map((call) => index.map((n) => new Command(call, n))))
const wait = (...minutes: number[]) =>
  fc.constantFrom(...minutes).map((count) => new Wait(count * MINUTE))
/** What ends a request is rare, or nothing would ever be tried behind it. */
const COMMANDS = [
  at(onAct('open'), CODE, verify(true), SIGN),
  at(CODE, verify(true), verify(false), SIGN),
  at(edit('email'), edit('phone'), edit('name'), REMIND, UNBLOCK),
  at(UNBLOCK, REPLAY, SEND),
  wait(0.5, 11, 31, 61),
  index.map((n) => signsWhole(n)),
  index.map((n) => signsWhole(n)),
  fc.tuple(index, fc.integer({ min: 1, max: 3 })).map(([n, codes]) => wastesCodes(n, codes)),
  fc.oneof(
    { weight: 6, arbitrary: at(onAct('open')) },
    { weight: 1, arbitrary: at(CANCEL) },
    { weight: 1, arbitrary: at(onAct('decline')) },
    { weight: 1, arbitrary: wait((30 * DAY) / MINUTE) },
  ),
]

test('whatever is called in whatever order, states, codes, quota and trail are as the rules say', async () => {
  const property = fc.asyncProperty(
    fc.array(fc.integer({ min: 1, max: 2 }), { minLength: 1, maxLength: 3 }),
    fc.boolean(),
    fc.commands(COMMANDS, { maxCommands: 20, size: 'max' }),
    async (steps, isSent, commands) => {
      const real = await Real.make(steps)
      await fc.asyncModelRun(async () => {
        const model = new RequestModel(clock.now(), steps)
        if (isSent) await new Command(SEND, 0).run(model, real)
        return { model, real }
      }, commands)
      if ((await real.whole()).request.status === 'completed') completed += 1
      await real.end()
    },
  )
  await fc.assert(property, { numRuns: 100, seed: 20_261_121, endOnFailure: true })
  expect(MET.filter((answer) => !seen.has(answer))).toEqual([])
  expect(completed).toBeGreaterThan(10)
}, 600_000)
