/** The calls on many documents, for the examples of openapi.yaml. */
import type { ExampleRecorder } from './example-recorder.ts'

/** Finds, sorts and packs a completed document. */
export async function listExamples(recorder: ExampleRecorder, id: string): Promise<void> {
  const params = { id }
  await recorder.call('setDocumentTags', { params, json: { tags: ['Opale', '2026'] } })
  await recorder.call('listTags')
  const query = { q: 'service', status: 'completed', tag: 'Opale', sort: '-updated', limit: '10' }
  await recorder.call('listDocuments', { query })
  await recorder.call('exportDocuments', { query: { status: 'completed' } })
  await recorder.call('archiveDocuments', { json: { ids: [id] } })
  const untag = { action: 'untag', filter: { tag: ['2026'] }, tags: ['2026'] }
  await recorder.call('actOnDocuments', { json: untag })
}
