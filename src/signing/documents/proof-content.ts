/** Gathers the drawn content of this domain from rows and trail: signatures and the proof certificate. */

import { toIso } from '../../kernel/clock.ts'
import { invariant } from '../../kernel/invariant.ts'
import { LANGUAGES, type Language, languageFacts } from '../../kernel/languages.ts'
import { Service } from '../../kernel/service.ts'
import type { AttachedFile } from '../../pdf/attachments.ts'
import type { SealFacts } from '../../seals/service.ts'
import { dossierFile } from '../evidence/dossier.ts'
import { ofSeveral, type RequestFile } from '../model/files.ts'
import type { Given } from '../model/parts.ts'
import { nameOf } from '../model/people.ts'
import type { RequestRow, RequestWithSigners, SignerRow } from '../model/rows.ts'
import type { PossibleConsents } from '../proof/consents.ts'
import { type ProofFacts, type ProofOperator, proofPageCount } from '../proof/facts.ts'
import type { SheetFacts } from '../proof/pages.ts'
import { proofValues } from '../proof/values.ts'
import { type Consent, consentIn } from '../words/consent.ts'
import type { ProofContent, ProofSubject, SeenSignature } from './content-port.ts'
import { documentFacts, filesFacts, signerFacts } from './proof-facts.ts'
import type { Look } from './tasks.ts'

/** The language of the first signer whose language is not English, which the others are more likely to read. */
const localeOf = ({ signers }: RequestWithSigners): Language =>
  signers.find(({ locale }) => locale !== 'en')?.locale ?? 'en'

const eachOnce = (consents: readonly Consent[]): Consent[] => [
  ...new Map(consents.map((consent) => [consent.sha256, consent])).values(),
]

/** What each person agreed to, as it was shown; of those who have not agreed, what they are asked in their language. */
const consentsOf = (signers: readonly SignerRow[]): Consent[] =>
  eachOnce(
    signers.map((signer) => {
      // People may read the page in another language than the one in which they were asked.
      const { language = signer.locale, text, version, sha256 } = signer.consent ?? {}
      return text === undefined || version === undefined || sha256 === undefined
        ? consentIn(language, signer)
        : { version, language, text, sha256 }
    }),
  )

/** What they may agree to: of people who are asked the same, each may choose another language. */
function possibleConsents(signers: readonly SignerRow[]): PossibleConsents {
  const keyOf = (signer: SignerRow): string => consentIn('en', signer).sha256
  const keys = signers.map(keyOf)
  const kinds = [...new Map(signers.map((signer) => [keyOf(signer), signer]))]
  const choices = kinds.map(([key]) => keys.filter((each) => each === key).length)
  return {
    texts: kinds.flatMap(([, signer]) => LANGUAGES.map((language) => consentIn(language, signer))),
    most: choices.reduce((sum, count) => sum + Math.min(count, LANGUAGES.length), 0),
  }
}

interface InstallationProofContentDeps extends Given<'clock' | 'pkiOf' | 'senderOf'> {
  branding: { of(request: RequestRow): Promise<{ logo: Uint8Array | null }> }
  origin: string
  /** Name and version of this program. */
  software: string
}

/** Proof content with the facts of this installation. */
export class InstallationProofContent
  extends Service<InstallationProofContentDeps>
  implements ProofContent
{
  sheets(whole: RequestWithSigners): SheetFacts {
    const { request, signers } = whole
    const files = request.files.length
    const known = { locale: localeOf(whole), documentId: request.id, signers: signers.length }
    return { ...known, consents: possibleConsents(signers), ...(files > 1 && { files }) }
  }

  async dossier(
    whole: RequestWithSigners,
    externalSeal: SealFacts | null,
    file: RequestFile,
  ): Promise<AttachedFile> {
    const { request, signers } = whole
    const { authority } = this.parts.pkiOf(request.mode)
    return dossierFile({
      ...whole,
      file,
      senderEmail: await this.parts.senderOf(request.account_id),
      sentAt: toIso(this.parts.clock.now()),
      consents: consentsOf(signers),
      externalSeal,
      operator: this.#operator(request.mode),
      verifyUrl: `${this.parts.origin}/verify`,
      rootSha256: (await authority.key('root')).facts.certificate.fingerprint,
    })
  }

  signature({ requestId, signer, mark, at, box, test }: SeenSignature): Look {
    const { locale } = signer
    const timeZone = signer.intent?.zone ?? languageFacts(locale).zone
    const witness = signer.action === 'witness'
    const known = { locale, name: nameOf(signer), at, timeZone, documentId: requestId }
    const facts = { ...known, mark, test, witness }
    const { width, height } = box
    return { kind: 'signature', size: { width, height }, facts }
  }

  async proof(subject: ProofSubject): Promise<ProofFacts> {
    const { whole, trail, sha256BeforeSeal } = subject
    const { request, signers } = whole
    const head = trail.entries.at(-1)
    invariant(head !== undefined, 'a trail has entries')
    const locale = localeOf(whole)
    const email = await this.parts.senderOf(request.account_id)
    const [{ proof_pages: proofPages }] = request.files
    const { logo } = await this.parts.branding.of(request)
    return {
      locale,
      timeZone: languageFacts(locale).zone,
      madeAt: toIso(this.parts.clock.now()),
      document: documentFacts(request, signers, sha256BeforeSeal),
      ...filesFacts(request),
      sender: {
        name: request.sender,
        email,
        ...(logo !== null && { logo: new Uint8Array(logo) }),
      },
      operator: this.#operator(request.mode),
      consents: consentsOf(signers),
      // Those that were reserved: a delegate may have come since.
      consentPages: Math.max(0, proofPages - proofPageCount(signers.length, request.files.length)),
      signers: signers.map((signer) => ({
        ...signerFacts(signer, subject),
        values: proofValues(signer, locale, {
          signers,
          files: ofSeveral(request, ({ filename }) => filename).files,
        }),
      })),
      externalSeal: request.outer_seal?.made ?? null,
      trail: {
        headHash: head.hash,
        entries: trail.entries.length,
        stampedAt: trail.stamps.at(-1)?.at ?? null,
      },
      verifyUrl: `${this.parts.origin}/verify`,
    }
  }

  #operator(mode: 'live' | 'test'): ProofOperator {
    const { origin } = this.parts
    const pki = this.parts.pkiOf(mode)
    return {
      name: pki.operator.organization,
      policyOid: pki.signerPolicy,
      policyUrl: `${origin}/pki/policy`,
      software: this.parts.software,
    }
  }
}
