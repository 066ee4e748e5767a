/** A sample receiver to start from; a test runs it against real deliveries. */

/** The program, for Node 20 and newer; the secret and the port come from the environment. */
export const RECEIVER_SAMPLE = `import { createServer } from 'node:http'
import { env } from 'node:process'
import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(env.WEBHOOK_SECRET)

createServer((request, response) => {
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    try {
      // Checks the signature and that it is not older than five minutes.
      const event = webhook.verify(Buffer.concat(chunks).toString(), request.headers)
      console.log(event.type, event.data)
      response.writeHead(204).end()
    } catch {
      response.writeHead(400).end()
    }
  })
}).listen(env.PORT ?? 3000)
`
