/** Locations of the program's own files, run from source or as built. */
import { existsSync } from 'node:fs'

/** The folder of package.json: code may be moved within it, and a build does. */
function rootOf(folder: URL): URL {
  return existsSync(new URL('package.json', folder)) ? folder : rootOf(new URL('../', folder))
}
const ROOT = rootOf(new URL('./', import.meta.url))

/** Whether the code runs from source, not as built. */
export const fromSource = import.meta.url.endsWith('.ts')

/** A code file, by its path relative to `src`; the build puts it into dist. */
export const codeFile = (path: string): URL => programFile(`${fromSource ? 'src' : 'dist'}/${path}`)

/** A file read at run time, by its path relative to the folder of package.json. */
export const programFile = (path: string): URL => new URL(path, ROOT)
