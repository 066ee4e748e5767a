/** A receiver that somebody can begin with; a test runs it against real deliveries. */

/** The program, for Node 20 and newer. @param secret of the webhook, or the name of where it is kept */
export const receiverSample = (secret: string): string => `import { createServer } from 'node:http'
import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(${secret})

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
}).listen(process.env.PORT ?? 3000)
`
