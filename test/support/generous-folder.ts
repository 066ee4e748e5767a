/** A data folder for a server whose rates no test meets, and a key for it. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { GENEROUS_PLANS } from './abuse.ts'
import { adminKey, dataFolder } from './server-process.ts'

/** Makes it. @param more settings besides */
export async function generousFolder(more: Record<string, string> = {}) {
  const folder = await dataFolder()
  const plans = join(folder.path, 'plans.json')
  writeFileSync(plans, JSON.stringify(GENEROUS_PLANS))
  const settings = {
    PARAPH_DATA_DIR: folder.path,
    PARAPH_PLANS_FILE: plans,
    PARAPH_OFFICE_WORKERS: '1',
    PARAPH_MERGE_WORKERS: '1',
    ...more,
  }
  return { ...folder, settings, key: await adminKey(settings, 'abused') }
}

export type GenerousFolder = Awaited<ReturnType<typeof generousFolder>>
