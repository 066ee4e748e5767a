/**
 * What the examples of openapi.yaml were: one run through the whole interface. scripts/examples.ts writes it
 * down, test/service/reference/examples.test.ts runs it again.
 */
import { setTimeout } from 'node:timers/promises'
import type { OperationExample } from '../../src/reference/examples.ts'
import { TestClock } from './clock.ts'
import { brandExamples } from './example-brand.ts'
import { bulkExamples } from './example-bulk.ts'
import { changeExamples } from './example-edits.ts'
import { listExamples } from './example-lists.ts'
import { EXAMPLE_SETTINGS, personExamples } from './example-passkey.ts'
import { ExampleRecorder, shipped } from './example-recorder.ts'
import { stepExamples } from './example-steps.ts'
import { WebhookExamples } from './example-webhooks.ts'
import { shippedXml } from './invoices.ts'
import { startListening } from './mcp.ts'
import { startReceiver } from './receiver.ts'
import { type Person, type SeenDocument, smallPdf, type WishedSigner } from './signing-app.ts'
import { smallFont } from './small-font.ts'

/** When all of it happens. */
const NOW_MS = Date.parse('2026-11-18T09:30:00Z')
const HOOK = 'https://hooks.example.com/paraph'
/** About a certificate that nobody knows. */
const OCSP_REQUEST =
  'MEQwQjBAMD4wPDAJBgUrDgMCGgUABBSfGIiv3ej+u0kQrnDQ8FoPcCMJgAQUf/whU/5B5Rxk2n9sJA8N2ET559kCAxQoVw=='
const LETTER = { sender: 'Lumen & Fils', recipient: 'Hôtel Bellevue', date: '2026-11-18' }
const PDF = 'application/pdf'
const ADA = { email: 'ada@example.com', phone: '+33612345601', first_name: 'Ada', role: 'client' }
const ALAN = { email: 'alan@example.com', phone: '+33612345602', first_name: 'Alan' }
const json = (value: unknown) => JSON.stringify(value)

/** Makes every call that openapi.yaml has an example of. */
class Scenario {
  readonly recorder: ExampleRecorder
  readonly #service
  readonly #webhooks: WebhookExamples
  readonly #pdf: { filename: string; bytes: Uint8Array; type: string }

  constructor(
    service: Awaited<ReturnType<typeof startListening>>,
    receiverUrl: string,
    pdf: Uint8Array,
  ) {
    this.#service = service.service
    this.#pdf = { filename: 'contract.pdf', bytes: pdf, type: PDF }
    this.recorder = new ExampleRecorder(service.service)
    this.#webhooks = new WebhookExamples(this.recorder, service.service, receiverUrl)
    this.recorder.instead.set(receiverUrl, HOOK).set(service.url, 'https://paraph.example.com')
  }

  async run(): Promise<void> {
    await this.#webhooks.made()
    await this.#templates()
    await this.#fonts()
    await this.#invoices()
    await this.#signed()
    await personExamples(this.recorder, this.#service)
    await this.#approved()
    await changeExamples(this.recorder, this.#service)
    await this.#changed()
    await this.#ended()
    await this.#webhooks.looked()
    await this.#publicly()
    await brandExamples(this.recorder)
    await bulkExamples(this.recorder, this.#pdf)
  }

  async #id(
    operation: string,
    input: Parameters<ExampleRecorder['call']>[1] = {},
  ): Promise<string> {
    return (await this.recorder.call(operation, input)).json<{ id: string }>().id
  }

  async #fonts(): Promise<void> {
    const font = { filename: 'boxes.ttf', bytes: smallFont(), type: 'font/ttf' }
    const params = { id: await this.#id('uploadFont', { form: [['font', font]] }) }
    await this.recorder.call('listFonts')
    await this.recorder.call('deleteFont', { params })
  }

  async #templates(): Promise<void> {
    const { recorder } = this
    const template = shipped('letter.docx')
    const id = await this.#id('createTemplate', {
      form: [
        ['template', template],
        ['name', 'Letter'],
      ],
    })
    const params = { id }
    const added = [
      ['template', template],
      ['note', 'New address'],
    ] as const
    await recorder.call('addTemplateVersion', { params, form: [...added] })
    await recorder.call('listTemplates', { query: { limit: '10' } })
    await recorder.call('getTemplate', { params })
    await recorder.call('renameTemplate', { params, json: { name: 'Order confirmation' } })
    await recorder.call('listTemplateVersions', { params })
    await recorder.call('getTemplateVersionFile', { params: { ...params, version: '1' } })
    await recorder.call('restoreTemplateVersion', { params: { ...params, version: '1' } })
    const fields = await recorder.call('getTemplateFields', { params, query: { version: '1' } })
    const { sample } = fields.json<{ sample: object }>()
    await recorder.call('validateTemplate', { form: [['template', template]] })
    const options = { locale: 'en-GB', missing: 'blank' }
    const body = { template_id: params.id, data: sample, output_filename: 'letter.pdf', options }
    const form = [
      ['template', template],
      ['data', json(LETTER)],
      ['output_filename', 'letter.pdf'],
      ['options', json(options)],
    ] as const
    await recorder.call('render', { json: body })
    await recorder.call('render', { form: [...form] })
    await recorder.call('renderDocument', { json: { ...body, format: 'pdfa-3b' } })
    await recorder.call('renderDocument', { form: [...form, ['format', 'pdfa-3b']] })
    await stepExamples(recorder, this.#pdf)
    const contract = shipped('contract.docx')
    const contractId = await this.#id('createTemplate', { form: [['template', contract]] })
    const signers = [
      { email: 'provider@example.com', role: 'provider' },
      { email: 'client@example.com', role: 'client', order: 2 },
    ]
    const data = JSON.parse(Buffer.from(shipped('contract.json').bytes).toString())
    await recorder.call('createSignatureRequest', {
      headers: { 'idempotency-key': 'contract-2026-0142' },
      json: { template_id: contractId, data, signers, name: 'Contract', send: false },
    })
    await recorder.call('createSignatureRequest', {
      form: [
        ['template', contract],
        ['data', shipped('contract.json', 'application/json')],
        ['signers', json(signers)],
        ['send', 'false'],
      ],
    })
    await recorder.call('detectSignatureFields', { form: [['file', this.#pdf]] })
    await recorder.call('deleteTemplate', { params })
  }

  async #invoices(): Promise<void> {
    const { recorder } = this
    const template = shipped('facturx-invoice.docx')
    const { page: _page, ...invoice } = JSON.parse(
      Buffer.from(shipped('facturx-invoice.json').bytes).toString(),
    )
    const file = shipped('facturx-invoice.json', 'application/json')
    const template_id = await this.#id('createTemplate', { form: [['template', template]] })
    const data = { ...invoice, page: {} }
    const options = { missing: 'blank' }
    await recorder.call('renderFacturx', { json: { template_id, data, options } })
    await recorder.call('renderFacturx', {
      form: [
        ['template', template],
        ['data', file],
      ],
    })
    await recorder.call('validateFacturx', { json: { data: invoice, profile: 'en16931' } })
    await recorder.call('validateFacturx', { form: [['data', file]] })
    await recorder.call('readFacturx', { form: [['file', shippedXml()]] })
    await recorder.call('viewFacturx', { form: [['file', shippedXml()]] })
    await recorder.call('embedFacturx', {
      form: [
        ['file', this.#pdf],
        ['xml', shippedXml()],
      ],
    })
    await recorder.call('createCreditNote', {
      form: [
        ['file', shippedXml()],
        ['number', 'A-2026-0007'],
        ['issue_date', '2026-12-01'],
        ['reason', 'Un poste retourné'],
        ['lines', '[{"id": "1", "quantity": "1"}]'],
        ['format', 'json'],
      ],
    })
    // Every field of the invoice stands in the components already.
    const shown = (schema: Record<string, unknown>) => {
      const { $schema, title, required, type } = schema
      return { $schema, title, required, type }
    }
    await recorder.call('getInvoiceSchema', { key: null, shown })
  }

  /** One document on its whole way. */
  async #signed(): Promise<void> {
    const { recorder } = this
    const who: WishedSigner = {
      ...ADA,
      locale: 'en',
      fields: [{ page: 1, x: 60, y: 640, width: 180, height: 60 }],
    }
    const id = await this.#id('createDocument', {
      headers: { 'idempotency-key': 'order-7781' },
      form: [
        ['file', this.#pdf],
        ['signers', json([who])],
        ['name', 'Contract of service'],
        ['message', 'Please sign by Friday.'],
        ['external_id', 'order-7781'],
        ['reminders', json({ first_after_days: 3, every_days: 4, max: 2 })],
        ['metadata', json({ project: 'Opale' })],
      ],
    })
    const params = { id }
    const person = await this.#service.person(who, { documentId: id })
    await this.#sign(id, person)
    for (const operation of [
      'getDocument',
      'getDocumentFile',
      'getSignedDocument',
      'getDocumentProof',
      'getDocumentEvidence',
    ])
      await recorder.call(operation, { params })
    await recorder.trail(id)
    await listExamples(recorder, id)
    const bytes = await this.#service.signedFile(id)
    const file = { filename: 'signed.pdf', bytes, type: PDF }
    await recorder.call('verifyDocument', { form: [['file', file]] })
    await recorder.call('postVerifyPage', { key: null, form: [['file', file]] })
  }

  async #trail(id: string): Promise<string> {
    return (await this.#service.act('GET', id, '/audit')).bytes.toString()
  }

  /** What the signer's page does. */
  async #sign(id: string, person: Person): Promise<void> {
    const by = { params: { token: person.token }, key: null }
    this.recorder.instead.set(person.token, 'link-from-the-mail')
    const { recorder } = this
    await recorder.call('signerState', by)
    await recorder.call('openDocument', { ...by, json: {} })
    await recorder.call('signerFile', by)
    const { consent, document } = await person.state()
    const { version, sha256 } = consent
    await recorder.call('requestCode', { ...by, json: { consent: { version, sha256 } } })
    const code = await person.readCode()
    const entered = await recorder.call('enterCode', { ...by, json: { code } })
    const headers = { cookie: String(entered.headers['set-cookie']).split(';')[0] ?? '' }
    const signature = { document_sha256: document.sha256, kind: 'typed', text: 'Ada Lovelace' }
    await recorder.call('signDocument', { ...by, headers, json: signature })
    // The last signature is followed by the seal, a job, and that by the mails. Jobs begin by themselves too.
    for (let round = 0; !(await this.#trail(id)).includes('signing.completed'); round += 1) {
      if (round > 100) throw new Error('no event said that everybody has signed')
      await setTimeout(500)
      await this.#service.work()
    }
    await this.#webhooks.delivered()
    await recorder.call('signerSigned', { ...by, headers })
  }

  /** Somebody who approves before another signs. */
  async #approved(): Promise<void> {
    const { recorder } = this
    const who = { ...ALAN, action: 'approve', locale: 'en' } as const
    const form = [
      ['file', this.#pdf],
      ['signers', json([who, { ...ADA, order: 2 }])],
    ] as const
    const id = await this.#id('createDocument', { form: [...form] })
    const person = await this.#service.person(who, { documentId: id })
    recorder.instead.set(person.token, 'link-from-the-mail')
    await person.verify()
    const { document } = await person.state()
    await recorder.call('approveDocument', {
      params: { token: person.token },
      key: null,
      headers: { cookie: person.cookie },
      json: { document_sha256: document.sha256 },
    })
    await this.#service.act('POST', id, '/cancel', {})
  }

  /** A draft, sent, corrected, reminded, withdrawn. */
  async #changed(): Promise<void> {
    const { recorder } = this
    const form = [
      ['file', this.#pdf],
      ['signers', json([ALAN])],
      ['send', 'false'],
    ] as const
    const params = { id: await this.#id('createDocument', { form: [...form] }) }
    await recorder.call('sendDocument', { params })
    // Nobody gets a mail every minute.
    this.#service.app.clock.move(86_400_000)
    await recorder.call('remindSigners', { params })
    const [signer] = (await this.#service.get(params.id)).signers
    const changes = { email: 'alan.turing@example.com', last_name: 'Turing' }
    const signerParams = { ...params, sid: signer?.id ?? '' }
    await recorder.call('updateSigner', { params: signerParams, json: changes })
    await recorder.call('cancelDocument', { params, json: { reason: 'The price has changed' } })
    await this.#service.work()
    // A mail that is being sent keeps it for ten minutes at most.
    this.#service.app.clock.move(11 * 60_000)
    await recorder.call('deleteDocument', { params })
  }

  /** Somebody blocked and let in again, a code of a test key, somebody who declines. */
  async #ended(): Promise<void> {
    const { recorder } = this
    const form = [
      ['file', this.#pdf],
      ['signers', json([ALAN])],
    ] as const
    const id = await this.#id('createDocument', { form: [...form] })
    const person = await this.#service.person(ALAN, { documentId: id })
    await person.open()
    for (let round = 0; round < 3; round += 1) {
      await person.askCode()
      const wrong = await person.wrongCode()
      for (let attempt = 0; attempt < 3; attempt += 1) await person.enter(wrong)
      this.#service.app.clock.move(60_000)
    }
    const [signer] = (await this.#service.get(id)).signers
    await recorder.call('unblockSigner', { params: { id, sid: signer?.id ?? '' } })
    const again = await this.#service.person(ALAN, { documentId: id, before: person })
    await again.open()
    recorder.instead.set(again.token, 'link-from-the-mail')
    await recorder.call('declineDocument', {
      params: { token: again.token },
      key: null,
      json: { reason: 'The price is wrong' },
    })
    await this.#testCode()
  }

  async #testCode(): Promise<void> {
    const { app } = this.#service
    const account = await app.services.accounts.accounts.createAccount('test@example.com')
    const input = { accountId: account.id, plan: 'wide', name: 'Test', mode: 'test' as const }
    const { secret: key } = await app.services.accounts.keys.createKey(input)
    const who = { email: 'test@example.com', phone: '+33612345603' }
    // The authority of test keys makes itself when it is first needed.
    let made = await this.#service.post([who], { key })
    while (made.status === 503) {
      await setTimeout(200)
      made = await this.#service.post([who], { key })
    }
    const document = made.json<SeenDocument>()
    const person = await this.#service.person(who)
    await person.open()
    await person.askCode()
    const params = { id: document.id, sid: document.signers[0]?.id ?? '' }
    await this.recorder.call('getTestCode', { params, key })
    await this.recorder.call('getTestLink', { params, key })
    await this.recorder.call('createSigningUrl', { params, key, json: { expires_in: 900 } })
    const embed_origin = 'http://localhost:5173'
    await app.services.signing.parts.embedding.set(account.id, [embed_origin], 'key:test')
    const editor = { embed_origin, kind: 'document', may_send: true, language: 'en' }
    await this.recorder.call('createEditorSession', { key, json: editor })
  }

  async #publicly(): Promise<void> {
    const { recorder } = this
    await recorder.call('getUsage')
    for (const operation of [
      'getRootCertificate',
      'getCertificatePolicy',
      'getVerifyPage',
      'healthLive',
      'healthReady',
      'metrics',
    ])
      await recorder.call(operation, { key: null })
    await recorder.call('getAuthorityFile', { key: null, params: { file: 'root-1.crt' } })
    await recorder.call('getCertificateStatus', { key: null, params: { request: OCSP_REQUEST } })
  }
}

/** Runs through the interface on a service of its own; answers what went and came. */
export async function recordExamples(): Promise<Record<string, OperationExample>> {
  // However busy the machine is: the examples are of what the service answers, not of how fast.
  const settings = {
    PARAPH_WEBHOOK_PRIVATE: 'on',
    ...EXAMPLE_SETTINGS,
    PARAPH_MERGE_TIMEOUT_MS: '600000',
    PARAPH_INVOICE_TIMEOUT_MS: '600000',
    PARAPH_VERIFY_TIMEOUT_MS: '600000',
    PARAPH_OFFICE_QUEUE_TIMEOUT_MS: '600000',
    PARAPH_OFFICE_CONVERT_TIMEOUT_MS: '600000',
  }
  const service = await startListening(settings, new TestClock(NOW_MS))
  const receiver = await startReceiver()
  try {
    await service.service.services.start()
    const scenario = new Scenario(service, receiver.url, await smallPdf())
    await scenario.run()
    return scenario.recorder.examples
  } finally {
    await receiver.close()
    await service.close()
  }
}
