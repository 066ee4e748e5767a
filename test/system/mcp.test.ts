import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { docxWith } from '../support/docx-package.ts'
import { adminKey, dataFolder, freePort, ServerProcess } from '../support/server-process.ts'

const SECRET = 'Rosebud-4711'

let data: Awaited<ReturnType<typeof dataFolder>>
let server: ServerProcess
let key = ''
let files = ''
beforeAll(async () => {
  data = await dataFolder()
  files = await mkdtemp(join(tmpdir(), 'paraph-desk-'))
  key = await adminKey({ PARAPH_DATA_DIR: data.path })
  const settings = { PARAPH_DATA_DIR: data.path, PARAPH_LOG_LEVEL: 'trace' }
  server = new ServerProcess(await freePort(), settings)
  await server.ready(150_000)
})
afterAll(async () => {
  await server.stop()
  await data.remove()
  await rm(files, { recursive: true })
})

/** The program as it is installed, with what it says to people. */
const stdioProgram = (environment: Record<string, string>) => ({
  command: process.execPath,
  args: ['dist/mcp-main.js'],
  env: { PATH: process.env.PATH ?? '', PARAPH_FILES_DIR: files, ...environment },
  stderr: 'pipe' as const,
})

describe('the built server', () => {
  test('serves agents by HTTP and by stdio, and logs neither key nor data', async () => {
    await writeFile(join(files, 'note.docx'), docxWith('Password: {word}'))
    const requestInit = { headers: { 'x-api-key': key } }
    const wires = [
      new StdioClientTransport(stdioProgram({ PARAPH_URL: server.url, PARAPH_API_KEY: key })),
      new StreamableHTTPClientTransport(new URL('/mcp', server.url), { requestInit }),
    ]
    for (const wire of wires) {
      const client = new Client({ name: 'test', version: '1' })
      await client.connect(wire)
      const template = docxWith('Password: {word}').toString('base64')
      const given = { data: { word: SECRET }, template_base64: template, template_name: 'n.docx' }
      const made = await client.callTool({ name: 'render_document', arguments: given })
      expect(made.isError).not.toBe(true)
      const bad = await client.callTool({
        name: 'render_document',
        arguments: { ...given, data: { [SECRET]: SECRET } },
      })
      expect(bad.isError).toBe(true)
      await client.callTool({ name: 'validate_facturx', arguments: { data: { number: SECRET } } })
      await client.close()
    }
    expect(server.logged).toContain('/mcp')
    expect(server.logged).toContain('/render-document')
    for (const hidden of [
      key,
      SECRET,
      docxWith('Password: {word}').toString('base64').slice(0, 60),
    ])
      expect(server.logged + server.said).not.toContain(hidden)
  })

  test('says in a line what the program lacks, and ends', async () => {
    const wrong: [Record<string, string>, RegExp][] = [
      [{ PARAPH_URL: 'ftp://x', PARAPH_API_KEY: '' }, /PARAPH_URL must.*\nPARAPH_API_KEY must/],
      [{ PARAPH_URL: 'http://127.0.0.2:9', PARAPH_API_KEY: key }, /127\.0\.0\.2:9 does not answer/],
    ]
    for (const [environment, said] of wrong) {
      const { command, args, env } = stdioProgram(environment)
      const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'pipe'] })
      const heard = { out: '', err: '' }
      child.stdout.on('data', (chunk) => {
        heard.out += String(chunk)
      })
      child.stderr.on('data', (chunk) => {
        heard.err += String(chunk)
      })
      const code = await new Promise((done) => child.once('close', done))
      expect(code).toBe(1)
      expect(heard.out).toBe('')
      expect(heard.err).toMatch(said)
      expect(heard.err).not.toContain(key)
    }
  })
})
