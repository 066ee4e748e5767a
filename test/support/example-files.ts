/** The calls about a signer's file among the examples. */
import type { ExampleRecorder } from './example-recorder.ts'
import { type SigningApp, smallPdf } from './signing-app.ts'

/** A person uploads a file, takes it back, uploads it again, and signs; the sender fetches it. */
export async function fileExamples(
  recorder: ExampleRecorder,
  service: Pick<SigningApp, 'create' | 'person'>,
): Promise<void> {
  const who = {
    email: 'dorothy@example.com',
    phone: '+33676543210',
    locale: 'en',
    fields: [
      { page: 1, x: 60, y: 560, type: 'file', name: 'payslip', label: 'Your last payslip' },
      { page: 1, x: 60, y: 640 },
    ],
  } as const
  // Somebody else has still to sign: no completion is told to a receiver at a moment of its own.
  const last = { email: 'mary@example.com', phone: '+33665432109', order: 2, locale: 'en' }
  const { id } = await service.create([{ ...who, order: 1, fields: [...who.fields] }, last])
  const person = await service.person(who, { documentId: id })
  recorder.instead.set(person.token, 'link-from-the-mail')
  await person.verify()
  const params = { token: person.token }
  const by = { params, key: null, headers: { cookie: person.cookie } }
  const file = { filename: 'payslip.pdf', bytes: await smallPdf(), type: 'application/pdf' }
  const upload = async () => {
    const form: NonNullable<Parameters<ExampleRecorder['call']>[1]>['form'] = [
      ['field', 'payslip'],
      ['file', file],
    ]
    const sent = await recorder.call('uploadFile', { ...by, form })
    return sent.json<{ id: string }>().id
  }
  const first = await upload()
  await recorder.call('listUploads', by)
  await recorder.call('removeUpload', { ...by, params: { ...params, fid: first } })
  const fid = await upload()
  await recorder.call('saveValues', { ...by, json: { values: { payslip: '' } } })
  await recorder.call('readValues', by)
  const signed = await person.sign()
  if (signed.status !== 200) throw new Error(`not signed: ${signed.bytes}`)
  await recorder.call('getSignerFile', { params: { id, fid } })
}
