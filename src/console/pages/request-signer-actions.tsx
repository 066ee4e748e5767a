/** What a member can do about a signer: unblock, correct. */
import { Button, Field, SelectField } from '../../pages/components.tsx'
import type { Html, HtmlPart } from '../../pages/html.ts'
import type { SignerJson } from '../../signing/model/schemas/signer.ts'
import { fieldsIn } from '../form-fields.ts'
import { countryOptions, languageOptions } from '../option-lists.tsx'
import type { Visit } from '../visit.ts'
import { inPersonAction } from './in-person.tsx'
import { ActFold } from './request-actions.tsx'
import { findingsAt, type RequestPage, signerName } from './request-page.ts'
import { REQUESTS_PATH } from './requests-find.tsx'
import { requestCurl } from './signature-curl.ts'

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
  const words = visit.words.requests
  const { id } = page.request
  return (
    <ActFold
      visit={visit}
      id={`unblock-${signer.id}`}
      label={words.unblock}
      about={signerName(signer)}
      form={`${REQUESTS_PATH}/${id}/signers/${signer.id}/unblock`}
      curl={requestCurl(visit.baseUrl).unblock(id, signer.id)}
    >
      <p>{words.unblockText}</p>
      <Button label={words.unblockDo} type="submit" />
    </ActFold>
  )
}

function changeAction(visit: Visit, page: RequestPage, signer: SignerJson): Html {
  const words = visit.words.requests
  const findings = findingsAt(page, `signer ${signer.id}`)
  const at = fieldsIn({ findings, id: (name) => `${name}-${signer.id}` })
  const text = (
    name: string,
    label: string,
    value: string,
    more: { hint?: string; type?: string; maxLength: number },
  ) => <Field {...at(name, label)} value={value} autocomplete="off" {...more} />
  return (
    <ActFold
      visit={visit}
      id={`change-${signer.id}`}
      label={words.change}
      about={signerName(signer)}
      open={findings !== undefined}
      form={`${REQUESTS_PATH}/${page.request.id}/signers/${signer.id}`}
      curl={requestCurl(visit.baseUrl).update(page.request.id, signer.id, signer.email)}
    >
      <p>{words.changeText}</p>
      <div class="two">
        {text('email', words.email, signer.email, { type: 'email', maxLength: 254 })}
        {text('phone', words.phoneLabel, signer.phone ?? '', { type: 'tel', hint: words.phoneHint, maxLength: 40 })}
        <SelectField id={`country-${signer.id}`} name="country" label={words.country}>
          {countryOptions(visit, page.countries)}
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
    </ActFold>
  )
}
