/** Where the program's own files lie, whether it runs as source or as built. */
import { existsSync } from 'node:fs'

/** The folder of package.json: code may be moved within it, and a build does. */
function rootOf(folder: URL): URL {
  return existsSync(new URL('package.json', folder)) ? folder : rootOf(new URL('../', folder))
}
const ROOT = rootOf(new URL('./', import.meta.url))

/** The code runs as it was written, not as it was built. */
export const fromSource = import.meta.url.endsWith('.ts')

/** A file that is code itself, by its path from `src`; the build puts it into dist. */
export const codeFile = (path: string): URL => programFile(`${fromSource ? 'src' : 'dist'}/${path}`)

/** A file that the program reads while it runs, by its path from the folder of package.json. */
export const programFile = (path: string): URL => new URL(path, ROOT)
