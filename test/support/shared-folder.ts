/** The folder of what the tests of one process share. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Names the folder of a whole run; `built.ts` makes and removes it. */
export const SHARED_FOLDER_VARIABLE = 'TEST_SHARED_FOLDER'
/** Read before any test: some have temporary folders of their own, which they remove. */
const PARENT = process.env[SHARED_FOLDER_VARIABLE] ?? tmpdir()

/** A new folder that stays until the run ends. */
export const sharedFolder = (name: string): string => mkdtempSync(join(PARENT, `${name}-`))
