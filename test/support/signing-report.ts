/** docs/signature-conformance.md as text: the rows that the judges' run fills, and what stands around them. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Case, Judged } from './signing-conformance.ts'
import type { SpoiledVerdict } from './signing-tampering.ts'

const ROOT = resolve(import.meta.dirname, '../..')
/** Where the page is kept. */
export const REPORT = join(ROOT, 'docs/signature-conformance.md')

const counted = (values: readonly string[]): string =>
  [...new Set(values)]
    .map((value) => `${value} ×${values.filter((each) => each === value).length}`)
    .join(', ')
const row = (...cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`

function archiveOf({ claims }: Case, { archive, invoice }: Judged): string {
  if (claims === undefined) return ''
  const { pdfa, mustang } = archive
  const kept = pdfa?.claimed === claims && pdfa.problems.length === 0
  const results = [`${kept ? 'is' : 'is not'} ${claims}`]
  if (mustang !== undefined) results.push(`Mustang: ${mustang.summary}`)
  if (invoice !== undefined) results.push(`ours: ${invoice.valid ? 'valid' : 'invalid'}`)
  return results.join('; ')
}

function pyHankoOf({ pyHanko }: Judged): string {
  if (pyHanko === undefined) return 'not asked'
  if (pyHanko.problem !== undefined) return pyHanko.problem
  const signatures = pyHanko.signatures.map(
    ({ holds, ades }) => `${holds ? 'holds' : 'does not hold'}, AdES ${ades}`,
  )
  const stamps = pyHanko.timestamps.filter(({ holds }) => holds).length
  return `${counted(signatures)}; time-stamp ${stamps === pyHanko.timestamps.length ? 'holds' : 'does not hold'}`
}

/** The line of one signed file. */
export function caseLine(one: Case, judged: Judged): string {
  const { dss, ours } = judged
  const levels = ours.signatures.flatMap(({ kind, level }) =>
    kind === 'signature' ? [level ?? 'none'] : [],
  )
  return row(
    one.kind,
    one.signers,
    counted(dss.signatures.map(({ indication, level }) => `${indication} ${level}`)),
    pyHankoOf(judged),
    `${ours.valid ? 'valid' : 'not valid'}, ${counted(levels)}`,
    archiveOf(one, judged),
  )
}

const said = (refuses: boolean): string => (refuses ? 'refused' : '**accepted**')

/** The line of one spoiled copy. */
export const spoiledLine = ({ name, dss, pyHanko, ours }: SpoiledVerdict): string =>
  row(name, said(dss), said(pyHanko), ours.length > 0 ? `refused: ${ours.join(', ')}` : said(false))

function versions(): Record<'dss' | 'veraPdf' | 'mustang' | 'pyHanko', string> {
  const pom = readFileSync(join(ROOT, 'test/judge/java/pom.xml'), 'utf8')
  const java = (name: string): string =>
    new RegExp(`<${name}.version>([^<]+)<`).exec(pom)?.[1] ?? 'unknown'
  const python = readFileSync(join(ROOT, 'test/judge/pyhanko/requirements.txt'), 'utf8')
  return {
    dss: java('dss'),
    veraPdf: java('verapdf'),
    mustang: java('mustang'),
    pyHanko: /^pyHanko==(.+)$/m.exec(python)?.[1] ?? 'unknown',
  }
}

const table = (head: readonly string[], lines: readonly string[]): string =>
  [row(...head), row(...head.map(() => '---')), ...lines].join('\n')

/** The lines of the three tables. */
export interface ReportLines {
  cases: readonly string[]
  tamperings: readonly string[]
  attacks: readonly string[]
}

/** What the other script found on public files stays as it is. */
const CORPORA = '\n## Public corpora'
const corporaIn = (page: string): string => {
  const at = page.indexOf(CORPORA)
  return at < 0 ? '' : page.slice(at)
}

/** The whole page. */
export function reportOf({ cases, tamperings, attacks }: ReportLines): string {
  const { dss, veraPdf, mustang, pyHanko } = versions()
  const spoiled = ['what was done', `EU DSS ${dss}`, `pyHanko ${pyHanko}`, 'Paraph']
  return `# Signatures: what outside judges say

Made by \`npx tsx scripts/signing-conformance.ts\`. \`test/judge/signing.test.ts\` and \`test/judge/verifier.test.ts\` repeat all
of it but the public corpora in every run of the tests, and fail where a line below is no longer what the judges say.

- **EU DSS ${dss}**, the European Commission's validator (ETSI EN 319 102-1), under its default policy. Nothing is fetched. DSS only
  warns of what was done to a file after a signature; here each such warning refuses the file.
- **pyHanko ${pyHanko}**, with the revocation data of the document alone, hard fail: bottom line, difference analysis, DocMDP, and the
  long-term validation of ETSI EN 319 102-1 (AdES).
- **veraPDF ${veraPdf}** against what the file claims to be, and **Mustang ${mustang}** and \`POST /validate-facturx\` for invoices.
- **Paraph**: \`POST /api/v1/verify\`.

Trusted are our root and, where somebody else signed before, that person's own certificate.

## Files signed through the service

Each file is sent to \`POST /api/v1/documents\`; every signer follows a link, enters a code and signs; the service seals. The
signatures below are theirs and the seals, one for each page of the proof certificate (none in a file that others signed before,
which takes no more pages: there one invisible seal). pyHanko is not asked about more than ten signatures: it judges each anew for every
one after it.

${table(['file', 'signers', `EU DSS ${dss}`, `pyHanko ${pyHanko}`, 'Paraph', 'archive format'], cases)}

## Spoiled copies of such a file

A classic file, signed by two through the service, then changed. Each must be refused by all.

${table(spoiled, tamperings)}

## Published attacks

Universal signature forgery, incremental saving, signature wrapping, shadow, evil annotation, sneaky signature and certification
attacks, rebuilt from their descriptions as changes to a file that two people signed and that ends with an archive time-stamp
(\`test/support/attacks.ts\`, \`update-attacks.ts\`, \`xref-attacks.ts\`). Paraph must refuse each. Where a judge accepts one, the
attack is on programs that read the file in another way than it does.

${table(spoiled, attacks)}
${corporaIn(readFileSync(REPORT, 'utf8'))}`
}

const linesUnder = (page: string, title: string): string[] => {
  const section = page.split(/^## /m).find((text) => text.startsWith(title)) ?? ''
  const lines = section.split('\n').filter((text) => text.startsWith('|'))
  return lines.slice(2)
}

/** The lines of the page as it is kept. */
export function documentedLines(page = readFileSync(REPORT, 'utf8')): ReportLines {
  return {
    cases: linesUnder(page, 'Files signed'),
    tamperings: linesUnder(page, 'Spoiled'),
    attacks: linesUnder(page, 'Published'),
  }
}
