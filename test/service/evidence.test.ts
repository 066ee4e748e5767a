import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { entryHash, headerHash, type TrailEntry } from '../../src/audit/chain.ts'
import type { Trail } from '../../src/audit/trail.ts'
import { standaloneVerifier } from '../../src/audit/trail-json.ts'
import { stampedDigest } from '../../src/audit/verify-trail.ts'
import { parseCertificate } from '../../src/pades/certificate.ts'
import { verifyPdf } from '../../src/pades/verify.ts'
import { type EvidenceFacts, evidenceZip } from '../../src/signing/evidence/bundle.ts'
import { SAMPLES } from '../support/pdf-samples.ts'
import { dossierFacts, proofFacts } from '../support/proof-facts.ts'
import { signedWithProof } from '../support/proof-signing.ts'
import { startAuthority, type TestAuthority } from '../support/signing.ts'

let authority: TestAuthority
let facts: EvidenceFacts
let archive: Buffer
let folder: string

const HEADER = { document_id: 'doc_01KAFN5Q8Y2V7N3M9X4T6B0C1D', name: 'Bail « été »' }

async function trailOf({ pki }: TestAuthority): Promise<Trail> {
  const entries: TrailEntry[] = []
  let before = headerHash(HEADER)
  for (let seq = 1; seq <= 5; seq++) {
    const entry = {
      seq,
      type: 'signer.opened',
      at: `2026-11-21T12:00:0${seq}.000Z`,
      actor: 'signer:sgr_1',
      ip: '203.0.113.24',
      ua: 'Mozilla/5.0 "quoted" \\ %s\u2028 œ',
      data: { signer_id: 'sgr_1', text: 'ligne\nune autre' },
      prev_hash: before,
    }
    before = entryHash(entry)
    entries.push({ ...entry, hash: before })
  }
  const token = await pki.tsa.stamp(stampedDigest(before))
  return {
    id: HEADER.document_id,
    header: HEADER,
    entries,
    stamps: [{ seq: 5, at: new Date().toISOString(), token }],
  }
}

beforeAll(async () => {
  authority = await startAuthority()
  const plain = await SAMPLES['object streams']!()
  const proof = proofFacts(2)
  const signed = await signedWithProof(authority, plain, proof, dossierFacts(proof))
  const root = parseCertificate((await authority.pki.authority.key('root')).facts.certificate.der)
  const verified = verifyPdf(signed, { roots: [root], nowMs: Date.now() })
  facts = {
    documentId: HEADER.document_id,
    name: 'Bail « été »\u0000 / ../../etc',
    completedAt: '2026-11-21T12:31:12.000Z',
    operator: 'Paraph SAS',
    verifyUrl: 'https://sign.example.com/verify',
    original: plain,
    signed,
    // As it comes into the thread that makes the archive.
    trail: structuredClone(await trailOf(authority)),
    verifier: { name: 'verify-trail.mjs', bytes: Buffer.from(standaloneVerifier()) },
    report: { valid: verified.valid },
    parties: [{ signer_id: 'sgr_1', phone: '+33612345678' }],
    root,
  }
  archive = await evidenceZip(facts)
  folder = mkdtempSync(join(tmpdir(), 'evidence-'))
  writeFileSync(join(folder, 'evidence.zip'), archive)
  execFileSync('python3', ['-m', 'zipfile', '-e', join(folder, 'evidence.zip'), folder])
  rmSync(join(folder, 'evidence.zip'))
})
afterAll(async () => {
  await authority.close()
  rmSync(folder, { recursive: true })
})

const sh = (command: string) => {
  const run = spawnSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' })
  return { status: run.status, said: run.stdout, complaints: run.stderr }
}
const commandsIn = (name: string): string[] =>
  readFileSync(join(folder, name), 'utf8')
    .split('\n')
    .flatMap((line) => (line.startsWith('    $ ') ? [line.slice(6)] : []))

describe.each(['README.txt', 'LISEZMOI.txt'])('every command of %s', (name) => {
  test('succeeds as it is written', () => {
    const commands = commandsIn(name)
    expect(commands).toHaveLength(9)
    for (const command of commands) expect({ command, ...sh(command) }).toMatchObject({ status: 0 })
  })

  test('shows the hashes the text promises', () => {
    const [last] = facts.trail.entries.slice(-1)
    const shown = commandsIn(name).map((command) => sh(command).said)
    expect(shown.some((said) => said.startsWith(last!.hash))).toBe(true)
    expect(shown.some((said) => said.startsWith(facts.trail.entries[0]!.prev_hash))).toBe(true)
    expect(readFileSync(join(folder, name), 'utf8')).toContain(last!.hash)
  })
})

describe('check.sh', () => {
  test('checks every signature, time-stamp and entry', () => {
    const { status, said } = sh('sh check.sh')
    expect({ status, end: said.trim().split('\n').at(-1) }).toEqual({
      status: 0,
      end: 'Everything holds.',
    })
    for (const field of ['Signer1', 'Signer2', 'Seal1', 'Seal2', 'Stamp'])
      expect(said).toContain(field)
  })

  test.each([
    ['a byte of the signed file', 'document-signed.pdf', 900],
    ['a byte of an entry', 'trail/entries.jsonl', 40],
    ['a byte of a signature value', 'signatures/01-Signer1/signature-value.bin', 3],
    ['a byte of a token', 'trail/stamps/0005.tst', 120],
  ])('stops at %s that was changed, even with a new manifest', (_what, name, at) => {
    const path = join(folder, name)
    const kept = readFileSync(path)
    const changed = Buffer.from(kept)
    changed[at] = changed[at]! ^ 1
    writeFileSync(path, changed)
    const manifest = readFileSync(join(folder, 'MANIFEST.sha256'))
    try {
      expect(sh('sh check.sh').status).not.toBe(0)
      sh(
        'cut -c67- MANIFEST.sha256 | while read -r f; do sha256sum "$f"; done > new && mv new MANIFEST.sha256',
      )
      expect(sh('sha256sum -c --quiet MANIFEST.sha256').status).toBe(0)
      const { status, said } = sh('sh check.sh')
      expect(status).not.toBe(0)
      expect(said).not.toContain('Everything holds.')
    } finally {
      writeFileSync(path, kept)
      writeFileSync(join(folder, 'MANIFEST.sha256'), manifest)
    }
  })
})

test('the same facts give the same archive', async () => {
  expect((await evidenceZip(facts)).equals(archive)).toBe(true)
})

test('the parties stand in the evidence with complete telephone numbers', () => {
  expect(readFileSync(join(folder, 'parties.json'), 'utf8')).toContain('+33612345678')
})
