/** The whole service with its files in a bucket, also while that cannot be reached. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ListObjectsV2Command } from '@aws-sdk/client-s3'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createServices } from '../../../src/app/services.ts'
import { runCommandLine } from '../../../src/cli/run.ts'
import { examineStorage } from '../../../src/cli/storage-check.ts'
import { loadConfig } from '../../../src/config/config.ts'
import { sha256Hex } from '../../../src/files/blob-store.ts'
import { docxOf } from '../../support/docx-package.ts'
import { type FaultyProxy, startFaultyProxy } from '../../support/faulty-proxy.ts'
import { S3_BUCKET, storageSettings } from '../../support/place.ts'
import { type S3Server, startS3 } from '../../support/s3-servers.ts'
import { type SigningApp, smallPdf, somebody, startSigningApp } from '../../support/signing-app.ts'
import { smallFont } from '../../support/small-font.ts'

let server: S3Server
let proxy: FaultyProxy
let signing: SigningApp
let settings: Record<string, string>
beforeAll(async () => {
  server = await startS3('S3Proxy')
  proxy = await startFaultyProxy(server.endpoint)
  settings = storageSettings(proxy.endpoint)
  signing = await startSigningApp(settings)
})
afterEach(() => {
  proxy.fault = () => 'pass'
})
afterAll(async () => {
  await signing.app.close()
  await proxy.close()
  server.stop()
})

const FONT = smallFont({})

const away = () => {
  proxy.fault = () => 'cut'
}

/** Keys of a kind, without what stands before. */
async function stored(kind: string): Promise<string[]> {
  const prefix = `${/files\/([\w-]+)/.exec(settings.PARAPH_STORAGE_URL ?? '')?.[1]}/${kind}/`
  const { Contents = [] } = await server.client.send(
    new ListObjectsV2Command({ Bucket: S3_BUCKET, Prefix: prefix }),
  )
  return Contents.map(({ Key = '' }) => Key.slice(prefix.length))
}

const inBoxes = docxOf({
  body: '<w:p><w:r><w:rPr><w:rFonts w:ascii="Boxes" w:hAnsi="Boxes"/></w:rPr><w:t>Hello {name}</w:t></w:r></w:p>',
})

describe('documents from stored templates', () => {
  let key = ''
  let template = ''
  const upload = (path: string, name: string, filename: string, bytes: Uint8Array) =>
    signing.app.call('POST', path, { key, form: [[name, { filename, bytes }]] })
  const render = () =>
    signing.app.call('POST', '/render', {
      key,
      form: [
        ['template_id', template],
        ['data', '{"name":"Zoé"}'],
      ],
    })

  test('with a font of the account, both from the bucket', async () => {
    key = await signing.app.newKey()
    expect((await upload('/fonts', 'font', 'boxes.ttf', FONT)).status).toBe(201)
    const made = await upload('/templates', 'template', 'a.docx', inBoxes)
    template = made.json<{ id: string }>().id
    expect(await stored('blobs')).toEqual([sha256Hex(inBoxes)])
    expect(await stored('fonts')).toEqual([sha256Hex(FONT)])
    const answer = await render()
    expect(answer.status).toBe(200)
    const fonts = execFileSync('pdffonts', ['-'], { input: answer.bytes, encoding: 'utf8' })
    expect(fonts).toContain('Boxes')
  })

  test('are made while the bucket is away; new files are refused and leave nothing', async () => {
    away()
    expect((await render()).status).toBe(200)
    const refused = await upload('/templates', 'template', 'b.docx', docxOf({ body: '<w:p/>' }))
    expect([refused.status, refused.json()]).toMatchObject([503, { code: 'storage_unavailable' }])
    expect(refused.headers['retry-after']).toBe('30')
    proxy.fault = () => 'pass'
    const { templates } = (await signing.app.call('GET', '/templates', { key })).json<{
      templates: unknown[]
    }>()
    expect(templates).toHaveLength(1)
  })

  test('a deleted template and font leave their place, and can be read no more', async () => {
    expect((await signing.app.call('DELETE', `/templates/${template}`, { key })).status).toBe(204)
    expect(await stored('blobs')).toEqual([])
    expect(await stored('removed/blobs')).toEqual([sha256Hex(inBoxes)])
    expect((await render()).json()).toMatchObject({ code: 'template_not_found' })
  })

  test('nothing of it is in the data folder but copies', () => {
    expect(existsSync(join(signing.app.folder, 'blobs'))).toBe(false)
    expect(existsSync(join(signing.app.folder, 'documents'))).toBe(false)
    expect(readdirSync(join(signing.app.folder, 'storage-cache'))).toEqual([
      'blobs',
      'deferred',
      'fonts',
    ])
  })
})

describe('a signature request', () => {
  test('from creation to the signed file', async () => {
    const who = [somebody(), somebody()]
    const { id } = await signing.create(who)
    await signing.work()
    for (const one of who) {
      await (await signing.person(one)).signWhole()
      await signing.work()
    }
    expect((await signing.get(id)).status).toBe('completed')
    const original = await signing.act('GET', id, '/file')
    expect(original.bytes.equals(Buffer.from(await smallPdf()))).toBe(true)
    const signed = await signing.act('GET', id, '/signed')
    expect(await stored('documents')).toContain(sha256Hex(signed.bytes))
    expect((await signing.act('GET', id, '/proof')).status).toBe(200)
    // Original, laid out, signed, proof; the revisions between are removed.
    expect(await stored('documents')).toHaveLength(4)
  })

  test('is refused while the bucket is away, and nothing of it stays', async () => {
    away()
    const answer = await signing.post([somebody()])
    expect([answer.status, answer.json()]).toMatchObject([503, { code: 'storage_unavailable' }])
    expect(answer.headers['retry-after']).toBe('30')
    proxy.fault = () => 'pass'
    expect((await signing.post([somebody()])).status).toBe(201)
  })

  test('of which the bucket loses sight while a person signs is signed later, once', async () => {
    const who = somebody()
    const { id } = await signing.create([who])
    await signing.work()
    const person = await signing.person(who)
    await person.verify()
    away()
    const answer = await person.sign()
    expect([200, 202, 503]).toContain(answer.status)
    await signing.work()
    proxy.fault = () => 'pass'
    for (let tries = 0; tries < 6; tries += 1) {
      signing.app.clock.move(3_600_000)
      await signing.work()
    }
    if (answer.status === 503) await person.sign()
    await signing.work()
    expect((await signing.get(id)).status).toBe('completed')
    const trail = (await signing.act('GET', id, '/audit')).json<{ entries: { type: string }[] }>()
    expect(trail.entries.filter(({ type }) => type === 'signer.signed')).toHaveLength(1)
  })
})

describe('operators see', () => {
  test('the bucket in /health/ready, never unready because of it, and its requests in /metrics', async () => {
    const ready = async () =>
      (await signing.app.call('GET', '/health/ready')).json<{ parts: { storage: object } }>()
    expect((await ready()).parts.storage).toMatchObject({
      status: 'up',
      detail: expect.stringMatching(/^s3:\/\/files\/test-/),
    })
    const metrics = (await signing.app.call('GET', '/metrics')).bytes.toString()
    expect(metrics).toMatch(/paraph_storage_requests_total\{operation="put",outcome="ok"\} \d+/)
    expect(metrics).toMatch(/paraph_storage_requests_total\{operation="put",outcome="failed"\} \d+/)
    expect(metrics).toMatch(/paraph_storage_request_seconds_count\{operation="get"\} \d+/)
    expect(metrics).not.toContain(settings.AWS_SECRET_ACCESS_KEY)
  })

  test('the bucket in doctor, with what is wrong', async () => {
    expect(await examineStorage(signing.app.config)).toMatchObject([{ ok: true }])
    proxy.fault = ({ method }) => (method === 'DELETE' ? 403 : 'pass')
    const [wrong] = await examineStorage(signing.app.config)
    expect(wrong).toMatchObject({ name: 'file storage', required: true, ok: false })
    expect(wrong?.detail).toContain('give the account the right s3:DeleteObject')
  })

  test('a start that is refused, with nothing written', async () => {
    const folder = join(signing.app.folder, 'never')
    const url = settings.PARAPH_STORAGE_URL?.replace('s3://files', 's3://no-such-bucket')
    const config = loadConfig({
      ...settings,
      PARAPH_STORAGE_URL: url,
      PARAPH_DATA_DIR: folder,
    })
    await expect(createServices(config)).rejects.toThrow(
      /^PARAPH_STORAGE_URL: s3:\/\/no-such-bucket.* does not exist: create it/,
    )
    expect(existsSync(folder)).toBe(false)
  })

  test('what a backup does not hold', async () => {
    const said: string[] = []
    const to = join(signing.app.folder, '..', `backup-${process.pid}`)
    const code = await runCommandLine(['backup', '--to', to], {
      config: () => signing.app.config,
      out: (line) => said.push(line),
      note: (line) => said.push(line),
    })
    expect([code, said.join('\n')]).toEqual([
      0,
      expect.stringMatching(/Not included: .* s3:\/\/files\/test-.* versioning/),
    ])
    expect(existsSync(join(to, 'storage-cache'))).toBe(false)
  })
})
