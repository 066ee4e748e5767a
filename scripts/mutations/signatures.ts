/** Lines on which the proof of a signature depends: certificates, revocation, requests, people's codes, the trail. */
import type { Mutation } from './mutation.ts'

const REVOCATION = ['unit/pades/revocation.test.ts']
const CHAIN = ['unit/pades/chain.test.ts']
const CERTIFICATES = ['service/pades/certificates.test.ts']
const TRAIL = ['service/audit/trail.test.ts']
const OTP = ['service/signing/otp.test.ts']
const REVISIONS = ['service/signing/revisions.test.ts']

export const SIGNATURES: readonly Mutation[] = [
  {
    what: 'an OCSP responder that the issuer has not certified is believed',
    text: 'responder.isSignedBy(issuer)',
    becomes: 'true',
    tests: REVOCATION,
  },
  {
    what: 'any certificate of the issuer answers as an OCSP responder',
    text: 'extendedUsages(responder).includes(OID.ocspSigning) &&',
    becomes: 'true &&',
    tests: REVOCATION,
  },
  {
    what: 'a revoked certificate counts as good',
    text: "if (fact.revokedMs !== undefined && fact.revokedMs <= atMs) return 'revoked'",
    becomes: '',
    tests: CERTIFICATES,
  },
  {
    what: 'a certificate that is no authority issues others',
    text: 'if (isAuthority?.content[0] !== 0xff) return undefined',
    becomes: '',
    tests: CHAIN,
  },
  {
    what: 'an extension nobody has heard of is ignored though it is critical',
    text: 'critical && !PROCESSED.has(oid)',
    becomes: 'false',
    tests: CHAIN,
  },
  {
    what: 'any certificate makes time-stamps',
    text: "if (purpose === 'timestamp') return usages.includes(OID.timeStamping)",
    becomes: "if (purpose === 'timestamp') return true",
    tests: CHAIN,
  },
  {
    what: 'an authority names whom it may not name',
    text: '.filter((each) => !mayName(issuer, each))',
    becomes: '.filter(() => false)',
    tests: CHAIN,
  },
  {
    what: 'names that an authority must not give are not looked at',
    text: 'if (ofKind(excluded).some((each) => fits(name, each, true))) return false',
    becomes: '',
    tests: CHAIN,
  },
  {
    what: 'an expired certificate signs',
    text: 'atMs < notBeforeMs || atMs > notAfterMs ?',
    becomes: 'false ?',
    tests: CERTIFICATES,
  },
  {
    what: 'changed bytes keep their signature',
    text: "stated.octets.equals(actual) ? [] : [problem('document_altered')]",
    becomes: '[]',
    tests: ['service/pades/signed-elsewhere.test.ts'],
  },
  {
    what: 'a wrong signature value is accepted',
    text: "holds || isOdd ? [] : [problem('signature_broken', { name })]",
    becomes: '[]',
    tests: ['unit/pades/algorithms.test.ts', 'service/pades/attacks.test.ts'],
  },
  {
    what: 'the signing certificate may be exchanged for another with the same key',
    text: 'isExchanged: (now !== undefined && !isNamed) || !fitsOld',
    becomes: 'isExchanged: false',
    tests: CERTIFICATES,
  },
  {
    what: 'the signed file permits notes',
    text: "TransformParams: { Type: 'TransformParams', V: '1.2', P: 2 }",
    becomes: "TransformParams: { Type: 'TransformParams', V: '1.2', P: 3 }",
    tests: ['service/signing/whole-way.test.ts'],
  },
  {
    what: 'a consent to another text is taken for one to the text shown',
    text: 'version === seen.version && sha256 === seen.sha256',
    becomes: 'version === seen.version',
    tests: ['service/signing/signer-access.test.ts'],
  },
  {
    what: 'a repeated call with another file gets the answer of the first',
    text: /^ {6}\w+\.pdf,$/m,
    becomes: '',
    tests: ['service/signing/idempotency.test.ts'],
  },
  {
    what: 'a repeated call with another additional file gets the answer of the first',
    text: '...additional.flatMap((each) => [each.filename, each.pdf]),',
    becomes: '',
    tests: ['service/signing/idempotency.test.ts'],
  },
  {
    what: 'the second of two that sign at once overwrites the signature of the first',
    text: "status: 'pending',\n    current_sha256: from,",
    becomes: "status: 'pending',",
    tests: REVISIONS,
  },
  {
    what: 'a draft whose signer was corrected while it was being sent is sent as it was before',
    text: "if (revision !== undefined) move = move.where('revision', '=', revision)",
    becomes: '',
    tests: REVISIONS,
  },
  {
    what: 'the seal of another provider overwrites a revision that came in between',
    text: "status: ['pending', 'failed'],\n    current_sha256: from,",
    becomes: "status: ['pending', 'failed'],",
    tests: REVISIONS,
  },
  {
    what: 'why there is no seal is noted at a revision that has one',
    text: '{ id, current_sha256: from }).change(',
    becomes: '{ id }).change(',
    tests: REVISIONS,
  },
  {
    what: 'requests are erased a day early',
    text: 'return toIso(this.parts.clock.now() - days * DAY_MS)',
    becomes: 'return toIso(this.parts.clock.now() - (days - 1) * DAY_MS)',
    tests: ['service/retention/retention.test.ts'],
  },
  {
    what: 'the picture of a drawn signature stays until the daily sweep',
    text: 'signers.map(({ intent }) => intent?.image_sha256)',
    becomes: '[] as (string | undefined)[]',
    tests: ['service/signing/deletion.test.ts'],
  },
  {
    what: 'a person signs after the deadline',
    text: "if (request.expires_at <= now) return 'expired'",
    becomes: '',
    tests: ['service/signing/signer-access.test.ts', 'service/signing/whole-way.test.ts'],
  },
  {
    what: 'a person signs before their turn',
    text: "if (signer.status === 'waiting') return 'wait'",
    becomes: '',
    tests: ['service/signing/whole-way.test.ts', 'service/signing/signer-access.test.ts'],
  },
  {
    what: 'a code lives for a hundred minutes',
    text: 'validMs: 10 * 60_000,',
    becomes: 'validMs: 100 * 60_000,',
    tests: OTP,
  },
  {
    what: 'a code may be guessed thirty times',
    text: 'export const ATTEMPTS = 3',
    becomes: 'export const ATTEMPTS = 30',
    tests: OTP,
  },
  {
    what: 'sixty codes an hour are sent to one person',
    text: 'perHour: 6,',
    becomes: 'perHour: 60,',
    tests: OTP,
  },
  {
    what: 'an entry of the trail is removed unseen',
    text: 'if (entry.prev_hash !== before.hash)',
    becomes: 'if (false)',
    tests: [...TRAIL, 'service/audit/verify-audit.test.ts'],
  },
  {
    what: 'an entry of the trail is changed unseen',
    text: 'else if (hashOrNone(entry) !== entry.hash)',
    becomes: 'else if (false)',
    tests: [...TRAIL, 'service/audit/verify-audit.test.ts'],
  },
  {
    what: 'an entry of the trail gets members that no hash covers',
    text: 'const foreign = Object.keys(entry).filter(isForeign)',
    becomes: 'const foreign: string[] = []',
    tests: [...TRAIL, 'service/audit/verify-audit.test.ts'],
  },
  {
    what: 'the order of members changes the hash of an entry',
    text: 'members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))',
    becomes: 'members = Object.entries(value)',
    tests: ['unit/kernel/canonical-json.test.ts'],
  },
]
