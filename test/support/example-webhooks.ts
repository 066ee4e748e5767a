/** The calls of webhooks among the examples. */
import { setTimeout } from 'node:timers/promises'
import type { ExampleRecorder } from './example-recorder.ts'
import type { SigningApp } from './signing-app.ts'

/** A webhook of an account: made before anything happens, looked at when everything has. */
export class WebhookExamples {
  readonly #recorder: ExampleRecorder
  readonly #service: Pick<SigningApp, 'app' | 'key'>
  readonly #receiverUrl: string
  #id = ''

  constructor(
    recorder: ExampleRecorder,
    service: Pick<SigningApp, 'app' | 'key'>,
    receiverUrl: string,
  ) {
    this.#recorder = recorder
    this.#service = service
    this.#receiverUrl = receiverUrl
  }

  async made(): Promise<void> {
    const recorder = this.#recorder
    const json = { url: this.#receiverUrl, events: ['document.completed'], description: 'ERP' }
    this.#id = (await recorder.call('createWebhook', { json })).json<{ id: string }>().id
    const params = { id: this.#id }
    await recorder.call('listWebhooks', { query: { limit: '10' } })
    await recorder.call('getWebhook', { params })
    await recorder.call('changeWebhook', { params, json: { description: 'Accounts' } })
    await recorder.call('rotateWebhookSecret', { params })
    await recorder.call('getWebhookDefaultSecret')
    await recorder.call('rotateWebhookDefaultSecret')
    await recorder.call('testWebhook', { params })
    await this.delivered()
  }

  /** Until every event has been delivered: the next call moves the clock. */
  async delivered(): Promise<void> {
    const path = `/api/v1/webhooks/${this.#id}/deliveries`
    for (let round = 0; round < 100; round += 1) {
      const listed = await this.#service.app.call('GET', path, { key: this.#service.key })
      const { deliveries } = listed.json<{ deliveries: { status: string }[] }>()
      if (deliveries.every(({ status }) => status === 'delivered')) return
      await setTimeout(100)
    }
    throw new Error('an event was not delivered')
  }

  async looked(): Promise<void> {
    const recorder = this.#recorder
    const params = { id: this.#id }
    const listed = await recorder.call('listWebhookDeliveries', { params, query: { limit: '10' } })
    await recorder.call('listEvents', { query: { limit: '2' } })
    const [delivery] = listed.json<{ deliveries: { id: string }[] }>().deliveries
    await recorder.call('replayWebhookDelivery', {
      params: { ...params, delivery_id: delivery?.id ?? '' },
    })
    const since = '2026-11-01T00:00:00Z'
    await recorder.call('replayWebhookDeliveries', { params, json: { since, status: 'delivered' } })
    await recorder.call('deleteWebhook', { params })
  }
}
