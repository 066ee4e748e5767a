/** Three instances are replaced by the next build, one after the other, while callers and signers go on. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Cluster, startCluster } from '../support/cluster.ts'
import { ClusterLoad } from '../support/cluster-load.ts'
import { pause } from '../support/kill-stage.ts'
import { makeNextBuild } from '../support/next-build.ts'

let cluster: Cluster

beforeEach(async () => {
  cluster = await startCluster()
}, 300_000)
afterEach(() => cluster.close())

const NEXT = "SELECT name FROM schema_migrations WHERE name = 'of the next build'"

test('no call fails while old and new instances serve one database', async () => {
  const { folder, nodes } = cluster.parts
  const next = makeNextBuild(folder)
  const load = new ClusterLoad(cluster)
  let isOver = false
  const both: Array<[documents: number, renders: number]> = []
  const upgrade = async (): Promise<void> => {
    for (const node of nodes) {
      await pause(3_000)
      await node.upgrade(next)
      both.push([load.documents.length, load.renders])
    }
    await pause(3_000)
    both.push([load.documents.length, load.renders])
  }
  await Promise.all([
    load.until(() => isOver),
    upgrade().finally(() => {
      isOver = true
    }),
  ])
  console.info({ ...load, documents: load.documents.length, both })
  expect([load.wrong, load.cut, [...load.later]]).toEqual([[], 0, []])
  // Work went on between the first replacement and the last, or the end.
  const [first, last] = [both[0], both.at(-1)]
  expect(last?.[0]).toBeGreaterThan(first?.[0] ?? 0)
  expect(last?.[1]).toBeGreaterThan(first?.[1] ?? 0)
  const open = "SELECT id FROM signature_requests WHERE status <> 'completed'"
  await expect.poll(() => cluster.rows(open), { timeout: 60_000, interval: 500 }).toEqual([])
  expect(await cluster.rows(NEXT)).toHaveLength(1)
  expect(await cluster.stop()).toEqual([0, 0, 0])
}, 300_000)
