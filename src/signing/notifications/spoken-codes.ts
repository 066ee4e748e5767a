/** What is said in a call once a key was pressed: the code, once. */

import type { Trails } from '../../audit/trail.ts'
import { concurrently } from '../../database/concurrent.ts'
import type { Db } from '../../database/open.ts'
import type { SpokenWords } from '../../messages/ports.ts'
import { textsIn } from '../../translations/texts.ts'
import type { OtpCodes } from '../authentication/otp.ts'
import { findCode } from '../authentication/otp-store.ts'
import { maskedPhone, SERVICE } from '../model/people.ts'
import * as store from '../store/requests.ts'
import { forgetFailure } from './deliveries.ts'

/** Words around a code that belongs to nobody any more. */
const over = (language: SpokenWords['language'] = 'en'): SpokenWords => ({
  language,
  text: textsIn(language).signing.codes.spoken.over,
})

/** Speaks the code of a call; a second time, or too late, it says that there is none. @param reference of the call */
export function speakCode(
  { db, otp, trails }: { db: Db; otp: OtpCodes; trails: Trails },
  reference: string,
): Promise<SpokenWords> {
  return concurrently(db, 'request', async (trx) => {
    const row = await findCode(trx, reference)
    const signer = row && (await store.findSigner(trx, row.signer_id))
    const request = signer && (await store.findRequest(trx, signer.request_id))
    if (signer === undefined || request?.status !== 'pending') return over(signer?.locale)
    const code = await otp.speak(trx, reference)
    if (code === undefined) return over(signer.locale)
    await forgetFailure(trx, signer, 'call')
    const phone = signer.phone === null ? {} : { phone: maskedPhone(signer.phone) }
    await trails.record(trx, signer.request_id, 'signer.code_spoken', SERVICE, {
      signer_id: signer.id,
      ...phone,
    })
    const { locale: language } = signer
    return {
      language,
      text: textsIn(language).signing.codes.spoken.code({ digits: [...code].join(', ') }),
    }
  })
}
