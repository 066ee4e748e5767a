/** Tamperings by somebody who can sign the list of files with the service's own seal: the trail and the files tell. */
import { createHash } from 'node:crypto'
import { bytesOf, putTrail, trailIn } from './evidence.ts'
import {
  appendRevision,
  chained,
  entryOf,
  folderLike,
  list,
  named,
  pdf,
  phone,
  restamped,
  type Tampering,
  taken,
  text,
  trail,
  without,
  withoutLast,
} from './evidence-changes.ts'

/** The list. */
export const INSIDE_TAMPERINGS: readonly Tampering[] = [
  ['the phone of a party', 'sealed', /parties\.json is not the file that the trail names/, phone],
  [
    'the name of a party',
    'sealed',
    /parties\.json is not the file/,
    text('parties.json', (was) => was.replace('Zoé', 'Zoe')),
  ],
  [
    'the e-mail of a party',
    'sealed',
    /parties\.json is not the file/,
    text('parties.json', (was) => was.replace('@example.com', '@example.org')),
  ],
  [
    'who gave the phone',
    'sealed',
    /parties\.json is not the file/,
    text('parties.json', (was) => was.replace('"phone_from":"sender"', '"phone_from":"signer"')),
  ],
  [
    'the parties of another document',
    'sealed',
    /parties\.json is not the file/,
    taken('parties.json'),
  ],
  [
    'the original of another document',
    'sealed',
    /document-original\.pdf is not the file/,
    taken('document-original.pdf'),
  ],
  [
    'the original with a byte more',
    'sealed',
    /document-original\.pdf is not the file/,
    (files) =>
      files.set(
        'document-original.pdf',
        Buffer.concat([bytesOf(files, 'document-original.pdf'), Buffer.from('\n')]),
      ),
  ],
  [
    'the signed file of another document, valid in itself',
    'sealed',
    /document-signed\.pdf is not the file/,
    taken('document-signed.pdf'),
  ],
  [
    'a revision appended to the signed file',
    'sealed',
    /document-signed\.pdf is not the file/,
    pdf(appendRevision),
  ],
  [
    'the archive time-stamp cut off',
    'sealed',
    /document-signed\.pdf is not the file/,
    pdf(withoutLast),
  ],
  [
    'the proof of another document',
    'sealed',
    /proof-certificate\.pdf is not the file/,
    taken('proof-certificate.pdf'),
  ],
  [
    'the proof taken out',
    'sealed',
    /proof-certificate\.pdf is missing/,
    without('proof-certificate.pdf'),
  ],
  [
    'a member of an entry changed',
    'sealed',
    /entry 2 was changed/,
    trail((found) => Object.assign(found.entries[1]!, { ip: '192.0.2.9' })),
  ],
  [
    'an entry taken out',
    'sealed',
    /entry 2 does not follow/,
    trail((found) => found.entries.splice(1, 1)),
  ],
  [
    'an entry put in',
    'sealed',
    /entry 2 does not follow/,
    trail((found) => found.entries.splice(1, 0, found.entries[0]!)),
  ],
  [
    'two entries exchanged',
    'sealed',
    /entry 2 does not follow/,
    trail((found) => found.entries.splice(1, 2, found.entries[2]!, found.entries[1]!)),
  ],
  [
    'entries cut off behind',
    'sealed',
    /over no entry|entry of completion/,
    trail((found) => found.entries.pop()),
  ],
  [
    'entries and stamps cut off behind',
    'sealed',
    /entry of completion/,
    trail((found) => {
      found.entries.splice(found.entries.indexOf(entryOf(found, 'document.completed')))
      found.stamps = found.stamps.filter(({ seq }) => seq <= found.entries.length)
    }),
  ],
  [
    'a member that no hash covers',
    'sealed',
    /entry 2 was changed|another form/,
    text('trail/trail.json', (was) =>
      was.replace(/(\n\{"hash":"[0-9a-f]*",)("actor".*"seq":2)/, '$1"note":"paid",$2'),
    ),
  ],
  [
    'a trail chained anew',
    'sealed',
    /time-stamp over entry/,
    chained((found) => Object.assign(found.entries[1]!, { ip: '192.0.2.9' })),
  ],
  [
    'a header chained anew',
    'sealed',
    /time-stamp over entry/,
    chained((found) => Object.assign(found.header, { filename: 'other.pdf' })),
  ],
  [
    'every stamp taken out',
    'sealed',
    /no time-stamp/,
    trail((found) => Object.assign(found, { stamps: [] })),
  ],
  [
    'the stamp over the completion taken out',
    'sealed',
    /no time-stamp covers the completion/,
    trail((found) => found.stamps.pop()),
  ],
  [
    'the stamps of another document',
    'sealed',
    /time-stamp over entry|over no entry/,
    (files, { other }) => {
      const found = trailIn(files)
      found.stamps = trailIn(other).stamps
      putTrail(files, found)
    },
  ],
  [
    'a stamp moved to another entry',
    'sealed',
    /time-stamp over entry/,
    trail((found) => Object.assign(found.stamps.at(-1)!, { seq: found.entries.length - 1 })),
  ],
  [
    'stamps of the attacker’s authority over a trail chained anew',
    'sealed',
    /time-stamp over entry/,
    async (files, stolen) => {
      const pki = stolen.attacker.pki
      await restamped((found) => Object.assign(found.entries[1]!, { ip: '192.0.2.9' }))(files, {
        ...stolen,
        signing: { services: { pki } } as never,
      })
    },
  ],
  [
    'the trail of another document',
    'sealed',
    /is not the file that the trail names/,
    taken('trail/trail.json'),
  ],
  [
    'the trail under another document’s number',
    'sealed',
    /trail is that of another document/,
    text('trail/trail.json', (was) => was.replace(/doc_./, 'doc_z')),
  ],
  [
    'text behind the trail',
    'sealed',
    /goes on behind its end/,
    text('trail/trail.json', (was) => `${was}{"format":"paraph-trail/1"}\n`),
  ],
  [
    'the signature of another document in its folder',
    'sealed',
    /is not the signature in the file/,
    (files, { other }) =>
      files.set(
        `${folderLike(files, 'signer-1-1')}/signature.p7s`,
        bytesOf(other, `${folderLike(other, 'signer-1-1')}/signature.p7s`),
      ),
  ],
  [
    'value and time-stamp of another signature',
    'sealed',
    /signature-value\.bin is another one/,
    (files) => {
      for (const name of ['signature-value.bin', 'timestamp.tst'])
        files.set(
          `${folderLike(files, 'signer-1-1')}/${name}`,
          bytesOf(files, `${folderLike(files, 'seal-1')}/${name}`),
        )
    },
  ],
  [
    'the time-stamp of another signature',
    'sealed',
    /timestamp\.tst is another one/,
    (files) =>
      files.set(
        `${folderLike(files, 'signer-1-1')}/timestamp.tst`,
        bytesOf(files, `${folderLike(files, 'seal-1')}/timestamp.tst`),
      ),
  ],
  [
    'the certificate of another person',
    'sealed',
    /certificate\.pem is another one/,
    (files, { other }) =>
      files.set(
        `${folderLike(files, 'signer-1-1')}/certificate.pem`,
        bytesOf(other, `${folderLike(other, 'signer-1-1')}/certificate.pem`),
      ),
  ],
  [
    'no revocation list',
    'sealed',
    /the certificate of/,
    (files) => files.set('crls/all.pem', Buffer.alloc(0)),
  ],
  [
    'a shorter byte range in the list',
    'sealed',
    /covers another part/,
    list((lines) => lines.splice(0, 1, lines[0]!.replace(/(\d+) (\d+)$/, '9 $2'))),
  ],
  [
    'the last time-stamp left out of the list',
    'sealed',
    /goes on behind its last time-stamp/,
    list((lines) => lines.pop()),
  ],
  [
    'a person left out of the list',
    'sealed',
    /not those of the trail/,
    list((lines) => lines.shift()),
  ],
  [
    'a person called somebody earlier',
    'sealed',
    /not those of the trail/,
    list((lines) => lines.splice(0, 1, lines[0]!.replace(' own ', ' earlier '))),
  ],
  [
    'a person called foreign',
    'sealed',
    /not those of the trail/,
    list((lines) => lines.splice(0, 1, lines[0]!.replace(' own ', ' foreign '))),
  ],
  [
    'lists from before the signature',
    'sealed',
    /revocation lists are from before/,
    list((lines) => lines.splice(0, 1, lines[0]!.replace(/\d+$/, '1500000000'))),
  ],
  [
    'a revision appended that the trail names',
    'sealed',
    /goes on behind its last time-stamp/,
    named(appendRevision),
  ],
  [
    'the archive time-stamp cut off in a file that the trail names',
    'sealed',
    /covers another part/,
    named(withoutLast),
  ],
  [
    'a byte of the signed content in a file that the trail names',
    'sealed',
    /the signature 01/,
    named((signed) => {
      const own = Buffer.from(signed)
      own[900] = own[900]! ^ 1
      return own
    }),
  ],
  [
    'a byte of a byte range in a file that the trail names',
    'sealed',
    /covers another part/,
    named((signed) => {
      const own = Buffer.from(signed)
      const at = own.indexOf('/ByteRange [0 ') + 14
      own[at] = own[at]! ^ 1
      return own
    }),
  ],
  [
    'an entry from before the seal, in a trail that is chained and time-stamped anew',
    'sealed',
    /names an entry that is not in the trail/,
    restamped((found) => Object.assign(found.entries[1]!, { ip: '203.0.113.9' })),
  ],
  [
    'a phone that no code went to, in parties that the trail names',
    'sealed',
    /no code went to/,
    async (files, stolen) => {
      await phone(files, stolen)
      const sha256 = createHash('sha256').update(bytesOf(files, 'parties.json')).digest('hex')
      await restamped((found) =>
        Object.assign(entryOf(found, 'document.completed').data, { parties_sha256: sha256 }),
      )(files, stolen)
    },
  ],
]
