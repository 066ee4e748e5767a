/** Files that reads found missing or damaged: the error of such a read, and what operators see of them. */
import { AppError } from '../kernel/errors.ts'
import type { BlobStore } from './blob-store.ts'
import { isWhole } from './copy-blobs.ts'
import type { BlobKind, IsNamed } from './storage.ts'

/** A file that is not what was stored. Only a row can name one that is not there. */
export class FileDamaged extends AppError {
  readonly isMissing: boolean

  /** @param hash its name, which is the SHA-256 of what was stored */
  constructor(hash: string, state: 'missing' | 'damaged') {
    super(
      'file_damaged',
      `The stored file with SHA-256 ${hash} is ${state}. Repeating the call does not help: the operator has to bring the file back from a backup.`,
    )
    this.isMissing = state === 'missing'
  }
}

/** Each is looked at again after this time, for it may have been repaired; so many at once, of up to 60 MB. */
const AGAIN_MS = 60_000
const AT_ONCE = 5
/** Enough to say that much is lost. */
const MET_MAX = 1_000

interface Met {
  kind: BlobKind
  /** Undefined until it was looked at; a file that was removed while it was read is none. */
  lookedMs: number | undefined
}

/** What reads of this process have met. */
export class DamagedFiles {
  readonly #stores = new Map<BlobKind, BlobStore>()
  readonly #met = new Map<string, Met>()

  /** The store of a kind, and the report of its reads. */
  watch(kind: BlobKind, make: (report: (hash: string) => void) => BlobStore): BlobStore {
    const store = make((hash) => {
      if (!this.#met.has(hash) && this.#met.size < MET_MAX)
        this.#met.set(hash, { kind, lookedMs: undefined })
    })
    this.#stores.set(kind, store)
    return store
  }

  /** How many files that rows refer to were found missing or damaged and are not whole again. */
  async count(isNamed: IsNamed): Promise<number> {
    const nowMs = performance.now()
    const isDue = ({ lookedMs }: Met) => lookedMs === undefined || nowMs - lookedMs > AGAIN_MS
    for (const [hash, met] of [...this.#met].filter(([, one]) => isDue(one)).slice(0, AT_ONCE)) {
      // A place that cannot be reached says nothing about a file.
      const isDamaged = await this.#isDamaged(met.kind, hash, isNamed).catch(() => undefined)
      if (isDamaged === false) this.#met.delete(hash)
      if (isDamaged === true) met.lookedMs = nowMs
    }
    return [...this.#met.values()].filter(({ lookedMs }) => lookedMs !== undefined).length
  }

  async #isDamaged(kind: BlobKind, hash: string, isNamed: IsNamed): Promise<boolean> {
    const store = this.#stores.get(kind)
    return store !== undefined && (await isNamed(kind, hash)) && !(await isWhole(store, hash))
  }
}
