/** Names at the end of a run what passed only at the second try, with the error of the first. */
import type { Reporter, TestCase } from 'vitest/node'

interface FlakyTest {
  name: string
  error: string
}

// biome-ignore lint/style/noDefaultExport: vitest takes a reporter from a file's default export.
export default class FlakyTests implements Reporter {
  readonly #found: FlakyTest[] = []

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky !== true) return
    this.#found.push({
      name: `${test.module.relativeModuleId} > ${test.fullName}`,
      error: (test.result().errors ?? []).map(({ message }) => message).join('\n'),
    })
  }

  onTestRunEnd(): void {
    const lines = this.#found.map(
      ({ name, error }) => `  ${name}\n${error.replace(/^/gm, '      ')}\n`,
    )
    if (lines.length > 0)
      process.stdout.write(`\nPassed only at the second try:\n${lines.join('')}`)
  }
}
