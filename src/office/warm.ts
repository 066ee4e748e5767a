/** Starts a worker and converts a warm-up document with it. */
import type { WorkerSetup } from './launch.ts'
import { pdfOptions } from './pdf-options.ts'
import { warmUpDocx } from './sample.ts'
import { ProcessWorker } from './worker.ts'

/**
 * A worker's first document takes twice as long as the later ones, so it is one of ours.
 * @throws Error with the processes' output when they cannot start or convert
 */
export async function startWarm(
  setup: WorkerSetup,
  id: number,
  signal: AbortSignal,
): Promise<ProcessWorker> {
  const worker = await ProcessWorker.start(setup, id, signal)
  const stop = (): void => worker.kill('its start was called off')
  signal.addEventListener('abort', stop, { once: true })
  const timer = setTimeout(
    () => worker.kill('its first document took too long'),
    setup.startTimeoutMs,
  )
  try {
    const answer = await worker.convert({
      docx: warmUpDocx(),
      store: pdfOptions({ kind: 'pdfa-3b' }),
    })
    if (answer.outcome === 'refused') {
      worker.kill('it refused its first document')
      throw new Error(`the first document was refused: ${answer.reason}`)
    }
    await answer.idle
    return worker
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}
