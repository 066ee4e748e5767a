/** From whom a mail to a signer comes: the name in From, where replies go, the brand of the account. */
import { type MailContent, oneLine } from '../../messages/mail-content.ts'
import type { Mail } from '../../messages/ports.ts'
import { isMailAddress } from '../../messages/settings.ts'
import { paletteOf } from '../branding/colors.ts'
import type { SenderFacts } from '../branding/name-rules.ts'
import type { BrandFacts, Branding } from '../branding/service.ts'
import type { RequestRow } from '../model/rows.ts'

const LOGO_CID = 'logo'

/** The sender as a mail shows it. */
export interface From {
  /** As From shows it. */
  fromName: string
  /** Where replies go; absent: none. */
  replyTo?: string
  /** What the account shows of itself; absent: nothing. */
  brand?: BrandFacts
}

const isShown = ({ name, color, logo }: BrandFacts): boolean =>
  name !== null || color !== null || logo !== null

/** The sender of a request's mails, the origin of its links, and the address of its account. */
export async function fromOf(
  parts: {
    senderFacts(accountId: string): Promise<SenderFacts>
    branding: Branding
    service: string
  },
  request: Pick<RequestRow, 'account_id' | 'mode' | 'sender'>,
): Promise<From & { origin: string | undefined; ownAddress: string }> {
  const { email, verified } = await parts.senderFacts(request.account_id)
  const { sender } = request
  const brand = await parts.branding.of(request)
  const replyTo = brand.replyTo ?? (email.endsWith('@invalid') ? '' : email)
  return {
    brand,
    origin: brand.origin,
    ownAddress: email,
    fromName: oneLine(verified.includes(sender) ? sender : `${sender} via ${parts.service}`),
    ...(isMailAddress(replyTo) && { replyTo }),
  }
}

/** The head of a mail in an account's name. */
export function brandOf({ brand }: From, sender: string): Pick<MailContent, 'brand' | 'look'> {
  if (brand === undefined || !isShown(brand)) return {}
  const palette = brand.color === null ? undefined : paletteOf(brand.color)
  return {
    brand: sender,
    look: {
      ...(palette !== undefined && {
        accent: palette.light.accent,
        darkAccent: palette.dark.accent,
      }),
      ...(brand.logo !== null && { logoCid: LOGO_CID }),
    },
  }
}

/** The same beside its content: names, addresses and the picture. */
export function headOf({
  fromName,
  replyTo,
  brand,
}: From): Pick<Mail, 'fromName' | 'replyTo' | 'logo'> {
  const logo = brand?.logo
  return {
    fromName,
    ...(replyTo !== undefined && { replyTo }),
    ...(logo != null && { logo: { cid: LOGO_CID, bytes: logo } }),
  }
}
