/** Facts of a proof certificate for tests, plain ones and ones that strain it. */
import { createHash } from 'node:crypto'
import { writePng } from '../../src/images/png-write.ts'
import type { DossierFacts } from '../../src/signing/evidence/dossier.ts'
import type { ProofFacts, ProofSigner } from '../../src/signing/proof/facts.ts'

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** A picture like a drawn signature: a blue stroke on nothing. */
export function strokePng(width = 800, height = 300): Buffer {
  const rgba = new Uint8Array(width * height * 4)
  for (let step = 0; step < 6000; step++) {
    const share = step / 6000
    const x = width * (0.1 + share * 0.75)
    const swing = Math.sin(share * 14) * (1 - share * 0.6) * 0.3 - Math.cos(share * 31) * 0.1
    const y = height * (0.5 + swing)
    for (let dx = -4; dx <= 4; dx++)
      for (let dy = -4; dy <= 4; dy++)
        rgba.set([20, 30, 120, 255], (Math.round(y + dy) * width + Math.round(x + dx)) * 4)
  }
  return writePng({ width, height, rgba })
}

const NAMES = [
  'Élodie Łukasz-Dupont',
  'Jean-Baptiste O’Brien',
  'Иван Жуковский',
  'Nguyễn Thị Ánh',
  'Σωκράτης Παπαδόπουλος',
]

/** The n-th signer, from 0. */
export function proofSigner(index: number, given: Partial<ProofSigner> = {}): ProofSigner {
  const name = NAMES[index % NAMES.length]!
  const at = (minute: number) =>
    `2026-11-21T12:${String((index + minute) % 60).padStart(2, '0')}:0${minute % 10}.250Z`
  return {
    id: `sgr_01KAFN5Q8Y2V7N3M9X4T6B0${String(index).padStart(3, '0')}`,
    name,
    email: `signer${index + 1}@example.com`,
    role: index % 2 === 0 ? 'Locataire' : null,
    step: index + 1,
    delivery: 'email',
    authentication: 'sms',
    verified_identity: null,
    registered: null,
    phoneMasked: `+33 •• •• ${String(10 + index)}`,
    phoneFrom: index % 2 === 0 ? 'sender' : 'signer',
    invited_at: at(0),
    opened_at: at(3),
    consentedAt: at(4),
    codeSentAt: at(5),
    verified_at: at(6),
    signedAt: at(7),
    codesSent: 1 + (index % 2),
    codesWrong: index % 3,
    ip: index % 2 === 0 ? '203.0.113.24' : '2001:db8:85a3:8d3:1319:8a2e:370:7348',
    embedOrigin: index % 2 === 0 ? null : 'https://portail.agence-dupont.example',
    userAgent:
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
    consent: { version: '2026-11', language: index % 2 === 0 ? 'fr' : 'en' },
    mark: index % 2 === 0 ? { kind: 'drawn', picture: strokePng() } : { kind: 'typed', text: name },
    certificates: [
      {
        serial: hashOf(`serial ${index}`).slice(0, 32),
        certificate_sha256: hashOf(`certificate ${index}`),
        issuer: 'Paraph – autorité de signature',
        valid_from: at(6),
        valid_to: '2026-11-22T12:06:06.250Z',
        key_type: 'RSA-4096',
        timestamp: { authority: 'Paraph – horodatage', at: at(7) },
      },
    ],
    keyDestroyedAt: at(7),
    sha256Before: hashOf(`before ${index}`),
    sha256After: hashOf(`before ${index + 1}`),
    ...given,
  }
}

const CONSENT_FR =
  'J’ai lu le document et j’accepte de le signer par voie électronique. Mon identité est vérifiée par le lien envoyé à mon adresse e-mail et par un code envoyé par SMS à mon téléphone mobile. Un certificat est émis à mon nom pour cette seule signature ; sa clé est détruite aussitôt après.'
const CONSENT_EN =
  'I have read the document and agree to sign it electronically. My identity is checked by the link sent to my e-mail address and by a code sent by SMS to my mobile phone. A certificate in my name is issued for this one signature; its key is destroyed right afterwards.'

/** A certificate for so many signers. */
export function proofFacts(signers: number, given: Partial<ProofFacts> = {}): ProofFacts {
  return {
    locale: 'fr',
    timeZone: 'Europe/Paris',
    externalSeal: null,
    madeAt: '2026-11-21T12:31:10.042Z',
    document: {
      id: 'doc_01KAFN5Q8Y2V7N3M9X4T6B0C1D',
      name: 'Bail d’habitation – 12 rue des Œillets, Rennes',
      message: 'Bonjour, voici le bail dont nous avons parlé. Merci de le signer avant vendredi.',
      external_id: 'BAIL-2026-0042',
      pages: 12,
      original_bytes: 1_234_567,
      original_sha256: hashOf('original'),
      sha256Shown: hashOf('before 0'),
      sha256BeforeSeal: hashOf('before seal'),
      created_at: '2026-11-21T11:50:00.000Z',
      sentAt: '2026-11-21T11:58:12.480Z',
      expires_at: '2026-12-21T11:50:00.000Z',
      allSignedAt: '2026-11-21T12:31:09.250Z',
      test: false,
    },
    sender: {
      name: 'Agence des Lices',
      email: 'contact@lices.example',
    },
    operator: {
      name: 'Paraph SAS',
      policyOid: '2.25.1234567890123456789.1',
      policyUrl: 'https://sign.example.com/pki/policy',
      software: 'Paraph 0.1.0',
    },
    consents: [
      { version: '2026-11', language: 'fr', text: CONSENT_FR, sha256: hashOf(CONSENT_FR) },
      ...(signers > 1
        ? [
            {
              version: '2026-11',
              language: 'en' as const,
              text: CONSENT_EN,
              sha256: hashOf(CONSENT_EN),
            },
          ]
        : []),
    ],
    signers: Array.from({ length: signers }, (_, index) => proofSigner(index)),
    trail: {
      headHash: hashOf('head'),
      entries: 9 + 8 * signers,
      stampedAt: '2026-11-21T12:31:09.900Z',
    },
    verifyUrl: 'https://sign.example.com/verify',
    ...given,
  }
}

const EMOJI = '🖋️👩‍⚖️😀'
const WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'

/** Everything as long and as strange as it may be. */
export function strainedFacts(): ProofFacts {
  const plain = proofFacts(3, { locale: 'en', timeZone: 'America/Argentina/ComodRivadavia' })
  const long = `${EMOJI} ${WORD} 山田太郎 مرحبا \u0000\ud800 `
  return {
    ...plain,
    document: {
      ...plain.document,
      name: `${long}${WORD} ${WORD} ${WORD}`,
      message: `${long.repeat(5)}\n\nfin`.slice(0, 500),
      external_id: WORD.repeat(3),
      test: true,
    },
    sender: {
      name: `${WORD} ${WORD}`,
      email: `${'x'.repeat(64)}@${'y'.repeat(180)}.example`,
    },
    operator: {
      ...plain.operator,
      name: WORD,
      policyUrl: `https://${'sub.'.repeat(20)}example.com/pki/policy`,
    },
    verifyUrl: `https://${'sub.'.repeat(20)}example.com/verify`,
    consents: plain.consents.map((consent) => ({
      ...consent,
      text: `${consent.text} `.repeat(12),
    })),
    signers: plain.signers.map((signer, index) => ({
      ...signer,
      name: index === 0 ? long : `${WORD} ${WORD}`,
      email: `${'w'.repeat(64)}@${'z'.repeat(180)}.example`,
      role: WORD,
      userAgent: `${WORD} `.repeat(8),
      mark: { kind: 'typed', text: index === 0 ? long : 'W'.repeat(120) },
      certificates: [...signer.certificates, ...signer.certificates].map((each) => ({
        ...each,
        issuer: `${WORD} ${WORD}`,
        serial: 'f'.repeat(40),
        timestamp: { authority: `${WORD} ${WORD}`, at: signer.signedAt },
      })),
    })),
  }
}

/** Words that people wrote in scripts of many kinds: joined, stacked, from right to left, of thousands of letters. */
export const WRITTEN = {
  title: '租赁合同 2026',
  message: 'שלום נא לחתום',
  sender: 'शर्मा एण्ड सन्स',
  role: '임차인',
  names: ['王小明', 'สมชาย ใจดี', 'محمد بن سلمان'],
} as const

/** A document of people who write in scripts of many kinds. */
export function manyScriptsFacts(): ProofFacts {
  const plain = proofFacts(WRITTEN.names.length)
  return {
    ...plain,
    document: { ...plain.document, name: WRITTEN.title, message: WRITTEN.message },
    sender: { ...plain.sender, name: WRITTEN.sender },
    signers: plain.signers.map((signer, index) => {
      const name = WRITTEN.names[index] ?? ''
      return { ...signer, name, role: WRITTEN.role, mark: { kind: 'typed', text: name } }
    }),
  }
}

/** The dossier of the same document. */
export function dossierFacts(facts: ProofFacts): DossierFacts {
  const { document, sender } = facts
  const file = {
    number: 1,
    filename: 'bail.pdf',
    original_sha256: document.original_sha256,
    original_bytes: document.original_bytes,
    pages: document.pages,
  }
  const request = {
    id: document.id,
    name: document.name,
    external_id: document.external_id,
    message: document.message,
    sender: sender.name,
    created_at: document.created_at,
    expires_at: document.expires_at,
    mode: document.test ? 'test' : 'live',
    files: [file],
  }
  const signers = facts.signers.map((signer, index) => ({
    id: signer.id,
    request_id: document.id,
    position: index + 1,
    first_name: signer.name,
    last_name: null,
    email: signer.email,
    role: signer.role,
    action: 'sign',
    witness_of: null,
    step: signer.step,
    delivery: signer.delivery,
    authentication: signer.authentication,
    voice: null,
    certificate: null,
    verified_identity: signer.verified_identity,
    locale: 'fr',
    phone: `+336000000${10 + index}`,
    phone_from: signer.phoneFrom,
    fields: [],
    inputs:
      index === 0
        ? [{ name: 'iban', label: 'IBAN', type: 'text', required: true, places: [{}] }]
        : [],
  }))
  return {
    request,
    signers,
    file,
    senderEmail: sender.email,
    sentAt: document.sentAt,
    consents: facts.consents,
    externalSeal: null,
    operator: facts.operator,
    verifyUrl: facts.verifyUrl,
    rootSha256: hashOf('root'),
  } as unknown as DossierFacts
}
