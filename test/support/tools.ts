/** Programs of other people that only tests use; `scripts/setup test` puts them into the user's cache. */
import { homedir } from 'node:os'
import { join } from 'node:path'

const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'paraph')

/** Where one is, by its path in that folder. */
export const toolPath = (path: string): string => join(CACHE, path)
