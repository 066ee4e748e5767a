/** The service, and the sample page of the guide to embedding on a site of its own. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { WRITTEN_ORIGIN } from '../../src/site/markdown.ts'
import { type BrowsedApp, startBrowsedApp } from './browsed-app.ts'
import { freePort } from './server-process.ts'
import { smallPdf, somebody } from './signing-app.ts'

const GUIDE = readFileSync(join(import.meta.dirname, '../../docs/embedding.md'), 'utf8')
const SAMPLE = /^```html\n(.*?)^```$/ms.exec(GUIDE)?.[1] ?? ''
/** Keeps what the page is told, with the origin that told it. */
const TOLD = `<script>
  window.told = []
  addEventListener('message', ({ data, origin }) => told.push({ ...data, origin }))
</script>`

/** A link for a frame of the sender's site, and whose it is. */
export interface FrameLink {
  id: string
  signer: string
  url: string
}

/** Starts both. Close them in `afterAll`. */
export async function startEmbeddingStage() {
  const browsed = await startBrowsedApp({ PARAPH_CA_AUTOMATIC: 'on', PARAPH_CA_KEY_POOL: '2' })
  const port = await freePort()
  const home = `http://app.localhost:${port}`
  const key = await accountThatAllows(browsed, home)
  const stage = {
    browsed,
    /** The sender's site. */
    home,
    /** A site of somebody else. */
    foreign: `http://elsewhere.localhost:${port}`,
    /** What the sender's server answers next. */
    given: '',
    request: () => request(browsed, { key, home }),
    async close() {
      host.close()
      await browsed.close()
    },
  }
  const host = createServer(({ url = '/' }, response) => {
    const { type, text } = answer(url, stage.given, browsed.origin)
    response.writeHead(200, { 'Content-Type': `${type}; charset=utf-8` }).end(text)
  }).listen(port, '127.0.0.1')
  return stage
}

/** See {@link startEmbeddingStage}. */
export type EmbeddingStage = Awaited<ReturnType<typeof startEmbeddingStage>>

/** The sample page, its own server's answer, and a page with a bare frame. */
function answer(path: string, given: string, origin: string): { type: string; text: string } {
  if (path.endsWith('/signing-url'))
    return { type: 'application/json', text: JSON.stringify({ url: given }) }
  const bare = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Bare</title><iframe src="${given}"></iframe>`
  const text = path === '/bare' ? bare : SAMPLE.replaceAll(WRITTEN_ORIGIN, origin)
  return { type: 'text/html', text: text.replace('<meta', `${TOLD}<meta`) }
}

async function accountThatAllows({ service }: BrowsedApp, home: string): Promise<string> {
  const { accounts, signing } = service.services
  const { id } = await accounts.accounts.createAccount('embedding@example.com')
  await signing.parts.embedding.set(id, [home], 'key:test')
  return await service.keyFor(id, 'signature_pro', 'test')
}

async function request(
  { service }: BrowsedApp,
  { key, home }: { key: string; home: string },
): Promise<FrameLink> {
  await service.services.pkiOf('test').authority.ready()
  const who = somebody({ delivery: 'none', locale: 'en' })
  const made = await service.call('POST', '/api/v1/documents', {
    key,
    form: [
      ['file', { filename: 'contract.pdf', bytes: await smallPdf() }],
      ['signers', JSON.stringify([who])],
    ],
  })
  if (made.status !== 201) throw new Error(`not made: ${made.bytes}`)
  const { id, signers } = made.json<{ id: string; signers: { id: string }[] }>()
  const path = `/api/v1/documents/${id}/signers/${signers[0]?.id}/signing-url`
  const asked = await service.call('POST', path, { key, json: { embed_origin: home } })
  if (asked.status !== 200) throw new Error(`no link: ${asked.bytes}`)
  return { id, signer: signers[0]?.id ?? '', url: asked.json<{ url: string }>().url }
}
