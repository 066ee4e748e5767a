/** The wording around a code: the text message that carries it, and the errors of entering it. */
import { AppError } from '../../kernel/errors.ts'
import { gsmName } from '../../messages/gsm.ts'
import { say, textsIn } from '../../translations/texts.ts'
import { type CodeOutcome, lockedToday } from '../authentication/otp.ts'
import { shownSha256 } from '../model/rows.ts'
import type { SignerContext } from './access.ts'

const NAME_IN_SMS = 40

/** The text message with a code: the code first, where telephones look for it. */
export function smsText({ request, signer }: SignerContext, code: string): string {
  const name = [...gsmName(request.name)].slice(0, NAME_IN_SMS).join('')
  const mark = shownSha256(request).slice(0, 8)
  const { action, locale } = signer
  const words =
    action === 'sign' ? textsIn(locale).signing.codes : textsIn(locale).signing.consent[action]
  return words.sms({ code, name, mark })
}

/** The error for a failed attempt. */
export function attemptError(
  outcome: Exclude<CodeOutcome, { kind: 'right' }>,
  nowMs: number,
): AppError {
  if (outcome.kind === 'wrong')
    return new AppError('otp_invalid', say('codes.wrong', { left: outcome.attemptsLeft }), {
      attemptsLeft: outcome.attemptsLeft,
    })
  if (outcome.kind === 'locked_today') return lockedToday(outcome.untilMs, nowMs)
  if (outcome.kind === 'locked')
    return new AppError('otp_locked', say('codes.locked'), {
      attemptsLeft: 0,
    })
  return new AppError('otp_expired', say('codes.expired'))
}
