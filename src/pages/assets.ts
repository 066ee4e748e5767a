/** Style sheets, scripts, fonts and pictures of the pages, read once and served from memory. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { programFile } from '../kernel/program-files.ts'

/** One file as served. */
export interface Asset {
  type: string
  identity: Buffer
  br?: Buffer
  gzip?: Buffer
}

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
}

/** Output folder of `npm run build`: the same when run from source or from dist. */
const FOLDER = fileURLToPath(programFile('dist/assets/'))

/** The built assets. */
export class Assets {
  readonly #urls: Record<string, string>
  readonly #files: ReadonlyMap<string, Asset>

  private constructor(urls: Record<string, string>, files: ReadonlyMap<string, Asset>) {
    this.#urls = urls
    this.#files = files
  }

  /**
   * Reads the output of `scripts/build-assets.ts`; if there is none, the set is empty and {@link missing} reports it.
   */
  static open(folder = FOLDER): Assets {
    const manifest = join(folder, 'manifest.json')
    if (!existsSync(manifest)) return new Assets({}, new Map())
    const { urls } = JSON.parse(readFileSync(manifest, 'utf8')) as { urls: Record<string, string> }
    return new Assets(urls, readFiles(join(folder, 'files')))
  }

  /** Message for the operator when the pages have neither styles nor scripts. */
  get missing(): string | undefined {
    if (this.#files.size > 0) return undefined
    return 'the pages have no style and no script: run "npm run build" (or "npm run assets")'
  }

  /** The URL of a file by its plain name, such as `site.css`; changes with its content. */
  url(name: string): string {
    return `/assets/${this.#urls[name] ?? name}`
  }

  /** The file with a plain name, such as `site.css`. */
  named(name: string): Asset | undefined {
    return this.#files.get(this.#urls[name] ?? name)
  }

  /** The file at a path under /assets/. */
  find(path: string): Asset | undefined {
    return this.#files.get(path)
  }
}

function readFiles(folder: string): Map<string, Asset> {
  const files = new Map<string, Asset>()
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const held = new Set(names)
  for (const name of names) {
    const type = TYPES[extname(name)] ?? 'application/octet-stream'
    if (/\.(?:br|gz)$/.test(name) || !/\.[^/]+$/.test(name)) continue
    files.set(name, {
      type,
      identity: readFileSync(join(folder, name)),
      ...(held.has(`${name}.br`) && { br: readFileSync(join(folder, `${name}.br`)) }),
      ...(held.has(`${name}.gz`) && { gzip: readFileSync(join(folder, `${name}.gz`)) }),
    })
  }
  return files
}
