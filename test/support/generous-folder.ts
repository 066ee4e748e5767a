/** A data folder for a server whose rates no test meets, and a key for it. */
import { rmSync, writeFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { GENEROUS_PLANS } from './generous-plans.ts'
import { engineSettings } from './place.ts'
import { adminKey, dataFolder } from './server-process.ts'

function settingsFor(folder: string) {
  const plans = join(folder, 'plans.json')
  writeFileSync(plans, JSON.stringify(GENEROUS_PLANS))
  return {
    PARAPH_DATA_DIR: folder,
    PARAPH_PLANS_FILE: plans,
    PARAPH_OFFICE_WORKERS: '1',
    PARAPH_MERGE_WORKERS: '1',
    ...engineSettings(folder),
  }
}

let first: Promise<{ path: string; key: string }> | undefined
/** What every folder begins with, made once in a process: the commands that make it take seconds. */
async function makeFirst(): Promise<{ path: string; key: string }> {
  const { path } = await dataFolder()
  process.once('exit', () => rmSync(path, { recursive: true, force: true }))
  return { path, key: await adminKey(settingsFor(path), 'abused') }
}

/** Makes it. @param more settings besides */
export async function generousFolder(more: Record<string, string> = {}) {
  const folder = await dataFolder()
  const settings = settingsFor(folder.path)
  return { ...folder, settings: { ...settings, ...more }, key: await keyIn(folder.path, settings) }
}

async function keyIn(folder: string, settings: Record<string, string>): Promise<string> {
  // Nothing of rows in PostgreSQL comes along with a copy.
  if (settings.PARAPH_DATABASE_URL !== undefined) return await adminKey(settings, 'abused')
  first ??= makeFirst()
  const { path, key } = await first
  await cp(path, folder, { recursive: true })
  return key
}

export type GenerousFolder = Awaited<ReturnType<typeof generousFolder>>
