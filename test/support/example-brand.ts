/** The calls on how an account presents itself, for the examples of openapi.yaml. */
import type { ExampleRecorder } from './example-recorder.ts'

/** Eight green pixels by eight. */
const SMALL_LOGO =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAJUlEQVR4AXXBMQEAIAzAsK4v4nCC/xMDazLnXTYSJEiQIEGChA+hdADYXBfoFgAAAABJRU5ErkJggg=='

/** Sets and reads the brand, the origins and the retention periods. */
export async function brandExamples(recorder: ExampleRecorder): Promise<void> {
  const json = {
    name: 'Dupont & Co',
    color: '#0b6e4f',
    reply_to: 'contracts@example.com',
    logo: SMALL_LOGO,
  }
  await recorder.call('setBrand', { json })
  await recorder.call('setEmbedOrigins', { json: { origins: ['http://localhost:5173'] } })
  for (const id of ['getBrand', 'getRetention', 'getEmbedOrigins']) await recorder.call(id)
}
