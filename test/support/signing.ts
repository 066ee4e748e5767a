/** A real authority over cached keys, and whole documents signed by it, for tests of signatures. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MIGRATIONS } from '../../src/app/databases.ts'
import { type Clock, systemClock } from '../../src/kernel/clock.ts'
import { toPem } from '../../src/pades/certificate.ts'
import { drawAppearance } from '../../src/pdf/appearance.ts'
import { embedFont } from '../../src/pdf/fonts.ts'
import { layOut } from '../../src/pdf/layout.ts'
import { openPdf } from '../../src/pdf/opening.ts'
import type { Operator } from '../../src/pki/names.ts'
import { openPki, type Pki, type PkiConfig, type PkiParts } from '../../src/pki/open.ts'
import { openTestDatabase } from './postgres.ts'
import { cachedKeys } from './rsa-keys.ts'
import { addArchiveTimestamp, signLongTerm } from './signature-steps.ts'

/** An authority in a temporary folder. */
export interface TestAuthority {
  pki: Pki
  folder: string
  /** The root certificate as PEM. */
  root: string
  close(): Promise<void>
}

export const PKI_CONFIG = {
  country: 'FR',
  organization: 'Essai',
  organizationId: 'NTRFR-123456789',
  passphrase: '',
  policyOid: '1.3.6.1.4.1.32473.7',
  keyPool: 0,
}

/** What a test may want otherwise. */
export interface AuthorityOptions extends Pick<PkiParts, 'outside'> {
  /** To be called like another authority. */
  operator?: Operator
  /** To be set up otherwise. */
  settings?: Partial<PkiConfig>
  /** To have other keys than the others. */
  firstKey?: number
  /** Where it publishes. */
  baseUrl?: string
}

/** @param organization another name makes another authority: the cached keys are the same */
export async function startAuthority(
  clock: Clock = systemClock,
  organization = PKI_CONFIG.organization,
  {
    operator,
    settings,
    firstKey,
    baseUrl = 'https://sign.example.com',
    ...outside
  }: AuthorityOptions = {},
): Promise<TestAuthority> {
  const folder = mkdtempSync(join(tmpdir(), 'paraph-pki-'))
  const database = await openTestDatabase({ folder, migrations: MIGRATIONS, clock })
  const pki = openPki({
    db: database.db,
    clock,
    dataFolder: folder,
    baseUrl,
    config: { ...PKI_CONFIG, organization, ...operator, ...settings },
    makeKey: cachedKeys(firstKey),
    ...outside,
  })
  await pki.authority.start({ make: true })
  if (pki.authority.state.status === 'failed') throw pki.authority.state.error
  const root = (await pki.authority.key('root')).facts.certificate
  return {
    pki,
    folder,
    root: toPem('CERTIFICATE', root.der),
    async close() {
      pki.keyPool.close()
      await database.close()
      rmSync(folder, { recursive: true })
    },
  }
}

const A4 = { width: 595.28, height: 841.89 }

const written = (size: { width: number; height: number }, lines: readonly string[]) =>
  drawAppearance(size, async (page, document) => {
    const font = await embedFont(document, 'regular')
    lines.forEach((line, index) => {
      page.drawText(line, { x: 6, y: size.height - 14 - index * 12, size: 8, font })
    })
  })

/** How a test document is signed. */
export interface SigningPlan {
  signers: number
  /** The first signature certifies (DocMDP 2); not possible where others signed before. */
  certify?: boolean
  /** A reserved page and the seal on it; not possible where others signed before. */
  seal?: boolean
  clock?: Clock
  /** Begins the names of the fields. */
  prefix?: string
}

/** The document as it is after each step: laid out, each signature, the seal, the archive time-stamp. */
export async function signedSteps(
  { pki }: Pick<TestAuthority, 'pki'>,
  pdf: Uint8Array,
  { signers, certify = true, seal = true, clock = systemClock, prefix = 'Signer' }: SigningPlan,
): Promise<Buffer[]> {
  const opened = await openPdf(pdf)
  const pages = opened.facts.pages.length
  const names = Array.from({ length: signers }, (_, index) => `${prefix}${index + 1}`)
  const place = (name: string, index: number) => ({
    name,
    page: 0,
    box: {
      x: (prefix === 'Signer' ? 20 : 80) + (index % 4) * 110,
      y: (prefix === 'Signer' ? 20 : 300) + Math.floor(index / 4) * 50,
      width: 100,
      height: 40,
    },
  })
  const sealPlace = { name: 'Seal', page: pages, box: { x: 40, y: 80, width: 515, height: 720 } }
  const steps = [
    layOut(opened, {
      reservedPages: seal ? [await written(A4, ['Certificat de preuve'])] : [],
      fields: [...names.map(place), ...(seal ? [sealPlace] : [])],
      attachments: [],
    }),
  ]
  const ports = { timestamps: pki.timestamps, revocation: pki.revocation }
  const last = (): Buffer => steps.at(-1) ?? Buffer.alloc(0)
  for (const [index, field] of names.entries()) {
    const person = {
      givenName: 'Zoé',
      surname: `Łukasz ${index + 1}`,
      email: `zoe${index + 1}@example.com`,
      country: 'FR',
      serialNumber: `S${index + 1}`,
    }
    const key = await pki.keyPool.take()
    const signer = await pki.authority.issueSigner(await pki.authority.reserveSigner(person), key)
    const facts = {
      name: signer.certificate.name,
      reason: 'Approbation',
      timeMs: clock.now(),
      certify: certify && index === 0,
    }
    const drawing = await written({ width: 100, height: 40 }, ['Signé par', facts.name])
    steps.push(await signLongTerm(last(), { field, signer, facts, drawing }, ports))
  }
  if (seal) {
    const { signer } = await pki.authority.key('seal')
    const drawing = await written({ width: 515, height: 720 }, ['Preuve', 'Qui, quand, comment'])
    const facts = { name: 'Essai', timeMs: clock.now() }
    steps.push(await signLongTerm(last(), { field: 'Seal', signer, facts, drawing }, ports))
  }
  steps.push(await addArchiveTimestamp(last(), ports))
  return steps
}
