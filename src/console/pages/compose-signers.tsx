/** The people of a new request. */
import { Button, Field, SelectField } from '../../pages/components.tsx'
import type { Html } from '../../pages/html.ts'
import { Icon } from '../../pages/icons.tsx'
import { ASKED_ACTIONS } from '../../signing/model/participant-actions.ts'
import { Section } from '../components.tsx'
import { faultAt, fieldsIn } from '../form-fields.ts'
import { countryOptions, languageOptions } from '../option-lists.tsx'
import type { Reader } from '../words.ts'
import { PLAIN_SIGNERS } from './compose-input.ts'
import type { ComposePage } from './compose-parts.tsx'

/** The people of a new request, with the template of one more. */
export function signersPart(visit: Reader, page: ComposePage): Html {
  const words = visit.words.compose
  const others = Array.from({ length: PLAIN_SIGNERS - 1 }, (_, index) => signerCard(visit, page, index + 1))
  return (
    <Section id="signers" title={words.signersTitle}>
      <ol class="signer-cards" id="signer-cards">
        {signerCard(visit, page, 0)}
      </ol>
      <noscript>
        <h3 class="step-title">{words.more}</h3>
        <ol class="signer-cards" start="2">
          {others}
        </ol>
      </noscript>
      <p class="script-only" hidden>
        <Button label={words.add} id="add-signer" kind="secondary" icon="plus" />
      </p>
    </Section>
  )
}

/** One signer; `N` is the template for those that the script adds. */
export function signerCard(visit: Reader, page: ComposePage, index: number | 'N', role = ''): Html {
  const words = visit.words.compose
  const number = index === 'N' ? 'N' : index + 1
  const text = (
    name: string,
    label: string,
    more: { type?: string; hint?: string; maxLength: number; required?: boolean },
  ): Html => <Field {...fieldsIn(page)(`signer-${index}-${name}`, label)} autocomplete="off" {...more} />
  const id = `signer-${index}`
  const language = page.value(`${id}-locale`) || visit.locale
  const action = page.value(`${id}-action`) || 'sign'
  return (
    <li class="signer-card tone-0" data-signer>
      {signerHead(visit, number, role)}
      {text('email', words.email, { type: 'email', maxLength: 254, required: index === 0 || role !== '' })}
      <div class="two">
        {text('first_name', words.firstName, { maxLength: 100 })}
        {text('last_name', words.lastName, { maxLength: 100 })}
      </div>
      <div class="two">
        {text('phone', words.phone, { type: 'tel', hint: words.phoneHint, maxLength: 40 })}
        <SelectField id={`${id}-country`} label={words.country}>
          {countryOptions(visit, page.countries, page.value(`${id}-country`))}
        </SelectField>
      </div>
      <div class="two">
        <SelectField id={`${id}-locale`} label={words.language}>
          {languageOptions(language)}
        </SelectField>
        {stepField(visit, page, id)}
      </div>
      <div class="two">
        <SelectField
          id={`${id}-action`}
          label={words.action}
          choices={ASKED_ACTIONS.map((each) => [each, words.actions[each]])}
          chosen={action}
        />
        {text('witness_of', words.witnessOf, { type: 'email', hint: words.witnessOfHint, maxLength: 254 })}
      </div>
      {delegationCheck(visit, page, id)}
      {placeList(visit, page, id, number)}
    </li>
  )
}

function signerHead(visit: Reader, number: number | 'N', role: string): Html {
  const words = visit.words.compose
  return (
    <div class="signer-head">
      <span class="tone-mark" aria-hidden="true">
        {number}
      </span>
      <h3>
        {words.signer({ number })}
        {role !== '' && (
          <>
            {' '}
            · <code>{role}</code>
          </>
        )}
      </h3>
      <button type="button" class="button quiet remove-signer" hidden>
        {words.remove}
        <span class="visually-hidden"> {words.signer({ number })}</span>
      </button>
    </div>
  )
}

/** In which step the person signs. */
function stepField(visit: Reader, page: ComposePage, id: string): Html {
  const words = visit.words.compose
  return (
    <Field
      {...fieldsIn(page)(`${id}-order`, words.step, words.stepHint)}
      type="number"
      inputmode="numeric"
      value={page.value(`${id}-order`) || '1'}
      more={{ min: '1', max: '100' }}
    />
  )
}

function delegationCheck(visit: Reader, page: ComposePage, id: string): Html {
  const words = visit.words.compose
  const mayDelegate = page.value(`${id}-allow_delegation`) === 'yes'
  const delegation = faultAt(page.findings, `${id}-allow_delegation`)
  return (
    <div>
      <label class="check">
        <input
          type="checkbox"
          id={`${id}-allow_delegation`}
          name={`${id}-allow_delegation`}
          value="yes"
          aria-describedby={`${id}-allow_delegation-error`}
          checked={mayDelegate}
          aria-invalid={delegation !== undefined ? 'true' : undefined}
        />
        <span>{words.allowDelegation}</span>
      </label>
      <p class="field-error" id={`${id}-allow_delegation-error`} hidden={delegation === undefined}>
        {delegation}
      </p>
    </div>
  )
}

/** Where the person signs; the page's script fills the list. */
function placeList(visit: Reader, page: ComposePage, id: string, number: number | 'N'): Html {
  const words = visit.words.compose
  const places = faultAt(page.findings, `${id}-fields`)
  return (
    <>
      <div class="signer-places" hidden>
        <button type="button" class="chip" id={`${id}-fields`}>
          <Icon name="pen" />
          <span>{words.place}</span>
          <span class="visually-hidden"> {words.signer({ number })}</span>
        </button>
        <ul class="place-list" />
        <p class="hint no-place">{words.noPlace}</p>
      </div>
      <p class="field-error" id={`${id}-fields-error`} hidden={places === undefined}>
        {places}
      </p>
    </>
  )
}
