/**
 * Carbone behind the smallest HTTP server: the body is the JSON data, the path names the template,
 * which already lies on disk (Carbone is spared the upload that our own requests carry).
 */
import { readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'

interface Carbone {
  set(options: object): void
  render(
    template: string,
    data: unknown,
    options: object,
    done: (error: unknown, result: Buffer) => void,
  ): void
}
const [installed = '', templates = '', factories = '1', port = '0', temporary = '/tmp'] =
  process.argv.slice(2)
const carbone = createRequire(join(installed, 'package.json'))('carbone') as Carbone
carbone.set({
  factories: Number(factories),
  startFactory: true,
  attempts: 1,
  tempPath: temporary,
  templatePath: templates,
  lang: 'fr-fr',
})
const known = new Set(readdirSync(templates))

const server = createServer((call, reply) => {
  if (call.method === 'GET') return reply.end('ok')
  const url = new URL(call.url ?? '/', 'http://localhost')
  const template = url.pathname.slice(1)
  if (!known.has(template)) return reply.writeHead(404).end()
  const chunks: Buffer[] = []
  call.on('data', (chunk: Buffer) => chunks.push(chunk))
  call.on('end', () => {
    const convertTo = url.searchParams.get('to') === 'docx' ? {} : { convertTo: 'pdf' }
    const options = {
      ...convertTo,
      currencySource: 'EUR',
      currencyTarget: 'EUR',
      timezone: 'Europe/Paris',
    }
    carbone.render(
      template,
      JSON.parse(Buffer.concat(chunks).toString()),
      options,
      (error, result) => {
        if (error) reply.writeHead(500).end(String(error))
        else reply.end(result)
      },
    )
  })
  return reply
})
// Longer than a contender waits for its turn: a connection that closes in that moment would end the run.
server.keepAliveTimeout = 75_000
server.listen(Number(port), '127.0.0.1')
