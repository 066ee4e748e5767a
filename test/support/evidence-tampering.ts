/** Ways to spoil evidence, each with what check.sh must say of it; what is done again afterwards hides it better. */
import { bytesOf, type Files, listAnew, signAnew } from './evidence.ts'
import {
  chained,
  flip,
  phone,
  type Spoil,
  type Stolen,
  type Tampering,
  taken,
  text,
  without,
} from './evidence-changes.ts'
import { INSIDE_TAMPERINGS } from './evidence-tampering-inside.ts'
import type { TestAuthority } from './signing.ts'

/** The evidence as a judge would get it. */
export async function spoiled([, hidden, , spoil]: Tampering, sound: Files, stolen: Stolen) {
  const files: Files = new Map(sound)
  if (hidden === 'not') await spoil(files, stolen)
  else {
    await spoil(files, stolen)
    listAnew(files)
  }
  if (hidden === 'attacker') await signAnew(files, await keysOf(stolen.attacker.pki))
  if (hidden === 'sealed') await signAnew(files, await keysOf(stolen.signing.services.pki))
  return files
}

/** The seal of an authority and its time-stamps. */
export const keysOf = async (pki: TestAuthority['pki']) => ({
  signer: (await pki.authority.key('seal')).signer,
  stamps: pki.tsa,
})

const ALTERED: readonly Tampering[] = [
  ...[
    'README.txt',
    'LISEZMOI.txt',
    'document-original.pdf',
    'document-signed.pdf',
    'proof-certificate.pdf',
    'report.json',
    'signatures/signatures.json',
    'signatures/list.txt',
    '*/signature.p7s',
    '*/signature-value.bin',
    '*/timestamp.tst',
    'certificates/root.der',
    'crls/all.pem',
    'trail/trail.json',
    'trail/verify-trail.mjs',
  ].map((name): Tampering => [`a byte of ${name}`, 'not', /changed: .*[a-z]/, flip(name)]),
  [
    'a byte of */certificate.pem',
    'not',
    /changed: .*certificate\.pem/,
    flip('*/certificate.pem', 200),
  ],
  ['a byte of the list of files', 'not', /not signed by the operator/, flip('MANIFEST.sha256')],
  ['a byte of its signature', 'not', /over the list of files/, flip('MANIFEST.p7s', 700)],
  [
    'a byte of its time-stamp',
    'not',
    /over the list of files|cannot be read/,
    flip('MANIFEST.tst', 90),
  ],
  ['the phone of a party', 'not', /changed: parties\.json/, phone],
  [
    'an empty line behind the report',
    'not',
    /changed: report\.json/,
    text('report.json', (was) => `${was}\n`),
  ],
  [
    'the original and the signed file exchanged',
    'not',
    /changed: document/,
    (files) => {
      const [one, two] = [
        bytesOf(files, 'document-original.pdf'),
        bytesOf(files, 'document-signed.pdf'),
      ]
      files.set('document-original.pdf', two).set('document-signed.pdf', one)
    },
  ],
  ['parties.json taken out', 'not', /missing.*parties\.json/, without('parties.json')],
  [
    'the proof taken out',
    'not',
    /missing.*proof-certificate\.pdf/,
    without('proof-certificate.pdf'),
  ],
  ['the signature of the list taken out', 'not', /over the list of files/, without('MANIFEST.p7s')],
  [
    'the signature of the list emptied',
    'not',
    /over the list of files/,
    (files) => files.set('MANIFEST.p7s', Buffer.alloc(0)),
  ],
  [
    'a file added',
    'not',
    /no part of the evidence: annex\.pdf/,
    (files) => files.set('annex.pdf', Buffer.from('%PDF')),
  ],
  [
    'a hidden file added',
    'not',
    /no part of the evidence: trail\/\.more/,
    (files) => files.set('trail/.more', Buffer.from('x')),
  ],
  [
    'a file replaced by a link',
    'not',
    /links among the files/,
    (files) => files.set('report.json', '/etc/hostname'),
  ],
]

const LISTED: readonly Tampering[] = [
  ['the phone of a party', 'listed', /not signed by the operator/, phone],
  [
    'the original of another document',
    'listed',
    /not signed by the operator/,
    taken('document-original.pdf'),
  ],
  [
    'the signed file of another document',
    'listed',
    /not signed by the operator/,
    taken('document-signed.pdf'),
  ],
  ['a file taken out', 'listed', /not signed by the operator/, without('report.json')],
  [
    'a file added',
    'listed',
    /not signed by the operator/,
    (files) => files.set('annex.pdf', Buffer.from('%PDF')),
  ],
  [
    'a trail chained anew',
    'listed',
    /not signed by the operator/,
    chained((found) => Object.assign(found.entries[1]!, { ip: '192.0.2.9' })),
  ],
  [
    'the signature over the list of another document',
    'listed',
    /not signed by the operator/,
    taken('MANIFEST.p7s', 'MANIFEST.tst'),
  ],
  [
    'the whole list of another document',
    'not',
    /missing|changed/,
    taken('MANIFEST.sha256', 'MANIFEST.p7s', 'MANIFEST.tst'),
  ],
]

const rootOf = ({ attacker }: Stolen): Buffer => Buffer.from(attacker.root)
const joined =
  (name: string, other: (stolen: Stolen) => Buffer, first = false): Spoil =>
  (files, stolen) => {
    const parts = [bytesOf(files, name), other(stolen)]
    files.set(name, Buffer.concat(first ? parts.reverse() : parts))
  }

const FORGED: readonly Tampering[] = [
  [
    'the root certificate by the attacker’s of the same name',
    'attacker',
    /root certificate is another one/,
    (files, stolen) => files.set('certificates/root.pem', rootOf(stolen)),
  ],
  [
    'the attacker’s root before the real one',
    'attacker',
    /over the list of files/,
    joined('certificates/root.pem', rootOf, true),
  ],
  [
    'the attacker’s root behind the real one',
    'attacker',
    /over the list of files/,
    joined('certificates/root.pem', rootOf),
  ],
  [
    'the attacker’s root among those of time-stamps',
    'attacker',
    /over the list of files/,
    joined('certificates/stamp-roots.pem', rootOf),
  ],
  [
    'the attacker’s certificates among the issuers',
    'attacker',
    /over the list of files/,
    joined('certificates/chain.pem', rootOf),
  ],
]

/** All of them. */
export const EVIDENCE_TAMPERINGS: readonly Tampering[] = [
  ...ALTERED,
  ...LISTED,
  ...FORGED,
  ...INSIDE_TAMPERINGS,
]
