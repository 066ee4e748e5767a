/** README.txt and LISEZMOI.txt: how to check the evidence step by step without any of our tools. */
import type { Trail } from '../../audit/trail.ts'
import {
  cutCommand,
  entryCommand,
  FILES,
  folderOf,
  MANIFEST_COMMANDS,
  rootCommands,
  signatureCommands,
  stampCommand,
} from './commands.ts'
import type { SignaturePieces } from './material.ts'
import texts from './readme.json' with { type: 'json' }

/** Values used in the texts. */
export interface ReadmeFacts {
  documentId: string
  name: string
  /** RFC 3339, UTC; also the time of every file in the archive. */
  completedAt: string
  operator: string
  verifyUrl: string
  /** Where the operator publishes check.sh and the root certificate. */
  pkiUrl: string
  /** The root certificates, the current one first. */
  roots: ReadonlyArray<{ pem: string; sha256: string }>
  sha256Original: string
  sha256Signed: string
  /** The files after the first one. */
  additional: ReadonlyArray<{
    folder: string
    filename: string
    sha256Original: string
    sha256Signed: string
  }>
  /** Whether every signature is called an advanced one. */
  advanced: boolean
  /** Whether everybody proved who they are by a code sent by SMS. */
  texted: boolean
  signatures: readonly SignaturePieces[]
  trail: Trail
  /** How many files signers uploaded. */
  uploads: number
  /** File name of the stand-alone verifier of the trail; null when there is none. */
  verifier: string | null
}

const indented = (commands: readonly string[]): string =>
  commands.map((command) => `    $ ${command}`).join('\n')

/** `Signer1 – Zoé Łukasz` lines of what was signed when. */
const listed = ({ signatures }: ReadmeFacts): string =>
  signatures
    .map((each) => {
      const at = new Date(each.stampedMs).toISOString()
      return `    ${folderOf(each)}: ${each.signer.name}, ${at}`
    })
    .join('\n')

/** The files after the first one, with their hashes. */
const additionalLines = ({ additional }: ReadmeFacts): string =>
  additional
    .map(
      ({ folder, filename, sha256Original, sha256Signed }) =>
        `\n    ${folder}/  ${filename}\n      ${FILES.original} SHA-256 ${sha256Original}\n      ${FILES.signed} SHA-256 ${sha256Signed}`,
    )
    .join('')

function steps({ signatures, trail, verifier, pkiUrl, roots }: ReadmeFacts) {
  const fingerprints = roots.map(({ sha256 }) => sha256)
  const sample = signatures.find(({ kind, whose }) => kind === 'signature' && whose === 'own')
  const stamp = trail.stamps.at(-1)
  const entry = stamp === undefined ? undefined : trail.entries[stamp.seq - 1]
  const checks = sample === undefined ? [] : signatureCommands(sample).slice(1)
  return {
    sample: sample === undefined ? '' : folderOf(sample),
    cut: sample === undefined ? '' : indented([cutCommand(sample)]),
    checks: indented(checks),
    manifest: indented(MANIFEST_COMMANDS),
    seq: entry?.seq ?? 0,
    hash: entry?.hash ?? '',
    entry: entry === undefined ? '' : indented([entryCommand(entry.seq)]),
    stamp:
      entry === undefined || stamp === undefined
        ? ''
        : indented([stampCommand(entry.seq, entry.hash, Date.parse(stamp.at))]),
    check: `sh check.sh . ${fingerprints.join(',')}`,
    fingerprints: fingerprints.map((each) => `    ${each}`).join('\n'),
    roots: indented(rootCommands(roots.map(({ pem }) => pem))),
    script: `${pkiUrl}/evidence/check.sh`,
    root: `${pkiUrl}/root.pem`,
    verifier:
      verifier === null
        ? null
        : indented([
            `cat ${FILES.root} ${FILES.stampRoots} > /tmp/roots.pem; node trail/${verifier} ${FILES.trail} /tmp/roots.pem`,
          ]),
  }
}

/** A text whose places in braces are filled. */
const filledIn = (lines: readonly string[], values: Readonly<Record<string, unknown>>): string =>
  lines.join('\n').replaceAll(/\{([\w.]+)\}/g, (_, name: string) => String(values[name]))

/** The text in a language. */
export function readmeIn(language: keyof typeof texts, facts: ReadmeFacts): string {
  const words = texts[language]
  const step = steps(facts)
  const files = Object.entries(FILES).map(([name, file]) => [`files.${name}`, file])
  const known = { ...Object.fromEntries(files), ...facts, ...step, listed: listed(facts) }
  const count = facts.additional.length + 1
  const additional = { count, additionalFiles: additionalLines(facts) }
  const either = facts.advanced ? 'yes' : 'no'
  return filledIn(words.text, {
    ...known,
    level: words.level[either],
    qualified: words.qualified[either],
    proof: words.proof[facts.texted ? 'yes' : 'no'],
    uploadsLines: facts.uploads === 0 ? '' : `${words.uploads.join('\n')}\n`,
    verifierLines: step.verifier === null ? '' : `${filledIn(words.verifier, step)}\n`,
    additional: count === 1 ? '' : filledIn(words.additional, additional),
  })
}
