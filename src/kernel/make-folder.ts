/** Folders, with those above them. */
import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a folder (mode 0700) and those above it that are missing. Node's own recursive `mkdir` never returns where
 * the system denies that the parent exists, as below /proc.
 * @throws the error of the system, such as ENOTDIR or EACCES
 */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  const parent = dirname(folder)
  if (parent !== folder) makeFolder(parent)
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!existsSync(folder)) throw error
  }
}
