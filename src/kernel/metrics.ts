/** Counters, gauges and histograms in the Prometheus text format 0.0.4; the only registry. */

type Labels = Readonly<Record<string, string | number>>

/** Of a gauge: one number, or one per set of labels. */
type Value = number | ReadonlyArray<readonly [Labels, number]>

/** One measured quantity that can print itself. */
interface Metric {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram' | 'summary'
  lines(): string[]
}

/** Observations in short. */
interface Summary {
  /** From 0 to 1, each with its value. */
  quantiles: ReadonlyArray<readonly [number, number]>
  sum: number
  count: number
}

const escapeLabel = (value: string | number): string =>
  String(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

const labelText = (labels: Labels): string => {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

/** Counts up, one series per set of labels. */
export class Counter {
  readonly #series = new Map<string, number>()

  add(labels: Labels = {}, amount = 1): void {
    const key = labelText(labels)
    this.#series.set(key, (this.#series.get(key) ?? 0) + amount)
  }

  series(): ReadonlyMap<string, number> {
    return this.#series
  }
}

/** Counts observations into buckets of seconds. */
export class Histogram {
  readonly #buckets: readonly number[]
  readonly #series = new Map<
    string,
    { labels: Labels; counts: number[]; sum: number; count: number }
  >()

  constructor(buckets: readonly number[]) {
    this.#buckets = buckets
  }

  observe(labels: Labels, value: number): void {
    const key = labelText(labels)
    const found = this.#series.get(key)
    const series = found ?? { labels, counts: this.#buckets.map(() => 0), sum: 0, count: 0 }
    if (found === undefined) this.#series.set(key, series)
    this.#buckets.forEach((limit, index) => {
      if (value <= limit) series.counts[index] = (series.counts[index] ?? 0) + 1
    })
    series.sum += value
    series.count += 1
  }

  lines(name: string): string[] {
    return [...this.#series.values()].flatMap(({ labels, counts, sum, count }) => [
      ...this.#buckets.map(
        (limit, index) => `${name}_bucket${labelText({ ...labels, le: limit })} ${counts[index]}`,
      ),
      `${name}_bucket${labelText({ ...labels, le: '+Inf' })} ${count}`,
      `${name}_sum${labelText(labels)} ${sum}`,
      `${name}_count${labelText(labels)} ${count}`,
    ])
  }
}

/** Every metric of the process. */
export class Metrics {
  readonly #metrics: Metric[] = []
  readonly #refreshers: Array<() => Promise<void>> = []

  /** Registers a refresh to run before the gauges are read, such as a query; on failure the last values remain. */
  beforeRender(refresh: () => Promise<void>): void {
    this.#refreshers.push(refresh)
  }

  /** The whole exposition, after running the refreshes. */
  async collect(): Promise<string> {
    await Promise.allSettled(this.#refreshers.map((refresh) => refresh()))
    return this.render()
  }

  /**
   * @param series that begin at 0: for Prometheus one that begins at 1 has not increased, so that a first failure would
   * trigger no alert
   */
  counter(name: string, help: string, series: readonly Labels[] = []): Counter {
    const counter = new Counter()
    for (const labels of series) counter.add(labels, 0)
    this.#add({
      name,
      help,
      type: 'counter',
      lines: () => [...counter.series()].map(([key, value]) => `${name}${key} ${value}`),
    })
    return counter
  }

  histogram(name: string, help: string, buckets: readonly number[]): Histogram {
    const histogram = new Histogram(buckets)
    this.#add({ name, help, type: 'histogram', lines: () => histogram.lines(name) })
    return histogram
  }

  /** A value that is asked for before each exposition, such as by a query; where that fails, the last one remains. */
  asked(name: string, help: string, first: Value, ask: () => Promise<Value>): void {
    let value = first
    this.beforeRender(async () => {
      value = await ask()
    })
    this.gauge(name, help, () => value)
  }

  /** A value read at exposition time. */
  gauge(name: string, help: string, read: () => Value): void {
    this.#add({
      name,
      help,
      type: 'gauge',
      lines: () => {
        const value = read()
        return typeof value === 'number'
          ? [`${name} ${value}`]
          : value.map(([labels, one]) => `${name}${labelText(labels)} ${one}`)
      },
    })
  }

  /** Quantiles that something else has computed, with the sum and the number of what they are of. */
  summary(name: string, help: string, read: () => Summary): void {
    this.#add({
      name,
      help,
      type: 'summary',
      lines: () => {
        const { quantiles, sum, count } = read()
        return [
          ...quantiles.map(([quantile, value]) => `${name}${labelText({ quantile })} ${value}`),
          `${name}_sum ${sum}`,
          `${name}_count ${count}`,
        ]
      },
    })
  }

  /** The exposition with current values. */
  render(): string {
    return this.#metrics
      .flatMap(({ name, help, type, lines }) => [
        `# HELP ${name} ${help}`,
        `# TYPE ${name} ${type}`,
        ...lines(),
      ])
      .concat('')
      .join('\n')
  }

  #add(metric: Metric): void {
    if (this.#metrics.some((one) => one.name === metric.name))
      throw new Error(`metric ${metric.name} exists`)
    this.#metrics.push(metric)
  }
}
