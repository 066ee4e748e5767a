/**
 * The last lines of a run: where its time went, what passed only at the second try, and what failed. They suffice to
 * know what to run again where only the end of a log is kept, as in CI.
 */
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node'

/** Of an error's message, in characters. */
const EXCERPT = 300
const SLOWEST = 12

interface Finding {
  name: string
  error: string
}

// biome-ignore lint/style/noDefaultExport: vitest takes a reporter from a file's default export.
export default class RunSummary implements Reporter {
  readonly #flaky: Finding[] = []
  readonly #failed: Finding[] = []

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result()
    const finding = () => ({
      name: `${test.module.relativeModuleId} > ${test.fullName}`,
      error: (errors ?? []).map(({ message }) => excerpt(message)).join('\n'),
    })
    if (state === 'failed') this.#failed.push(finding())
    else if (test.diagnostic()?.flaky === true) this.#flaky.push(finding())
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    for (const module of modules)
      for (const { message } of module.errors())
        this.#failed.push({ name: module.relativeModuleId, error: excerpt(message) })
    const lines = [
      ...slowestFiles(modules),
      ...listed('Passed only at the second try', this.#flaky),
      ...listed('Errors outside of tests', outside(unhandled)),
      ...listed('Failed', this.#failed),
    ]
    process.stdout.write(`\n${lines.join('\n')}\n`)
  }
}

/** Like Map.groupBy, which Node 20 lacks. */
function grouped<Key, Value>(values: readonly Value[], keyOf: (value: Value) => Key) {
  const groups = new Map<Key, Value[]>()
  for (const value of values) groups.set(keyOf(value), [...(groups.get(keyOf(value)) ?? []), value])
  return groups
}

const excerpt = (message: string): string =>
  (message.length > EXCERPT ? `${message.slice(0, EXCERPT)} …` : message).replace(/^/gm, '      ')

const listed = (title: string, findings: readonly Finding[]): string[] =>
  findings.length === 0
    ? []
    : [`${title}: ${findings.length}`, ...findings.map(({ name, error }) => `  ${name}\n${error}`)]

/** The same error comes once, with how often it came. */
function outside(errors: readonly SerializedError[]): Finding[] {
  const byStack = grouped(errors, ({ stack, message }) => stack ?? message)
  return [...byStack].map(([text, same]) => ({
    name: `${same.length} ×`,
    error: excerpt(`${same[0]?.message ?? ''}\n${text}`),
  }))
}

function slowestFiles(modules: readonly TestModule[]): string[] {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(0)} s`
  const timed = modules.map((module) => {
    const { duration, collectDuration, environmentSetupDuration, setupDuration } =
      module.diagnostic()
    const ms = duration + collectDuration + environmentSetupDuration + setupDuration
    return { kind: module.project.name, file: module.relativeModuleId, ms }
  })
  const byKind = grouped(timed, ({ kind }) => kind)
  const total = (files: typeof timed) => seconds(files.reduce((sum, { ms }) => sum + ms, 0))
  return [
    `Files: ${[...byKind].map(([kind, files]) => `${kind} ${files.length} (${total(files)})`).join(', ')}`,
    ...timed
      .sort((one, other) => other.ms - one.ms)
      .slice(0, SLOWEST)
      .map(({ file, ms }) => `  ${seconds(ms)} ${file}`),
  ]
}
