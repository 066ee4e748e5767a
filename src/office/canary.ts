/**
 * Documents that try to escape the sandbox: a picture fetched over HTTP, a local one linked directly and one linked
 * from inside an SVG. Converting them at startup verifies the confinement instead of trusting it.
 */

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { invariant } from '../kernel/invariant.ts'
import { makeDocx, pictureParagraph, SAMPLE_PNG } from './sample.ts'

/** Converts one .docx into PDF. */
type CanaryConvert = (docx: Uint8Array) => Promise<Uint8Array>

const linkedPicture = (url: string): Uint8Array =>
  makeDocx(pictureParagraph('r:link="rId1"'), [
    { id: 'rId1', type: 'image', target: url, external: true },
  ])

const svgPicture = (url: string): Uint8Array =>
  makeDocx(
    pictureParagraph('r:embed="rId1"'),
    [{ id: 'rId1', type: 'image', target: 'media/a.svg' }],
    {
      'word/media/a.svg': `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="80" height="80"><image width="80" height="80" xlink:href="${url}"/></svg>`,
    },
  )

/** Every picture in a PDF is a separate stream, so its dictionary can be read. */
const holdsPicture = (pdf: Uint8Array): boolean =>
  /\/Subtype\s*\/Image\b/.test(Buffer.from(pdf).toString('latin1'))

async function listen(onVisit: () => void): Promise<Server> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'image/png' }).end(SAMPLE_PNG)
  })
  server.on('connection', onVisit)
  const listening = (host: string) => once(server.listen(0, host), 'listening')
  // A machine with IPv6 only has no 127.0.0.1.
  await listening('127.0.0.1').catch(() => listening('::1'))
  return server
}

/**
 * Tries all escape routes.
 * @param folder of the service, for the picture that must stay unread
 * @returns descriptions of the routes that were open; empty when confined
 */
export async function findLeaks(convert: CanaryConvert, folder: string): Promise<string[]> {
  let visits = 0
  const server = await listen(() => visits++)
  const picture = join(folder, `canary-${randomBytes(8).toString('hex')}.png`)
  const place = server.address()
  invariant(typeof place === 'object' && place !== null, 'the server listens on a port')
  const { address, family, port } = place
  const web = `http://${family === 'IPv6' ? `[${address}]` : address}:${port}/canary.png`
  try {
    await mkdir(folder, { recursive: true })
    await writeFile(picture, SAMPLE_PNG, { mode: 0o600 })
    const file = pathToFileURL(picture).href
    const [, linked, drawn] = await Promise.all([
      convert(linkedPicture(web)),
      convert(linkedPicture(file)),
      convert(svgPicture(file)),
      convert(svgPicture(web)),
    ])
    return [
      ...(visits > 0 ? ['the network: a linked picture was fetched over HTTP'] : []),
      ...(linked && holdsPicture(linked) ? ['files: a linked local picture was read'] : []),
      ...(drawn && holdsPicture(drawn) ? ['files: a local picture linked in an SVG was read'] : []),
    ]
  } finally {
    server.close()
    server.closeAllConnections()
    await rm(picture, { force: true })
  }
}
