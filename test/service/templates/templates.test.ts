import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FilePart, startTestApp, type TestApp } from '../../support/app.ts'
import { docxWith } from '../../support/docx-package.ts'
import { filesOf } from '../../support/storage.ts'

interface Template {
  id: string
  name: string
  current_version: number
  versions: number
}

let service: TestApp
const file = (text: string): FilePart => ({ filename: 'contract v1.docx', bytes: docxWith(text) })

beforeAll(async () => {
  service = await startTestApp()
})
afterAll(() => service.close())

const create = async (key: string, text = 'Hello {name}'): Promise<Template> =>
  (
    await service.call('POST', '/templates', { key, form: [['template', file(text)]] })
  ).json<Template>()

const blobs = async (): Promise<number> => (await filesOf(service, 'blobs')).length

describe('stored templates', () => {
  test('a template is made, read, renamed, listed and deleted with its file', async () => {
    const key = await service.newKey()
    const before = await blobs()
    const made = await create(key, 'One {of_its_own}')
    expect(made).toMatchObject({ name: 'contract v1', current_version: 1, versions: 1 })
    const renamed = await service.call('PATCH', `/templates/${made.id}`, {
      key,
      json: { name: 'Contract' },
    })
    expect(renamed.json()).toMatchObject({ id: made.id, name: 'Contract' })
    expect((await service.call('GET', '/templates', { key })).json()).toMatchObject({
      templates: [{ id: made.id }],
    })
    expect(await blobs()).toBe(before + 1)
    expect((await service.call('DELETE', `/templates/${made.id}`, { key })).status).toBe(204)
    expect((await service.call('GET', `/templates/${made.id}`, { key })).json()).toMatchObject({
      code: 'template_not_found',
    })
    expect(await blobs()).toBe(before)
  })

  test('the eleventh version drops the oldest that is not current, and says so', async () => {
    const key = await service.newKey()
    const { id } = await create(key, 'Version {n} 1')
    for (let version = 2; version <= 10; version++) {
      const added = await service.call('POST', `/templates/${id}/versions`, {
        key,
        form: [
          ['template', file(`Version {n} ${version}`)],
          ['note', `change ${version}`],
        ],
      })
      expect(added.json()).toMatchObject({ version, current: true })
      expect(added.json()).not.toHaveProperty('dropped_version')
    }
    await service.call('POST', `/templates/${id}/versions/1/restore`, { key })
    const eleventh = await service.call('POST', `/templates/${id}/versions`, {
      key,
      form: [['template', file('Version {n} 11')]],
    })
    expect(eleventh.json()).toMatchObject({ version: 11, current: true, dropped_version: 2 })
    const { versions } = (await service.call('GET', `/templates/${id}/versions`, { key })).json<{
      versions: Array<{ version: number }>
    }>()
    expect(versions.map(({ version }) => version)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 1])
  })

  test('an earlier version comes back by restore, and its file by download', async () => {
    const key = await service.newKey()
    const { id } = await create(key, 'First {a}')
    await service.call('POST', `/templates/${id}/versions`, {
      key,
      form: [['template', file('Second {b}')]],
    })
    expect(
      (await service.call('POST', `/templates/${id}/versions/1/restore`, { key })).json(),
    ).toMatchObject({ current_version: 1 })
    const download = await service.call('GET', `/templates/${id}/versions/1/file`, { key })
    expect(download.bytes.equals(Buffer.from(docxWith('First {a}')))).toBe(true)
    const fields = (await service.call('GET', `/templates/${id}/fields`, { key })).json<{
      schema: { properties: object }
    }>()
    expect(Object.keys(fields.schema.properties)).toEqual(['a'])
  })

  test('a template with errors is refused with all of them and leaves nothing', async () => {
    const key = await service.newKey()
    const before = await blobs()
    const answer = await service.call('POST', '/templates', {
      key,
      form: [['template', file('{#open} and {closed')]],
    })
    expect(answer.status).toBe(422)
    expect(answer.json<{ errors: object[] }>().errors.length).toBeGreaterThanOrEqual(2)
    expect((await service.call('GET', '/templates', { key })).json()).toEqual({ templates: [] })
    expect(await blobs()).toBe(before)
  })

  test("the plan's number of templates is enforced, also for parallel uploads", async () => {
    const key = await service.newKey('documents_starter')
    const form = [['template', file('Again {x}')] as const]
    const answers = []
    for (let round = 0; round < 4; round++) {
      answers.push(
        ...(await Promise.all([0, 1].map(() => service.call('POST', '/templates', { key, form })))),
      )
    }
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(5)
    expect(statuses.filter((status) => status === 409)).toHaveLength(3)
  })

  test("another account's template does not exist", async () => {
    const [mine, theirs] = [await service.newKey(), await service.newKey()]
    const { id } = await create(mine)
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['GET', '/versions'],
      ['GET', '/fields'],
      ['GET', '/versions/1/file'],
      ['POST', '/versions/1/restore'],
    ] as const) {
      const answer = await service.call(method, `/templates/${id}${path}`, { key: theirs })
      expect([answer.status, answer.json<{ code: string }>().code]).toEqual([
        404,
        'template_not_found',
      ])
    }
    const render = await service.call('POST', '/render', {
      key: theirs,
      json: { template_id: id, data: { name: 'x' } },
    })
    expect(render.json()).toMatchObject({ code: 'template_not_found' })
  })

  test('the list continues from its cursor', async () => {
    const key = await service.newKey()
    const made = [await create(key), await create(key), await create(key)].map(({ id }) => id)
    const first = (await service.call('GET', '/templates?limit=2', { key })).json<{
      templates: Template[]
      next_cursor: string
    }>()
    expect(first.templates).toHaveLength(2)
    const second = (
      await service.call('GET', `/templates?limit=2&cursor=${first.next_cursor}`, { key })
    ).json<{ templates: Template[] }>()
    expect([...first.templates, ...second.templates].map(({ id }) => id).sort()).toEqual(
      made.sort(),
    )
    expect(second).not.toHaveProperty('next_cursor')
  })
})
