/** A bucket that keeps versions brings back what was lost or cut off in it. */
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutBucketVersioningCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommandLine } from '../../../src/cli/run.ts'
import { type FormParts, startTestApp, type TestApp } from '../../support/app.ts'
import { docxOf } from '../../support/docx-package.ts'
import { S3_BUCKET, storageSettings } from '../../support/place.ts'
import { type S3Server, startS3 } from '../../support/s3-servers.ts'

type At = { Bucket: string; Key: string }

let server: S3Server
let service: TestApp
beforeAll(async () => {
  server = await startS3('moto')
  const VersioningConfiguration = { Status: 'Enabled' } as const
  await server.client.send(
    new PutBucketVersioningCommand({ Bucket: S3_BUCKET, VersioningConfiguration }),
  )
  service = await startTestApp(storageSettings(server.endpoint))
})
afterAll(async () => {
  await service.close()
  server.stop()
})

async function verifyStorage(...flags: string[]) {
  const said: string[] = []
  const say = (line: string) => void said.push(line)
  const code = await runCommandLine(['verify-storage', ...flags], {
    config: () => service.config,
    out: say,
    note: say,
  })
  return { code, said: said.join('\n') }
}

test('files that were deleted or cut off come back from earlier versions, and others are reported', async () => {
  const key = await service.newKey()
  const ids: string[] = []
  for (const text of ['one', 'two', 'three']) {
    const bytes = docxOf({ body: `<w:p><w:r><w:t>Hello ${text}</w:t></w:r></w:p>` })
    const form: FormParts = [['template', { filename: 'a.docx', bytes }]]
    ids.push((await service.call('POST', '/templates', { key, form })).json<{ id: string }>().id)
  }
  const { Contents = [] } = await server.client.send(
    new ListObjectsV2Command({ Bucket: S3_BUCKET }),
  )
  const keys = Contents.flatMap(({ Key = '' }) => (/\/blobs\/[0-9a-f]{64}$/.test(Key) ? [Key] : []))
  expect(keys).toHaveLength(3)
  const [lost, cut, gone] = keys.map((Key) => ({ Bucket: S3_BUCKET, Key })) as [At, At, At]
  const { client } = server
  await client.send(new DeleteObjectCommand(lost))
  const whole = await client.send(new GetObjectCommand(cut))
  const Body = (await whole.Body?.transformToByteArray())?.subarray(0, 100) ?? ''
  // Twice: the newest versions are damaged too.
  for (const _time of [1, 2]) await client.send(new PutObjectCommand({ ...cut, Body }))
  const { VersionId } = await client.send(new GetObjectCommand(gone))
  await client.send(new DeleteObjectCommand({ ...gone, VersionId }))

  const found = await verifyStorage()
  expect([found.code, found.said.match(/(?:damaged|missing) {2}/g)?.length]).toEqual([1, 3])
  const repaired = await verifyStorage('--repair-from', 'versions')
  expect(repaired.said.match(/^repaired/gm)).toHaveLength(2)
  // No version of it is left: it stays reported.
  expect(repaired.said).toContain(`missing  ${gone.Key.slice(-64)}`)
  const statuses = await Promise.all(
    ids.map(
      async (id) => (await service.call('GET', `/templates/${id}/versions/1/file`, { key })).status,
    ),
  )
  expect(statuses.sort()).toEqual([200, 200, 500])
})
