/** The example of a signer who names somebody else. */
import type { ExampleRecorder } from './example-recorder.ts'
import type { SigningApp } from './signing-app.ts'

/** Records the call of somebody whom the sender lets delegate. */
export async function delegationExample(
  recorder: ExampleRecorder,
  service: SigningApp,
): Promise<void> {
  const who = { email: 'hedy@example.com', phone: '+33612345620', allow_delegation: true }
  const { id } = await service.create([{ ...who, first_name: 'Hedy', locale: 'en' }])
  const { token } = await service.person(who)
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
