import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EXAMPLE_INVOICE } from '../../../src/mcp/guide-texts.ts'
import { protectPdf } from '../../../src/pdf/protect.ts'
import { TENANT, templateId } from '../../support/bulk.ts'
import { docxWith } from '../../support/docx-package.ts'
import { Agent, fileIn, startListening, type Transport } from '../../support/mcp.ts'
import { pdfFacts } from '../../support/pdf-facts.ts'
import { freePort } from '../../support/server-process.ts'
import { smallPdf } from '../../support/signing-app.ts'

const TRANSPORTS: Transport[] = ['2025-11-25 over HTTP', '2026-07-28 over HTTP', 'stdio']
const INVOICE_TEMPLATE = docxWith('{title} {number}: {totals.due | currency:currency}')
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

let server: Awaited<ReturnType<typeof startListening>>
let folder = ''
beforeAll(async () => {
  server = await startListening()
  folder = await mkdtemp(join(tmpdir(), 'paraph-agent-'))
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

describe.each(TRANSPORTS)('an agent over %s', (transport) => {
  let agent: Agent
  beforeAll(async () => {
    agent = await Agent.connect(transport, { ...server, folder })
  })
  afterAll(() => agent.close())

  test('lists what there is: tools with schemas, hints and descriptions for a model', async () => {
    const { tools } = await agent.client.listTools()
    expect(tools.length).toBeGreaterThan(19)
    for (const tool of tools) {
      expect(tool.description?.length, tool.name).toBeGreaterThan(60)
      expect(tool.inputSchema.type).toBe('object')
      expect(JSON.stringify(tool), tool.name).not.toContain('#/components/')
      expect(typeof tool.annotations?.readOnlyHint).toBe('boolean')
    }
    const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]))
    expect(hints.verify_pdf).toMatchObject({ readOnlyHint: true })
    expect(hints.cancel_signature_request).toMatchObject({ destructiveHint: true })
    const local = tools.filter(({ inputSchema }) => 'save_to' in (inputSchema.properties ?? {}))
    expect(local.length > 0).toBe(transport === 'stdio')
    // What every conversation pays for before it begins.
    expect(JSON.stringify(tools).length).toBeLessThan(84_000)
  })

  test('stores a template, reads its fields, renders it, and learns what it forgot', async () => {
    const stored = await agent.call('create_template', {
      template_base64: base64(docxWith('Dear {name}, room {room}.')),
      template_name: 'welcome.docx',
      name: 'Welcome',
    })
    expect(stored).toMatchObject({ isError: false, data: { name: 'Welcome', current_version: 1 } })
    const template_id = stored.data.id
    const listed = await agent.call('list_templates', { limit: 1 })
    expect(listed.data.templates).toMatchObject([{ id: template_id }])

    const fields = await agent.call('get_template_fields', { template_id })
    expect(fields.data.schema).toMatchObject({ properties: { name: {}, room: {} } })
    expect(JSON.parse(await agent.read(`paraph://templates/${template_id}/fields`))).toEqual(
      fields.data,
    )

    const forgotten = await agent.call('render_document', { template_id, data: { name: 'Ada' } })
    expect(forgotten.isError).toBe(true)
    expect(forgotten.text).toMatch(/^data_missing \(422\)/)
    expect(forgotten.text).toContain('room')
    expect(forgotten.data).toMatchObject({ code: 'data_missing', errors: [{ tag: '{room}' }] })

    const data = { name: 'Ada', room: 12 }
    const made = await agent.call('render_document', {
      template_id,
      data,
      output_filename: 'wëlcome.pdf',
    })
    expect(made.data).toMatchObject({ filename: 'wëlcome.pdf', media_type: 'application/pdf' })
    const file = fileIn(made)
    expect(file.subarray(0, 5).toString()).toBe('%PDF-')
    expect(made.data.size_bytes).toBe(file.length)
  })

  test('corrects an electronic invoice by the rules that are reported', async () => {
    const template = { template_base64: base64(INVOICE_TEMPLATE), template_name: 'facture.docx' }
    const { vatId: _left, ...seller } = EXAMPLE_INVOICE.seller
    const wrong = { ...EXAMPLE_INVOICE, seller, issueDate: '2026-02-31' }
    const refused = await agent.call('render_facturx', { ...template, data: wrong })
    expect(refused.isError).toBe(true)
    expect(refused.text).toContain(' at /issueDate: ')
    expect(refused.text).toContain('FIX: ')
    const lacking = { ...EXAMPLE_INVOICE, seller }
    const second = await agent.call('render_facturx', { ...template, data: lacking })
    expect(second.data).toMatchObject({ code: 'facturx_invalid' })
    const rules = (second.data.errors as { code: string; pointer: string }[]).map((one) => one.code)
    expect(rules).toContain('BR-S-02')

    const made = await agent.call('render_facturx', { ...template, data: EXAMPLE_INVOICE })
    expect(made.data).toMatchObject({ facturx: { profile: 'EN 16931', version: '1.09' } })
    const checked = await agent.call('validate_facturx', {
      file_base64: base64(fileIn(made)),
      file_name: 'facture.pdf',
    })
    expect(checked.data).toMatchObject({ valid: true, kind: 'pdf', profile: 'en16931' })
    expect((await agent.call('validate_facturx', { data: lacking })).data).toMatchObject({
      valid: false,
    })
    const [line] = EXAMPLE_INVOICE.lines
    const credited = await agent.call('create_credit_note', {
      ...{ file_base64: base64(fileIn(made)), number: 'A-1', issue_date: '2026-12-01' },
      lines: [{ id: '1', quantity: '1' }],
    })
    const note = await agent.call('validate_facturx', { file_base64: base64(fileIn(credited)) })
    expect(note.data).toMatchObject({
      ...{ valid: true, totals: { lines: Number(line?.netPrice).toFixed(2) } },
      invoice: { typeCode: '381', number: 'A-1' },
    })
  })

  test('drafts, sends, follows, reminds, withdraws; nobody is asked twice', async () => {
    const who = {
      email: `agent-${transport.replace(/\W/g, '')}@example.com`,
      phone: '+33611111111',
    }
    const asked = {
      file_base64: base64(await smallPdf()),
      file_name: 'contrat.pdf',
      signers: [who],
      send: false,
      idempotency_key: `draft ${transport}`,
    }
    const draft = await agent.call('create_signature_request', asked)
    expect(draft.data).toMatchObject({ status: 'draft', signers: [{ email: who.email }] })
    const document_id = draft.data.id
    expect((await agent.call('create_signature_request', asked)).data.id).toBe(document_id)
    expect((await agent.call('send_signature_request', { document_id })).data).toMatchObject({
      status: 'pending',
    })
    await agent.call('remind_signers', { document_id })
    const early = await agent.call('download_signed_file', { document_id })
    expect(early).toMatchObject({ isError: true, data: { code: 'document_state_conflict' } })
    const trail = await agent.call('get_signature_trail', { document_id })
    expect(JSON.stringify(trail.data)).toContain('document.sent')
    const ended = await agent.call('cancel_signature_request', { document_id, reason: 'An error' })
    expect(ended.data).toMatchObject({ status: 'cancelled' })
    const found = await agent.call('list_signature_requests', { email: who.email })
    expect(found.data.documents).toMatchObject([{ id: document_id, status: 'cancelled' }])
  })

  test('has a Word template of its own filled and signed, which it gives instead of a PDF', async () => {
    const template = docxWith('Lease of {tenant}. {signature:tenant}')
    const asked = {
      template_base64: base64(template),
      template_name: 'lease.docx',
      data: { tenant: 'Ada' },
      signers: [{ email: 'ada@example.com', role: 'tenant' }],
      send: false,
    }
    const made = await agent.call('create_signature_request', asked)
    expect(made.data).toMatchObject({
      status: 'draft',
      filename: 'lease.pdf',
      pages: 1,
      signers: [{ role: 'tenant', fields: [{ page: 1 }] }],
    })
    const pdf = { file_base64: base64(await smallPdf()) }
    const both = await agent.call('create_signature_request', { ...asked, ...pdf })
    expect(both).toMatchObject({ isError: true, text: 'Give one of file and template, not both.' })
  })

  test('sends from a request template, and to a list that was checked first', async () => {
    const roles = [TENANT, { role: 'landlord', email: 'landlord@example.com', order: 2 }]
    const request_template_id = await templateId(server.service, { roles })
    const listed = await agent.call('list_request_templates', { limit: 1 })
    expect(listed.data.request_templates).toMatchObject([
      { id: request_template_id, roles: [{ role: 'tenant', fields: [{}, { name: 'flat' }] }, {}] },
    ])
    const tenant = { role: 'tenant', email: 'ada@example.com', values: { flat: '4 B' } }
    const idempotency_key = `lease of ${request_template_id}`
    const asked = { request_template_id, signers: [tenant], send: false, idempotency_key }
    const draft = await agent.call('use_request_template', asked)
    expect(draft.data).toMatchObject({ status: 'draft', signers: [{ email: tenant.email }, {}] })
    expect((await agent.call('use_request_template', asked)).data.id).toBe(draft.data.id)
    const nobody = await agent.call('use_request_template', { request_template_id })
    expect(nobody).toMatchObject({ isError: true, data: { code: 'validation_failed' } })
    expect(nobody.text).toContain('tenant')

    const unsure = { request_template_id, rows: 'email,flat\nalan@example.com,5\nnobody,6\n' }
    const refused = await agent.call('create_bulk_send', { ...unsure, bad_rows: 'refuse' })
    expect(refused).toMatchObject({ isError: true, data: { code: 'validation_failed' } })
    const checked = await agent.call('create_bulk_send', unsure)
    expect(checked.data).toMatchObject({
      ...{ status: 'checked', rows: { total: 2, waiting: 1, sent: 0, bad: 1 } },
      errors: [{ line: 3, column: 'tenant.email' }],
    })
    const of = { bulk_send_id: checked.data.id }
    expect(await agent.call('start_bulk_send', of)).toMatchObject({ data: { status: 'running' } })
    const worked = async () => {
      await server.service.services.jobs.runDue()
      return (await agent.call('get_bulk_send', of)).data
    }
    await expect
      // Sends of a key are limited per minute, and the agents before have sent, too.
      .poll(worked, { timeout: 120_000, interval: 1_000 })
      .toMatchObject({ status: 'completed', rows: { sent: 1, bad: 1 } })
    const results = await agent.call('get_bulk_send_results', of)
    if (results.isError) throw new Error(results.text)
    const csv = results.content.find((part) => part.type === 'resource')
    expect(csv).toMatchObject({ resource: { text: expect.stringMatching(/doc_.*pending.*alan@/) } })
    const second = await agent.call('create_bulk_send', { ...unsure, name: 'Wrong list' })
    const ended = await agent.call('cancel_bulk_send', { bulk_send_id: second.data.id })
    expect(ended.data).toMatchObject({ status: 'cancelled', rows: { sent: 0, cancelled: 1 } })
    const all = await agent.call('list_bulk_sends', { limit: 1 })
    expect(all.data.bulk_sends).toMatchObject([{ id: second.data.id, name: 'Wrong list' }])
    expect((await agent.call('create_bulk_send', { request_template_id })).text).toMatch(
      /^Give (rows_path or )?rows\.$/,
    )
  })

  test('has invalid input reported before and by the service, and stays usable', async () => {
    const unknown = await agent.call('list_templates', { colour: 'blue' })
    expect(unknown.isError).toBe(true)
    expect(unknown.text).toContain('there is no argument colour; there are: limit, cursor')
    const missing = await agent.call('create_signature_request', { data: {} })
    expect(missing.text).toContain("arguments must have required property 'signers'")
    expect((await agent.call('render_document', { format: 'exe', data: {} })).isError).toBe(true)
    const broken = await agent.call('verify_pdf', {
      file_base64: 'not base64 !',
      file_name: 'a.pdf',
    })
    expect(broken.text).toContain('file_base64 is not base64')
    expect((await agent.call('verify_pdf')).text).toContain('Give file_')
    const noPdf = await agent.call('verify_pdf', { file_base64: base64(Buffer.from('hello')) })
    expect(noPdf.data).toMatchObject({ code: 'pdf_invalid' })
    const password = 'opens-the-file'
    const locked = {
      file_base64: base64(Buffer.from(await protectPdf(await smallPdf(), password))),
    }
    const signers = [{ email: 'ada@example.com' }]
    for (const [tool, more] of [
      ['verify_pdf', {}],
      ['detect_signature_fields', {}],
      ['create_signature_request', { signers, send: false }],
    ] as const) {
      const closed = await agent.call(tool, { ...locked, ...more })
      expect([tool, closed.data.code]).toEqual([tool, 'pdf_encrypted'])
      const opened = await agent.call(tool, { ...locked, ...more, password })
      expect([tool, opened.isError]).toEqual([tool, false])
    }
    const other = await agent.call('get_signature_request', {
      document_id: 'doc_01jd00000000000000000000zz',
    })
    expect(other.isError).toBe(true)
    const odd = await agent.call('get_template_fields', { template_id: '../../usage' })
    expect(odd.isError).toBe(true)
    await expect(agent.client.callTool({ name: 'drop_database', arguments: {} })).rejects.toThrow()
    await expect(agent.read('paraph://templates/tpl_no/fields')).rejects.toThrow(
      /validation_failed|not found/i,
    )
    expect((await agent.call('get_usage')).data).toMatchObject({ plan: { id: 'wide' } })
  })

  test('reads guides as resources and by a tool, whole or by section', async () => {
    const { resources } = await agent.client.listResources()
    expect(resources.map(({ uri }) => uri)).toContain('paraph://guides/template-language')
    const language = await agent.read('paraph://guides/template-language')
    expect(language).toContain('{#lines}')
    expect(language).not.toContain('images/')
    const section = await agent.call('get_guide', {
      topic: 'template-language',
      section: 'qr codes',
    })
    expect(section.text.startsWith('## QR codes')).toBe(true)
    expect(section.text.length).toBeLessThan(language.length / 5)
    const none = await agent.call('get_guide', { topic: 'factur-x', section: 'wizardry' })
    expect(none.isError).toBe(true)
    expect(await agent.read('paraph://guides/errors')).toContain('`quota_exceeded`')
    expect(JSON.parse(await agent.read('paraph://schemas/invoice'))).toHaveProperty('properties')
    const { resourceTemplates } = await agent.client.listResourceTemplates()
    expect(resourceTemplates.length).toBe(5)
  })

  test('offers prompts that name the tools there are', async () => {
    const { prompts } = await agent.client.listPrompts()
    expect(prompts.map(({ name }) => name)).toContain('send_for_signature')
    const names = new Set((await agent.client.listTools()).tools.map(({ name }) => name))
    for (const { name, arguments: given = [] } of prompts) {
      const filled = Object.fromEntries(given.map((one) => [one.name, 'whatever']))
      const { messages } = await agent.client.getPrompt({ name, arguments: filled })
      const [first] = messages
      const text = first?.content.type === 'text' ? first.content.text : ''
      const called = text.match(/\b[a-z]+_[a-z_]+\b/g) ?? []
      const tools = called.filter((word) => !['idempotency_key'].includes(word))
      expect(tools.length, name).toBeGreaterThan(0)
      expect(tools.filter((word) => !names.has(word))).toEqual([])
    }
  })
})

describe('a local agent', () => {
  let agent: Agent
  beforeAll(async () => {
    agent = await Agent.connect('stdio', { ...server, folder })
  })
  afterAll(() => agent.close())

  test('reads templates from the folder and saves there, replacing only on request', async () => {
    await writeFile(join(folder, 'letter.docx'), docxWith('Hello {name}'))
    const input = { template_path: 'letter.docx', data: { name: 'Ada' }, save_to: 'out/letter.pdf' }
    const made = await agent.call('render_document', input)
    expect(made.data.saved_to).toBe(join(folder, 'out/letter.pdf'))
    expect(made.content.some(({ type }) => type === 'resource')).toBe(false)
    expect((await readFile(join(folder, 'out/letter.pdf'))).subarray(0, 5).toString()).toBe('%PDF-')
    const again = await agent.call('render_document', input)
    expect(again.text).toContain('exists already')
    expect((await agent.call('render_document', { ...input, replace: true })).isError).toBe(false)
  })

  test('reaches nothing outside the folder, by dots, from the root, or by links', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'paraph-outside-'))
    await writeFile(join(outside, 'secret.docx'), docxWith('secret'))
    await symlink(outside, join(folder, 'way'))
    await symlink(join(outside, 'secret.docx'), join(folder, 'link.docx'))
    for (const template_path of ['../x.docx', '/etc/passwd', 'way/secret.docx', 'link.docx']) {
      const tried = await agent.call('validate_template', { template_path })
      expect(tried.text, template_path).toContain('is not below')
    }
    for (const save_to of ['../out.pdf', `${outside}/out.pdf`, 'way/out.pdf', 'way/new/out.pdf']) {
      const input = { template_path: 'letter.docx', data: { name: 'Ada' }, save_to }
      expect((await agent.call('render_document', input)).text, save_to).toContain('is not below')
    }
    expect(await readdir(outside)).toEqual(['secret.docx'])
    await rm(outside, { recursive: true })
  })

  test('says in a line on stderr what it was not given, and nothing on stdout', async () => {
    const bad = { url: server.url, key: '', folder }
    await expect(Agent.connect('stdio', bad)).rejects.toThrow()
    await expect(
      Agent.connect('stdio', {
        ...bad,
        url: `http://127.0.0.1:${await freePort()}`,
        key: 'pk_live_x',
      }),
    ).rejects.toThrow()
  })

  test('follows a signature to the end and verifies it', async () => {
    const who = { email: 'signs@example.com', phone: '+33622222222', locale: 'en' as const }
    await writeFile(join(folder, 'contract.pdf'), await smallPdf())
    const sent = await agent.call('create_signature_request', {
      file_path: 'contract.pdf',
      signers: [who],
    })
    const document_id = String(sent.data.id)
    expect(sent.data).toMatchObject({ status: 'pending', filename: 'contract.pdf' })
    await server.service.finish(document_id, [who])
    expect((await agent.call('get_signature_request', { document_id })).data).toMatchObject({
      status: 'completed',
      level: 'PAdES-BASELINE-LTA',
    })
    const signed = await agent.call('download_signed_file', { document_id, save_to: 'signed.pdf' })
    expect(signed.content).toContainEqual(
      expect.objectContaining({
        type: 'resource_link',
        uri: `paraph://documents/${document_id}/signed`,
      }),
    )
    const read = await agent.client.readResource({
      uri: `paraph://documents/${document_id}/signed`,
    })
    const [first] = read.contents
    const bytes = Buffer.from(first !== undefined && 'blob' in first ? first.blob : '', 'base64')
    expect(bytes.equals(await readFile(join(folder, 'signed.pdf')))).toBe(true)
    expect((await pdfFacts(bytes)).pages).toBeGreaterThan(1)
    const verdict = await agent.call('verify_pdf', { file_path: 'signed.pdf' })
    expect(verdict.data).toMatchObject({ valid: true, ours: { document_id, matches: true } })
    const evidence = await agent.call('download_evidence', { document_id })
    expect(fileIn(evidence).subarray(0, 2).toString()).toBe('PK')
  })
})
