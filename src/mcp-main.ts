/**
 * The Model Context Protocol on stdin and stdout: started by a desktop program to work with a remote server. stdout
 * is reserved for the protocol; messages for people go to stderr.
 */

import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { parse } from 'yaml'
import { loadCallerConfig } from './config/config.ts'
import { messageOf } from './kernel/type-guards.ts'
import { remoteApi } from './mcp/api.ts'
import type { OpenApi } from './mcp/description.ts'
import { LocalFiles } from './mcp/local-files.ts'
import { McpServers } from './mcp/server.ts'

const note = (error: unknown): void => {
  process.stderr.write(`${messageOf(error)}\n`)
}

try {
  const { url, key, folder } = loadCallerConfig()
  const api = remoteApi({ url, key, agent: 'paraph-mcp' })
  // The server's own API description, so that the tools match the version running there.
  const signal = new AbortController().signal
  const { status, bytes } = await api({ method: 'GET', path: '/openapi.yaml' }, signal)
  if (status !== 200) throw new Error(`Paraph at ${url} answered ${status} for /openapi.yaml.`)
  const document = parse(bytes.toString()) as OpenApi & { info: { version: string } }
  const { version } = document.info
  const servers = new McpServers(document, { version, local: true })
  const surroundings = { api, files: new LocalFiles(folder), report: note }
  serveStdio(servers.factory(surroundings), { onerror: note })
} catch (error) {
  note(error)
  process.exitCode = 1
}
