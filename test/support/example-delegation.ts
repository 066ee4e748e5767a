/** The examples of a signer who names somebody else, of one who returns the document, and of one who enters a code before the document is shown. */
import type { ExampleRecorder } from './example-recorder.ts'
import type { SigningApp } from './signing-app.ts'

/** Records the call of somebody whom the sender lets delegate. */
export async function delegationExample(
  recorder: ExampleRecorder,
  service: SigningApp,
): Promise<void> {
  const who = { email: 'hedy@example.com', phone: '+33612345620', allow_delegation: true }
  const { id } = await service.create([{ ...who, first_name: 'Hedy', locale: 'en' }])
  const { token } = await service.person(who, { documentId: id })
  recorder.instead.set(token, 'link-from-the-mail')
  await recorder.call('delegateDocument', {
    params: { token },
    key: null,
    json: {
      email: 'katherine@example.com',
      first_name: 'Katherine',
      last_name: 'Johnson',
      phone: '+33612345621',
      reason: 'On leave until May',
    },
  })
  await service.act('POST', id, '/cancel', {})
  await service.work()
}

/** Records the call of somebody who returns the document, which is then sent again. */
export async function returnExample(recorder: ExampleRecorder, service: SigningApp): Promise<void> {
  const who = { email: 'dorothy@example.com', phone: '+33612345623', locale: 'en' }
  const options = { allow_return: 'true' }
  const { id } = await service.create([{ ...who, first_name: 'Dorothy' }], { options })
  const { token } = await service.person(who, { documentId: id })
  recorder.instead.set(token, 'link-from-the-mail')
  const json = { reason: 'The rent on page 1 is 850 EUR, not 950 EUR.' }
  await recorder.call('returnDocument', { params: { token }, key: null, json })
  await service.act('POST', id, '/send')
  await service.act('POST', id, '/cancel', {})
  await service.work()
}

/** Records the calls of somebody who enters a code before the document is shown. */
export async function openingExample(
  recorder: ExampleRecorder,
  service: SigningApp,
): Promise<void> {
  const who = { email: 'mary@example.com', phone: '+33612345622', locale: 'en' }
  const options = { code_to_open: 'true' }
  const { id } = await service.create([{ ...who, first_name: 'Mary' }], { options })
  const person = await service.person(who, { documentId: id })
  recorder.instead.set(person.token, 'link-from-the-mail')
  const by = { params: { token: person.token }, key: null }
  await recorder.call('requestOpeningCode', { ...by, json: {} })
  await recorder.call('openWithCode', { ...by, json: { code: await person.readCode() } })
  await service.act('POST', id, '/cancel', {})
  await service.work()
}
