/** The connectors against a running service: the n8n node, the Zapier app and the Make app, each as its platform runs it. */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EVENT_TYPES } from '../../src/webhooks/events.ts'
import { ROOT } from '../support/client-place.ts'
import { bulkByMake, bulkByN8n, bulkByZapier } from '../support/connector-bulk.ts'
import { creditByMake, creditByN8n, creditByZapier } from '../support/connector-credits.ts'
import {
  binary,
  ConnectorStage,
  isPdf,
  PACKED,
  sample,
  sampleJson,
  WORD,
} from '../support/connector-stage.ts'
import { followSigned } from '../support/connector-triggers.ts'
import { MakeApp } from '../support/make-app.ts'
import { mistakesIn } from '../support/make-checks.ts'
import { N8n } from '../support/n8n.ts'
import { smallPdf } from '../support/signing-app.ts'
import type { Zapier } from '../support/zapier.ts'

type Json = Record<string, unknown>

/** Those whom `contract.docx` names. */
const PARTIES = [
  { email: 'ada@example.com', role: 'provider' },
  { email: 'alan@example.com', role: 'client', order: 2 },
]

let stage: ConnectorStage
let n8n: N8n
let zapier: Zapier
const make = new MakeApp()

beforeAll(async () => {
  stage = await ConnectorStage.open()
  n8n = stage.n8n
  zapier = stage.zapier
})
afterAll(() => stage.close())

describe('the n8n node', () => {
  const stored = { resource: 'document', templateSource: 'stored' }

  test('follows the rules of n8n for nodes, cloud support included', async () => {
    await stage.place.run('npm', ['run', '--silent', 'lint'], join(ROOT, 'connectors/n8n'))
  })

  test('is packed with what it shows and without its sources', async () => {
    const files = (await stage.place.run('tar', ['-tzf', PACKED])).trim().split('\n')
    expect(files).toContain('package/dist/nodes/Paraph/paraph.svg')
    expect(files.filter((path) => path.endsWith('.node.js'))).toHaveLength(2)
    expect(files.filter((path) => /(?<!\.d)\.ts$/.test(path))).toEqual([])
  })

  test('distinguishes a working connection from a wrong one', async () => {
    expect(await n8n.testConnection()).toBe(200)
    expect(await new N8n(stage.url, 'pk_live_wrong').testConnection()).toBe(401)
  })

  test('makes a document of a stored template and of the file of an item', async () => {
    expect(await n8n.options('getTemplates')).toContainEqual({
      name: 'letter',
      value: stage.templateId,
    })
    const [made] = await n8n.run(
      {
        ...stored,
        operation: 'render',
        templateId: stage.templateId,
        options: { output_filename: 'Lettre à Zoé', contents: 'refresh', strict: true },
      },
      [{ json: sampleJson('letter.json') }],
    )
    expect(made?.json).toEqual({ fileName: 'Lettre à Zoé.pdf', mimeType: 'application/pdf' })
    isPdf(made?.binary?.data?.data)
    const [other] = await n8n.run(
      {
        ...{ resource: 'document', operation: 'render', format: 'docx', templateSource: 'file' },
        ...{ templateField: 'word', options: { outputField: 'copy' } },
      },
      [
        {
          json: sampleJson('letter.json'),
          binary: { word: binary('letter.docx', sample('letter.docx')) },
        },
      ],
    )
    expect(other).toMatchObject({ pairedItem: { item: 0 }, binary: { copy: { mimeType: WORD } } })
  })

  test('makes an electronic invoice', async () => {
    const [made] = await n8n.run(
      {
        ...{ resource: 'document', operation: 'renderFacturx', templateSource: 'file' },
        data: JSON.stringify(sampleJson('facturx-invoice.json')),
      },
      [{ json: {}, binary: { data: binary('i.docx', sample('facturx-invoice.docx')) } }],
    )
    const invoice = made?.binary?.data?.data ?? ''
    expect(Buffer.from(invoice, 'base64').toString('latin1')).toContain('factur-x.xml')
    isPdf(await creditByN8n(n8n, Buffer.from(invoice, 'base64')))
  })

  test('says what is wrong, and continues where it is set to', async () => {
    const input = { ...stored, operation: 'render', templateId: stage.templateId, data: '{}' }
    const missing = {
      httpCode: '422',
      description: expect.stringMatching(/^data_missing: .*\n\//s),
    }
    await expect(n8n.run(input)).rejects.toMatchObject(missing)
    const [reported] = await n8n.run(input, [{ json: {} }], true)
    expect(reported?.json).toMatchObject({ description: missing.description })
    await expect(n8n.run({ ...input, data: '{"a":' })).rejects.toThrow(/JSON/)
  })

  test('asks for a signature once, however often n8n tries', async () => {
    const input = {
      ...{ resource: 'signatureRequest', operation: 'createFromPdf' },
      signers: { signer: [{ email: 'ada@example.com', first_name: '', locale: 'en', order: 1 }] },
      requestOptions: { name: 'Contract', external_id: 'n8n-1' },
    }
    const items = [
      { json: {}, binary: { data: binary('c.pdf', await smallPdf(), 'application/pdf') } },
    ]
    const [made] = await n8n.run(input, items)
    expect(made?.json).toMatchObject({ status: 'pending', name: 'Contract', external_id: 'n8n-1' })
    const again = await n8n.run(input, items)
    expect(again[0]?.json.id).toBe(made?.json.id)
    n8n.executionId = '2'
    expect((await n8n.run(input, items))[0]?.json.id).not.toBe(made?.json.id)
    const of = { resource: 'signatureRequest', documentId: made?.json.id }
    expect((await n8n.run({ ...of, operation: 'get' }))[0]?.json.id).toBe(made?.json.id)
    // Whoever was invited just now is not reminded yet.
    const early = expect(n8n.run({ ...of, operation: 'remind' })).rejects
    await early.toMatchObject({ httpCode: '429' })
    const [file] = await n8n.run({ ...of, operation: 'download', file: 'file' })
    isPdf(file?.binary?.data?.data)
    const [cancelled] = await n8n.run({ ...of, operation: 'cancel' })
    expect(cancelled?.json).toMatchObject({ status: 'cancelled' })
    const listed = { resource: 'signatureRequest', operation: 'getAll', returnAll: true }
    const filters = { status: 'cancelled', external_id: 'n8n-1' }
    const all = await n8n.run({ ...listed, filters })
    expect(all.map((one) => one.json.id)).toEqual([made?.json.id])
    n8n.executionId = '4'
    const several = { ...input, furtherFields: 'annex', requestOptions: { tags: 'Bail, 2026' } }
    const [first] = items
    const annex = binary('annex.pdf', await smallPdf(), 'application/pdf')
    const [bundle] = await n8n.run(several, [{ json: {}, binary: { ...first?.binary, annex } }])
    expect(bundle?.json).toMatchObject({
      tags: ['Bail', '2026'],
      files: [{}, { filename: 'annex.pdf' }],
    })
    const search = { q: 'ada@', status: ['pending', 'draft'], tag: 'bail' }
    const found = await n8n.run({ ...listed, filters: search })
    expect(found.map((one) => one.json.id)).toEqual([bundle?.json.id])
    const templates = { resource: 'template', operation: 'getAll', limit: 1 }
    expect(await n8n.run(templates)).toHaveLength(1)
  })

  test('has a template filled and signed', async () => {
    n8n.executionId = '3'
    const [made] = await n8n.run(
      {
        ...{
          resource: 'signatureRequest',
          operation: 'createFromTemplate',
          templateSource: 'file',
        },
        signers: { signer: PARTIES },
      },
      [
        {
          json: sampleJson('contract.json'),
          binary: { data: binary('c.docx', sample('contract.docx')) },
        },
      ],
    )
    expect(made?.json.status).toBe('pending')
  })

  test('sends a request template to one person, to all items and to a file of rows', () =>
    bulkByN8n(stage))
})

describe('the Zapier app', () => {
  test('is one that Zapier takes', async () => {
    expect(await zapier.mistakes()).toEqual([])
  })

  test('distinguishes a working connection from a wrong one, and names it', async () => {
    const { authentication } = zapier.app
    const usage = await zapier.run<Json>(authentication.test)
    const label = zapier.run(authentication.connectionLabel, { inputData: usage })
    expect(await label).toMatch(/ \(Wide\)$/)
    const authData = { ...zapier.authData, api_key: 'pk_live_wrong' }
    await expect(zapier.run(authentication.test, { authData })).rejects.toThrow(/key/)
  })

  test('asks for the fields of the chosen template and makes a document of them', async () => {
    const list = await zapier.run<Json[]>(zapier.app.triggers.template_list?.operation.perform)
    expect(list).toContainEqual(expect.objectContaining({ id: stage.templateId, name: 'letter' }))
    const { perform, inputFields = [] } = zapier.app.creates.render_document?.operation ?? {}
    const chosen = inputFields.find((one) => typeof one === 'function')
    const fields = await zapier.run<Json[]>(chosen, {
      inputData: { template_id: stage.templateId },
    })
    const keys = fields.map(({ key }) => key)
    expect(keys).toEqual(expect.arrayContaining(['data__sender__name', 'data__order__total']))
    expect(fields.find(({ key }) => key === 'data__steps')).toMatchObject({
      children: [{ key: 'data__steps__date' }, { key: 'data__steps__what' }],
    })
    const { subject: _subject, steps: _steps, sender, ...data } = sampleJson('letter.json')
    const inputData = {
      ...{ template_id: stage.templateId, json_data: JSON.stringify({ ...data, sender }) },
      ...{ data__subject: 'From Zapier', data__sender__name: 'Ada Martin' },
      data__steps: [{ data__steps__what: 'Paint', data__steps__date: '2026-11-21' }],
      format: 'pdf',
    }
    const made = await zapier.run<{ file: string; filename: string }>(perform, { inputData })
    isPdf(zapier.file(made.file))
    expect(made.filename).toMatch(/\.pdf$/)
  })

  test('makes an electronic invoice of a Word file that another step made', async () => {
    const inputData = {
      template: zapier.offer('invoice.docx', sample('facturx-invoice.docx')),
      json_data: JSON.stringify(sampleJson('facturx-invoice.json')),
    }
    const { perform } = zapier.app.creates.render_facturx?.operation ?? {}
    const made = await zapier.run<{ file: string }>(perform, { inputData })
    expect(zapier.file(made.file).toString('latin1')).toContain('factur-x.xml')
    isPdf(await creditByZapier(zapier, zapier.file(made.file)))
  })

  test('says what is wrong', async () => {
    const { perform } = zapier.app.creates.render_document?.operation ?? {}
    const inputData = { template_id: stage.templateId }
    await expect(zapier.run(perform, { inputData })).rejects.toThrow(/\/sender\/name /)
    await expect(zapier.run(perform)).rejects.toThrow(/Choose a stored template/)
  })

  test('makes a signature request and finds it again', async () => {
    const inputData = {
      file: zapier.offer('contract.pdf', await smallPdf()),
      files: [zapier.offer('annex.pdf', await smallPdf())],
      signers: [{ email: 'ada@example.com', locale: 'en', role: '' }],
      ...{ name: 'Contract', external_id: 'zap-1' },
    }
    const { perform } = zapier.app.creates.create_signature_request?.operation ?? {}
    const made = await zapier.run<Json>(perform, { inputData })
    expect(made).toMatchObject({ status: 'pending', external_id: 'zap-1' })
    expect(made.files).toMatchObject([{ filename: 'contract.pdf' }, { filename: 'annex.pdf' }])
    isPdf(await zapier.fetched(made.original_file))
    const find = zapier.app.searches.find_signature_request?.operation.perform
    for (const by of [{ id: made.id }, { external_id: 'zap-1' }])
      expect(await zapier.run<Json[]>(find, { inputData: by })).toMatchObject([{ id: made.id }])
    await expect(zapier.run(find)).rejects.toThrow(/Give an ID/)
    const { perform: findTemplate } = zapier.app.searches.find_template?.operation ?? {}
    const found = await zapier.run<Json[]>(findTemplate, { inputData: { name: 'LETTER' } })
    expect(found[0]?.id).toBe(stage.templateId)
  })

  test('sends a request template to one person and to a list, and finds its results', () =>
    bulkByZapier(stage))
})

describe('the Make app', () => {
  test('calls what the service describes, with fields that it takes', () => {
    expect(mistakesIn(make)).toEqual([])
  })

  test('connects, and refuses a wrong key', async () => {
    const given = { baseUrl: stage.url, apiKey: stage.key }
    expect(await make.connect(given)).toMatchObject({ value: expect.stringMatching(/ \(Wide\)$/) })
    await expect(make.connect({ ...given, apiKey: 'pk_live_wrong' })).rejects.toThrow(/^\[401\]/)
  })

  test('makes documents of stored templates', async () => {
    const options = (await make.run('rpc', 'listTemplates')) as { label: string; value: string }[]
    expect(options).toContainEqual({ label: 'letter', value: stage.templateId })
    const parameters = {
      ...{
        template_id: stage.templateId,
        format: 'pdf',
        locale: 'fr-FR',
        output_filename: 'Lettre',
      },
      ...{ changes: 'original', contents: 'keep', strict: true },
      data: JSON.stringify(sampleJson('letter.json')),
    }
    const made = (await make.run('module', 'renderDocument', { parameters })) as { data: Buffer }
    expect(made).toMatchObject({ fileName: 'Lettre.pdf', mimeType: 'application/pdf' })
    isPdf(made.data)
    const invoice = {
      template_id: options.find(({ label }) => label === 'facturx-invoice')?.value,
      ...{ profile: 'en16931', data: JSON.stringify(sampleJson('facturx-invoice.json')) },
    }
    const facturx = await make.run('module', 'renderFacturx', { parameters: invoice })
    expect((facturx as { data: Buffer }).data.toString('latin1')).toContain('factur-x.xml')
    isPdf(await creditByMake(make, (facturx as { data: Buffer }).data))
    const wrong = make.run('module', 'renderDocument', {
      parameters: { ...parameters, data: '{}' },
    })
    await expect(wrong).rejects.toThrow(/^data_missing: .*\/sender\/name/)
    const templates = await make.run('module', 'searchTemplates', { parameters: { limit: 10 } })
    expect(templates).toHaveLength(2)
  })

  test('makes signature requests, reminds, finds, downloads and cancels', async () => {
    const signers = [{ email: 'ada@example.com', locale: 'en' }]
    const file = { file_name: 'contrat.pdf', file_data: Buffer.from(await smallPdf()) }
    const made = (await make.run('module', 'createSignatureRequestFromPdf', {
      parameters: { ...file, signers, name: 'Contract', external_id: 'make-1' },
    })) as Json
    expect(made).toMatchObject({ status: 'pending', filename: 'contrat.pdf' })
    const contract = await stage.upload('contract.docx')
    const other = await make.run('module', 'createSignatureRequest', {
      parameters: {
        ...{ template_id: contract, data: sample('contract.json').toString() },
        signers: PARTIES,
      },
    })
    expect(other).toMatchObject({ status: 'pending' })
    const parameters = { id: made.id }
    expect(await make.run('module', 'getSignatureRequest', { parameters })).toMatchObject(
      parameters,
    )
    const early = expect(make.run('module', 'remindSigners', { parameters })).rejects
    await early.toThrow(/was e-mailed/)
    const found = await make.run('module', 'searchSignatureRequests', {
      parameters: { external_id: 'make-1', limit: 10 },
    })
    expect(found).toMatchObject([parameters])
    const original = { parameters: { ...parameters, file: 'file' } }
    isPdf(((await make.run('module', 'downloadFile', original)) as { data: Buffer }).data)
    const cancelled = await make.run('module', 'cancelSignatureRequest', { parameters })
    expect(cancelled).toMatchObject({ status: 'cancelled' })
  })

  test('sends a request template to one person and to a list, and follows it', () =>
    bulkByMake(make, stage))
})

describe('triggers', () => {
  test('offer every event that the service has', () => {
    const known = [...EVENT_TYPES].toSorted()
    const [field] = make.file<{ options: { value: string }[] }[]>(
      'webhooks/events/events.params.iml.json',
    )
    expect(field?.options.map(({ value }) => value).toSorted()).toEqual(known)
    expect(n8n.triggerEvents().toSorted()).toEqual(known)
    const zapierTypes = Object.values(zapier.app.triggers).flatMap(
      ({ operation }) => operation.sample?.type ?? [],
    )
    expect(known).toEqual(expect.arrayContaining(zapierTypes))
  })

  test('receive the event of a signed document, trust it and nothing else, and are removed', () =>
    followSigned(make, stage))
})
