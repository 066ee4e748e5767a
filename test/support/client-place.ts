/** A folder in which somebody works who has a key, the samples, and the tools that a guide names. */
import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { WRITTEN_ORIGIN } from '../../src/site/markdown.ts'
import { shippedXml } from './invoices.ts'
import { smallPdf } from './signing-app.ts'
import { smallFont } from './small-font.ts'
import { toolPath } from './tools.ts'

const run = promisify(execFile)
export const ROOT = resolve(import.meta.dirname, '../..')
const TOOLS = [
  'newman-6.2.2/node_modules/.bin',
  'openapi-python-client-0.29.1/bin',
  'openapi-generator-cli-7.25.0/bin',
].map(toolPath)

/** Code blocks of a language in a text of Markdown. */
export const blocksOf = (path: string, language: string): string[] =>
  [
    ...readFileSync(join(ROOT, path), 'utf8').matchAll(
      new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'),
    ),
  ].map(([, code = '']) => code)

/** The folder; what is written in a guide for the usual address is about the service under test. */
export class ClientPlace {
  readonly folder = mkdtempSync(join(tmpdir(), 'paraph-client-'))
  readonly #url: string
  readonly environment: Record<string, string>

  private constructor(url: string, key: string) {
    this.#url = url
    this.environment = {
      PATH: `${TOOLS.join(':')}:${process.env.PATH}`,
      HOME: homedir(),
      PARAPH_KEY: key,
      PARAPH_URL: url,
    }
  }

  static async open(url: string, key: string): Promise<ClientPlace> {
    const place = new ClientPlace(url, key)
    cpSync(join(ROOT, 'templates'), place.folder, { recursive: true })
    for (const name of ['contract.pdf', 'signed.pdf']) place.write(name, await smallPdf())
    const { filename, bytes } = shippedXml()
    place.write(filename, bytes)
    place.write('boxes.ttf', smallFont())
    return place
  }

  path(name: string): string {
    return join(this.folder, name)
  }

  write(name: string, content: string | Uint8Array): void {
    const text = typeof content === 'string' ? this.#here(content) : content
    writeFileSync(this.path(name), text)
  }

  /** Runs commands of a guide; answers what they print. */
  async shell(commands: string): Promise<string> {
    return await this.run('bash', ['-euo', 'pipefail', '-c', this.#here(commands)])
  }

  /** Runs a program; one that fails fails the test with what it said. */
  async run(program: string, args: readonly string[], cwd = this.folder): Promise<string> {
    try {
      const input = { cwd, env: this.environment, maxBuffer: 50_000_000 }
      return (await run(program, args, input)).stdout
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
      throw new Error(`${program} failed:\n${stdout.slice(-8_000)}\n${stderr.slice(-8_000)}`, {
        cause: error,
      })
    }
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }

  #here(text: string): string {
    return text.replaceAll(WRITTEN_ORIGIN, this.#url)
  }
}
