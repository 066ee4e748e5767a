import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ATTACKS } from './support/signing-attacks.ts'
import { CASES } from './support/signing-conformance.ts'
import { documentedLines, REPORT, reportOf } from './support/signing-report.ts'
import { TAMPERINGS } from './support/signing-tampering.ts'

const firstCells = (lines: readonly string[], count: number): string[] =>
  lines.map((line) => line.split(' | ').slice(0, count).join(', ').replace('| ', ''))

describe('docs/signature-conformance.md', () => {
  test('has a line for each file, spoiled copy and attack, and no other', () => {
    const { cases, tamperings, attacks } = documentedLines()
    expect(firstCells(cases, 2)).toEqual(CASES.map(({ kind, signers }) => `${kind}, ${signers}`))
    expect(firstCells(tamperings, 1)).toEqual(TAMPERINGS.map(([name]) => name))
    expect(firstCells(attacks, 1)).toEqual(ATTACKS.map(([name]) => name))
  })

  test('names the judges’ versions and is what its script writes', () => {
    expect(readFileSync(REPORT, 'utf8')).toBe(reportOf(documentedLines()))
  })
})
