/** Whatever somebody does in the console, a minute takes only so many of their forms. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ConsoleApp, startConsoleApp } from '../../support/console-app.ts'
import { csrfIn, member } from '../../support/console-visitor.ts'

let app: ConsoleApp
beforeAll(async () => {
  app = await startConsoleApp()
})
afterAll(() => app.close())

/** Forms that nobody has filled in: what is refused counts too. */
const FORMS = [
  '/console/keys',
  '/console/webhooks',
  '/console/requests',
  '/console/requests/none/remind',
  '/console/templates',
  '/console/try/invoice.pdf',
  '/console/try/signature',
  '/console/settings/password',
  '/console/settings/delete',
  '/console/settings/sessions/end-others',
]
const LIMIT = 240

test('every form that somebody sends counts in one minute of their account, and no more are taken', async () => {
  const [one, other] = [await member(app), await member(app)]
  const formOf = async ({ visitor }: typeof one) => ({
    csrf: csrfIn((await visitor.get('/console/webhooks')).bytes.toString()),
  })
  const fields = await formOf(one)
  app.clock.move(61_000)
  for (let count = 0; count < LIMIT; count++)
    expect((await one.visitor.post('/console/settings/language', fields)).status).not.toBe(429)
  for (const path of FORMS) {
    const refused = await one.visitor.post(path, fields)
    expect([refused.status, Number(refused.headers['retry-after']) > 0], path).toEqual([429, true])
  }
  const others = await other.visitor.post('/console/settings/language', await formOf(other))
  expect(others.status).not.toBe(429)
  app.clock.move(61_000)
  expect((await one.visitor.post('/console/settings/language', fields)).status).not.toBe(429)
})
