/** The ways from a Word file to a PDF that are compared: ours, a bare LibreOffice, and how Gotenberg uses one. */
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { openTemplate } from '../../../src/docx/engine/template-cache.ts'
import { findSoffice, readVersion } from '../../../src/office/installation.ts'
import { MachineFonts } from '../../../src/office/installed-fonts.ts'
import { OfficePool } from '../../../src/office/office.ts'
import { BareOffice } from '../bare-office.ts'

/** One way, with one LibreOffice. */
export interface Way {
  /** Heading of its column. */
  readonly name: string
  /** What it depends on beside the file: the same key, the same PDF. Empty: never taken from the cache. */
  readonly key: string
  start(): Promise<void>
  /** @throws Error when there is no PDF */
  convert(source: string, docx: Uint8Array, target: string): Promise<Uint8Array | undefined>
  stop(): Promise<void>
}

const GIB = 1024 ** 3

function ours(version: string, sofficePath: string, pythonPath: string | undefined): Way {
  const machine = new MachineFonts({ sofficePath })
  let office: OfficePool | undefined
  return {
    name: `Paraph, ${version}`,
    key: '',
    async start() {
      office = await OfficePool.start({
        sofficePath,
        pythonPath,
        workers: 1,
        queueMax: 16,
        queueTimeoutMs: 240_000,
        convertCpuMs: 120_000,
        memoryBytesMax: 4 * GIB,
        recycleDocuments: 20,
        recycleBytes: GIB,
        sharedDocuments: 0,
        sandbox: 'auto',
        scratchDir: join(tmpdir(), `paraph-fidelity-scratch-${version}`),
      })
    },
    async convert(_source, docx) {
      // what the service does with a Word file that is not a template
      const { docx: cleaned, cost } = openTemplate(docx).cleaned({
        families: await machine.families(),
      })
      return (await office?.convert({ docx: cleaned, kind: 'pdf', cost }))?.pdf
    },
    stop: async () => office?.close(),
  }
}

function bare(
  name: string,
  version: string,
  programs: { soffice: string; python: string | undefined },
  indexes: boolean,
): Way {
  const folder = join(tmpdir(), `paraph-fidelity-${indexes}-${version}`)
  // the script beside soffice.bin: a new profile ends the first start
  const soffice = join(dirname(programs.soffice), 'soffice')
  let office = new BareOffice(folder, { ...programs, soffice })
  let started = false
  const stop = async (): Promise<void> => {
    started = false
    await office.stop()
  }
  return {
    name: `${name}, ${version}`,
    key: `${name} ${version}`,
    start: async () => undefined,
    async convert(source, _docx, target) {
      try {
        if (!started) await office.start()
        started = true
        await office.convert(source, target, indexes)
        return undefined
      } catch (error) {
        await stop()
        office = new BareOffice(folder, { ...programs, soffice })
        throw error
      }
    },
    stop,
  }
}

/**
 * All ways with one LibreOffice.
 * @param office path of soffice.bin, with `,` and a Python that has its `uno` where that is not the machine's; empty:
 * the machine's own
 */
export async function waysWith(office: string): Promise<Way[]> {
  const [path, python] = office.split(',').map((part) => part || undefined)
  const soffice = await findSoffice(path)
  if (soffice === undefined) throw new Error(`LibreOffice was not found: ${office}`)
  const { version } = await readVersion(soffice)
  return [
    ours(version, soffice, python),
    bare('bare', version, { soffice, python }, false),
    bare("Gotenberg's way", version, { soffice, python }, true),
  ]
}
