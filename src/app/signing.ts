/** Wires the signature interface: its storage, messages and drawing. */

import type { Config } from '../config/config.ts'
import { DAYS_MAX } from '../config/operation-settings.ts'
import type { DetectionPool } from '../detection/detection-worker.ts'
import type { BlobStore } from '../files/blob-store.ts'
import { pathOf } from '../http/base-path.ts'
import { DAY_MS } from '../kernel/clock.ts'
import { SecretVault } from '../kernel/secret-vault.ts'
import { CERTIFICATE_SECRETS, CertificateServices } from '../seals/certificate-services.ts'
import { ExternalSeals, SEAL_SECRETS } from '../seals/service.ts'
import { OtpCodes } from '../signing/authentication/otp.ts'
import { SignerPasskeys } from '../signing/authentication/passkeys.ts'
import { PhoneMarks } from '../signing/authentication/phone-marks.ts'
import { SignerTotps } from '../signing/authentication/totps.ts'
import { Branding } from '../signing/branding/service.ts'
import type { DocumentPool } from '../signing/documents/pool.ts'
import { InstallationProofContent } from '../signing/documents/proof-content.ts'
import { EditorSessions } from '../signing/embedding/editor-sessions.ts'
import { Embedding } from '../signing/embedding/service.ts'
import { Links } from '../signing/model/links.ts'
import { writeCopyMails } from '../signing/notifications/cc-mail.ts'
import { writeCodeMails } from '../signing/notifications/code-mail.ts'
import { writeDelegatorMails } from '../signing/notifications/delegator-mail.ts'
import { writeMails } from '../signing/notifications/mails.ts'
import { writeSenderMails } from '../signing/notifications/sender-mails.ts'
import { openSigning, type SigningNeeds } from '../signing/open.ts'
import { writeStartMails } from '../signing/open-links/mail.ts'
import { WORK_BITS } from '../signing/open-links/work.ts'
import type { ValidateFile } from '../signing/requests/downloads.ts'
import type { PlacementFinder } from '../signing/requests/placements.ts'
import { RetentionPeriods } from '../signing/retention/periods.ts'
import { type Platform, VERSION } from './platform.ts'
import { openSenders, openTexting } from './senders.ts'

const MAIL_WRITERS = [
  writeMails,
  writeCodeMails,
  writeCopyMails,
  writeDelegatorMails,
  writeSenderMails,
  writeStartMails,
]

interface Files {
  searchers: DetectionPool
  documents: DocumentPool
  blobs: BlobStore
  report: ValidateFile
}

/** Opens the services over the documents' files. */
export async function startSigning(
  platform: Platform,
  config: Config,
  { searchers, documents, blobs, report }: Files,
) {
  const { db, clock, trails, jobs, accounts, messages, pkiOf } = platform
  const texting = openTexting(platform, config)
  const senders = openSenders(platform, config)
  const { signHosts: hosts } = config.sending
  const path = pathOf(config.server.signUrl)
  const branding = new Branding({
    db,
    documents,
    trails,
    senderFacts: senders.senderFacts,
    hosts,
    path,
  })
  const parts = {
    db,
    instance: platform.instance,
    branding,
    ...openAuthentication(platform, config, branding),
    ...openEmbedding(platform, config),
    clock,
    trails,
    jobs,
    quota: accounts.quota,
    throttling: accounts.throttling,
    blobs,
    documents,
    links: new Links(accounts.deriveKey('signing links'), config.server.signUrl),
    mails: messages.mails,
    missingCarriers: messages.missing,
    texts: messages.texts,
    calls: messages.calls,
    texting,
    ...senders,
    webhooks: platform.webhooks.requests,
    ...openProviders(platform),
    ...openRules(platform, config),
    pkiOf,
    stampTrail: platform.stampTrail,
    origin: config.server.signUrl,
    consoleOrigin: config.server.baseUrl,
    signatureFailed: failureReport(platform),
  }
  for (const write of MAIL_WRITERS) write(messages.mails, parts)
  const signing = openSigning(parts, {
    content: new InstallationProofContent({ ...parts, software: `Paraph ${VERSION}` }),
    finderFor: (pdf) => finderIn(searchers, pdf),
    report,
  })
  await signing.recover()
  return { ...signing, parts }
}

/** Signing, and what it was opened with: other compositions share it. */
export type StartedSigning = Awaited<ReturnType<typeof startSigning>>

/** Counts and logs signatures that were not made at once: the cause is known only here, not to the job that follows. */
function failureReport({ log, metrics }: Platform): SigningNeeds['signatureFailed'] {
  const failures = metrics.counter(
    'paraph_signatures_postponed_total',
    'Signatures that were not made while their signer waited, and left to a job',
    [{}],
  )
  return (err, facts) => {
    failures.add()
    log.error({ err, ...facts }, 'a signature failed; a job makes it')
  }
}

/** Which pages may show ours in a frame, and for whom the editor is shown there. */
function openEmbedding({ db, trails, clock }: Platform, { sending, server }: Config) {
  const embedding = new Embedding({ db, trails, operatorOrigins: sending.embedOrigins })
  const consoleOrigin = server.baseUrl
  return { embedding, editorSessions: new EditorSessions({ clock, consoleOrigin, db, embedding }) }
}

/** How signers prove who they are. */
function openAuthentication({ clock, accounts }: Platform, config: Config, branding: Branding) {
  const phones = new PhoneMarks(accounts.deriveKey('telephones of signers'))
  const vault = new SecretVault(accounts.deriveKey('authenticator apps of signers'))
  return {
    passkeys: new SignerPasskeys({ clock, branding, phones, origin: config.server.signUrl }),
    totps: new SignerTotps({ clock, phones, vault }),
    keptVault: new SecretVault(accounts.deriveKey('half-filled forms of signers')),
    otp: new OtpCodes({ clock, secret: accounts.deriveKey('signing codes') }),
    authentication: config.sending.authentication,
  }
}

/** Keys at other providers: for seals of accounts, and for signers who have certificates of their own. */
function openProviders({ db, clock, accounts }: Platform) {
  const vault = (purpose: string) => new SecretVault(accounts.deriveKey(purpose))
  return {
    externalSeals: new ExternalSeals({ db, clock, vault: vault(SEAL_SECRETS) }),
    certificateServices: new CertificateServices({ db, clock, vault: vault(CERTIFICATE_SECRETS) }),
    certificateVault: vault('certificate orders of signers'),
  }
}

/** What the operator allows, and for how long: requests are kept within that by their accounts. */
function openRules({ db, clock, trails, accounts }: Platform, config: Config) {
  const { completed, unsigned, min } = config.retentionDays
  const operator = { completed, unsigned }
  return {
    periods: new RetentionPeriods({ db, clock, trails, operator, min, max: DAYS_MAX }),
    openLinks: {
      allowed: config.sending.openLinks,
      secret: accounts.deriveKey('open links'),
      workBits: WORK_BITS,
    },
    draftLimits: config.drafts,
    renewStampsMs: config.renewStampsDays * DAY_MS,
    linkMs: config.sending.signerLinkDays * DAY_MS,
  }
}

/** Searches a document for texts and tags, in a thread. */
const finderIn = (searchers: DetectionPool, pdf: Uint8Array): PlacementFinder => ({
  locate: (anchors) => searchers.run('locate', { pdf, anchors }),
  tags: async () =>
    (await searchers.run('detect', { pdf })).fields.flatMap(
      ({ source, kind, signer, page, ...found }) => {
        const { x, y, width, height, asked, finding } = found
        const place = { page, box: { x, y, width, height } }
        if (finding !== undefined) return [{ ...place, signer: '', finding }]
        if (source !== 'tag' || signer === undefined) return []
        if (asked === undefined) return kind === 'signature' ? [{ ...place, signer }] : []
        const { members: field, isRepeat, tag } = asked
        return [{ ...place, signer, field, isRepeat, tag }]
      },
    ),
})
