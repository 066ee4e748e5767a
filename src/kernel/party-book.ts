/** What a queue knows of the parties that share it: who was served how much, and what their tasks usually take. */

/** One party. Times in milliseconds. */
export interface Party {
  readonly name: string
  /** Time of workers that it has used, on a clock that it takes up where the others are: the least goes first. */
  served: number
  /** Moving mean of what its tasks took; undefined before the first one. */
  typicalMs: number | undefined
  /** Tasks that wait and that run. */
  waiting: number
  running: number
  /** When it was last heard of. */
  seenAt: number
}

/** A party that was not heard of for so long is no longer about: nothing is kept free for it. */
const ABOUT_MS = 30_000
/** Parties remembered; of more, those that wait for nothing and were not heard of for longest are forgotten. */
const PARTIES_MAX = 1_000
/** What is no longer than this counts as short whatever others do: nobody notices that they waited for it. */
const SHORT_MS = 20
/** What the tasks of a party are taken to be of which none has ended yet. */
const UNKNOWN_MS = 75
/**
 * So many times as long as another's own tasks is still short: who waits for one that is under way waits for half of
 * it on average, so about as long as its own takes. With less, accounts whose tasks are alike would leave places empty.
 */
const SHORT_TIMES = 1.5

/** The parties of one queue. */
export class PartyBook {
  readonly #parties = new Map<string, Party>()
  readonly #now: () => number
  /** Where the clock of {@link Party.served} stood for the last one that was served. */
  #virtual = 0

  constructor(now: () => number) {
    this.#now = now
  }

  /** The party, which asks for something now. One that comes back has saved nothing up meanwhile. */
  heard(name: string): Party {
    const known = this.#parties.get(name)
    const party = known ?? this.#enter(name)
    if (party.waiting + party.running === 0) party.served = Math.max(party.served, this.#virtual)
    party.seenAt = this.#now()
    return party
  }

  /** A task of the party begins, which is expected to take so long. */
  begin(party: Party, chargedMs: number): void {
    this.#virtual = Math.max(this.#virtual, party.served)
    party.running++
    party.served += chargedMs
  }

  /** It is over and took `spentMs`. */
  end(party: Party, chargedMs: number, spentMs: number): void {
    party.running--
    party.served += spentMs - chargedMs
    party.seenAt = this.#now()
    const before = party.typicalMs ?? spentMs
    // up fast and down slowly: a party that has begun to send large files goes on with it
    const weight = spentMs > before ? 0.5 : 0.1
    party.typicalMs = before + weight * (spentMs - before)
  }

  /**
   * Up to which time a task of this party is short, by what the others' own tasks take: whoever waits for one waits
   * no longer than about the time of one of its own. Undefined: nobody else is about.
   */
  shortFor(party: Party): number | undefined {
    const since = this.#now() - ABOUT_MS
    let short: number | undefined
    for (const other of this.#parties.values()) {
      if (other === party) continue
      if (other.waiting + other.running === 0 && other.seenAt < since) continue
      const own = Math.max(SHORT_TIMES * (other.typicalMs ?? UNKNOWN_MS), SHORT_MS)
      short = short === undefined ? own : Math.min(short, own)
    }
    return short
  }

  #enter(name: string): Party {
    if (this.#parties.size >= PARTIES_MAX) this.#forget()
    const party: Party = {
      name,
      served: this.#virtual,
      typicalMs: undefined,
      waiting: 0,
      running: 0,
      seenAt: this.#now(),
    }
    this.#parties.set(name, party)
    return party
  }

  #forget(): void {
    const idle = [...this.#parties.values()]
      .filter(({ waiting, running }) => waiting + running === 0)
      .sort((one, other) => one.seenAt - other.seenAt)
    for (const { name } of idle.slice(0, PARTIES_MAX / 2)) this.#parties.delete(name)
  }
}
