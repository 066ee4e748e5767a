/** The examples of a document that is changed before anybody signs, and of one that has expired and goes on. */
import { delegationExample, openingExample, returnExample } from './example-delegation.ts'
import type { ExampleRecorder } from './example-recorder.ts'
import { type SigningApp, smallPdf } from './signing-app.ts'

const DAY_MS = 86_400_000
const HEDY = { email: 'hedy@example.com', phone: '+33612345622', first_name: 'Hedy', locale: 'en' }

/** Records the change, and the new deadline. */
async function editExamples(recorder: ExampleRecorder, service: SigningApp): Promise<void> {
  const { clock } = service.app
  const inDays = (days: number): string => new Date(clock.now() + days * DAY_MS).toISOString()
  const { id } = await service.create([HEDY], { options: { expires_at: inDays(1) } })
  const added = { email: 'katherine@example.com', phone: '+33612345623', locale: 'en', order: 2 }
  await recorder.call('updateDocument', {
    params: { id },
    json: { name: 'Contract, second version', signers: [added] },
  })
  const file = { filename: 'contract-2.pdf', bytes: await smallPdf(), type: 'application/pdf' }
  await recorder.call('updateDocument', {
    params: { id },
    form: [
      ['file', file],
      ['changes', '{"message":"With the appendix."}'],
    ],
  })
  clock.move(2 * DAY_MS)
  await service.work()
  await recorder.call('reactivateDocument', { params: { id }, json: { expires_at: inDays(14) } })
  await service.act('POST', id, '/cancel', {})
  await service.work()
}

/** Records how a document that was sent gets other people, or another deadline. */
export async function changeExamples(
  recorder: ExampleRecorder,
  service: SigningApp,
): Promise<void> {
  await delegationExample(recorder, service)
  await returnExample(recorder, service)
  await openingExample(recorder, service)
  await editExamples(recorder, service)
}
