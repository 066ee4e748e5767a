/** Connects the signature half: what it keeps, how it is told, and what it draws with. */
import { join } from 'node:path'
import type { Config } from './config.ts'
import { BlobStore } from './files/blob-store.ts'
import type { Foundation } from './foundation.ts'
import { AppError } from './kernel/errors.ts'
import { Links } from './signing/links.ts'
import { writeMails } from './signing/mails.ts'
import { openSigning } from './signing/open.ts'
import { OtpCodes } from './signing/otp.ts'
import type { SigningParts } from './signing/parts.ts'
import { plainArtist } from './signing/plain-artist.ts'

/** Opens the documents' folder and the services over it. */
export async function startSigning(foundation: Foundation, config: Config) {
  const { db, clock, trails, jobs, accounts, messages, pki } = foundation
  const blobs = new BlobStore(join(config.dataDir, 'documents'))
  await blobs.open()
  const parts: SigningParts = {
    db,
    clock,
    trails,
    jobs,
    quota: accounts.quota,
    blobs,
    links: new Links(accounts.secretFor('signing links'), config.server.signUrl),
    otp: new OtpCodes(clock, accounts.secretFor('signing codes')),
    mails: messages.mails,
    texts: messages.texts,
    webhooks: {
      addForDocument: async () => {
        throw new AppError('webhook_url_refused', 'Webhooks are not there yet.')
      },
    },
    pki,
    origin: config.server.signUrl,
  }
  writeMails(messages.mails, parts)
  const signing = openSigning(parts, { artist: plainArtist, finderFor: () => async () => [] })
  await signing.recover()
  return signing
}
