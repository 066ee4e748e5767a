/** What a member can do about a signer: unblock, correct. */
import { Button, Field, SelectField } from '../../pages/components.tsx'
import type { Html, HtmlPart } from '../../pages/html.ts'
import type { SignerJson } from '../../signing/model/schemas/signer.ts'
import { textsIn } from '../../translations/texts.ts'
import { CurlLine, OwnForm } from '../components.tsx'
import { countryOptions, languageOptions } from '../option-lists.tsx'
import type { Visit } from '../visit.ts'
import { inPersonAction } from './in-person.tsx'
import { actionFold, findingIn } from './request-actions.tsx'
import type { RequestPage } from './request-page.ts'
import { REQUESTS_PATH } from './requests-find.tsx'
import { requestCurl } from './signature-curl.ts'

/** The name of a person, or the address where no name is known. */
export const signerName = ({ first_name, last_name, email }: SignerJson): string =>
  [first_name, last_name].filter(Boolean).join(' ') || email

/** Whether a person has nothing left to do. */
export const isDone = ({ status }: SignerJson): boolean => status === 'signed' || status === 'approved'

/** What a member can do about a signer. */
export function signerActions(visit: Visit, page: RequestPage, signer: SignerJson): HtmlPart {
  const { status } = page.request
  const open = !isDone(signer) && signer.status !== 'declined'
  if ((status !== 'draft' && status !== 'pending') || !open) return undefined
  const blocked = status === 'pending' && signer.status === 'blocked'
  return (
    <div class="key-acts">
      {blocked && unblockAction(visit, page, signer)}
      {inPersonAction(visit, page, signer)}
      {changeAction(visit, page, signer)}
    </div>
  )
}

function unblockAction(visit: Visit, page: RequestPage, signer: SignerJson): Html {
  const words = textsIn(visit.locale).console.requests
  const { id } = page.request
  const line = requestCurl(page.baseUrl).unblock(id, signer.id)
  return actionFold({
    id: `unblock-${signer.id}`,
    label: words.unblock,
    about: signerName(signer),
    content: (
      <>
        <OwnForm visit={visit} action={`${REQUESTS_PATH}/${id}/signers/${signer.id}/unblock`}>
          <p>{words.unblockText}</p>
          <Button label={words.unblockDo} type="submit" />
        </OwnForm>
        <CurlLine locale={visit.locale} id={`curl-unblock-${signer.id}`} text={line} />
      </>
    ),
  })
}

function changeAction(visit: Visit, page: RequestPage, signer: SignerJson): Html {
  const words = textsIn(visit.locale).console.requests
  const act = `signer ${signer.id}`
  const findings = page.finding?.act === act ? page.finding.findings : undefined
  const text = (
    name: string,
    label: string,
    value: string,
    more: { hint?: string; type?: string; maxLength: number },
  ) => (
    <Field
      id={`${name}-${signer.id}`}
      name={name}
      label={label}
      value={value}
      autocomplete="off"
      {...more}
      {...findingIn(findings, name)}
    />
  )
  const line = requestCurl(page.baseUrl).update(page.request.id, signer.id, signer.email)
  const path = `${REQUESTS_PATH}/${page.request.id}/signers/${signer.id}`
  return actionFold({
    id: `change-${signer.id}`,
    label: words.change,
    about: signerName(signer),
    open: findings !== undefined,
    content: (
      <>
        <OwnForm visit={visit} action={path}>
          <p>{words.changeText}</p>
          <div class="two">
            {text('email', words.email, signer.email, { type: 'email', maxLength: 254 })}
            {text('phone', words.phoneLabel, signer.phone ?? '', { type: 'tel', hint: words.phoneHint, maxLength: 40 })}
            <SelectField id={`country-${signer.id}`} name="country" label={words.country}>
              {countryOptions(visit.locale, page.countries)}
            </SelectField>
            {text('first_name', words.firstName, signer.first_name ?? '', { maxLength: 100 })}
            {text('last_name', words.lastName, signer.last_name ?? '', { maxLength: 100 })}
          </div>
          <div class="narrow">
            <SelectField id={`locale-${signer.id}`} name="locale" label={words.language}>
              {languageOptions(signer.locale)}
            </SelectField>
          </div>
          <Button label={words.changeDo} type="submit" />
        </OwnForm>
        <CurlLine locale={visit.locale} id={`curl-change-${signer.id}`} text={line} />
      </>
    ),
  })
}
