/** Examples of batches and of steps around a PDF. */
import { type ExampleRecorder, shipped } from './example-recorder.ts'

const ROWS = [
  { sender: 'Lumen & Fils', recipient: 'Hôtel Bellevue', date: '2026-11-18' },
  { sender: 'Lumen & Fils', recipient: 'Hôtel du Lac', date: '2026-11-19' },
]

export async function stepExamples(
  recorder: ExampleRecorder,
  pdf: { filename: string; bytes: Uint8Array; type: string },
): Promise<void> {
  await recorder.call('renderBatch', {
    form: [
      ['template', shipped('letter.docx')],
      ['rows', JSON.stringify(ROWS)],
      ['options', JSON.stringify({ locale: 'en-GB', missing: 'blank' })],
      ['output', 'pdf'],
    ],
  })
  const batch = await recorder.call('renderBatch', {
    form: [
      ['template', shipped('letter.docx')],
      ['rows', JSON.stringify(ROWS)],
      ['options', JSON.stringify({ missing: 'blank' })],
    ],
    headers: { prefer: 'respond-async, keep=7200' },
  })
  const params = { id: batch.json<{ id: string }>().id }
  await recorder.work()
  await recorder.call('getBatch', { params })
  await recorder.call('getBatchResult', { params })
  await recorder.call('deleteBatch', { params })
  await recorder.call('editPdf', {
    form: [
      ['files', pdf],
      ['files', shipped('facture.xml')],
      [
        'steps',
        JSON.stringify([{ type: 'page_numbers' }, { type: 'attach', file: 'facture.xml' }]),
      ],
      ['output_filename', 'contract-with-invoice.pdf'],
    ],
  })
}
