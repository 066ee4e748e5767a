/** What can be done with a key: rename, limit, rotate, revoke. */
import { type KeyLimits, limitsOf, SCOPES } from '../../accounts/key-limits.ts'
import type { ListedKey } from '../../accounts/key-store.ts'
import type { Plan } from '../../accounts/plans.ts'
import { AreaField, Button, Check, Field, SelectField } from '../../pages/components.tsx'
import type { Html } from '../../pages/html.ts'
import { FoldedForm } from '../components.tsx'
import { fieldsIn } from '../form-fields.ts'
import type { Visit } from '../visit.ts'

/** Data of the page. */
export interface KeysPage {
  keys: readonly ListedKey[]
  /** Until when replaced secrets stay valid, by key. */
  overlaps: ReadonlyMap<string, string>
  /** Plans that a new key may be bound to. */
  plans: readonly Plan[]
  /** Token of this form: submitted twice, it creates one key. */
  form: string
  /** The fault of the submitted form. */
  finding?: { field: 'name' | 'plan' | 'form'; text: string; name: string } | undefined
  /** How to get a larger plan; empty: nothing is said. */
  advice: string
  /** Title of a plan, which the operator configures. */
  planTitle: (id: string) => string
}

/** Gives the key another name. */
export function renameAction(visit: Visit, key: ListedKey): Html | false {
  const words = visit.words.keys
  const at = fieldsIn({ id: (name) => `${name}-${key.id}` })
  return (
    <FoldedForm visit={visit} label={words.rename} name={key.name} action={`/console/keys/${key.id}/rename`}>
      <Field {...at('name', words.name)} value={key.name} required maxLength={80} autocomplete="off" />
      <Button label={words.renameSave} type="submit" kind="secondary" />
    </FoldedForm>
  )
}

/** The fields for limits: no tick and no network is no limit. */
export function limitFields(visit: Visit, id: string, limits?: KeyLimits): Html {
  const words = visit.words.keys
  const boxes = SCOPES.map((scope) => (
    <Check
      name={`scope_${scope}`}
      checked={limits?.scopes?.includes(scope) === true}
      label={<code>{scope}</code>}
      hint={words.scopes[scope]}
    />
  ))
  return (
    <>
      <fieldset class="checks">
        <legend>{words.scopesLabel}</legend>
        {boxes}
      </fieldset>
      <AreaField
        {...fieldsIn({ id: (name) => `${name}-${id}` })('addresses', words.addresses, words.addressesHint)}
        value={(limits?.addresses ?? []).join('\n')}
        rows={3}
        more={{ spellcheck: 'false', autocomplete: 'off' }}
      />
    </>
  )
}

/** Changes what the key may do and from where. */
export function limitAction(visit: Visit, key: ListedKey): Html | false {
  const words = visit.words.keys
  return (
    <FoldedForm visit={visit} label={words.limits} name={key.name} action={`/console/keys/${key.id}/limits`}>
      <p>{words.limitsText}</p>
      {limitFields(visit, key.id, limitsOf(key))}
      <Button label={words.limitsDo} type="submit" kind="secondary" />
    </FoldedForm>
  )
}

/** Replaces the key, which goes on working for a while. */
export function rotateAction(visit: Visit, page: KeysPage, key: ListedKey): Html | false {
  const words = visit.words.keys
  const overlaps = words.overlaps.map(([seconds = '', label]) => [seconds, label] as const)
  return (
    <FoldedForm visit={visit} label={words.rotate} name={key.name} action={`/console/keys/${key.id}/rotate`}>
      <p>{words.rotateText}</p>
      <input type="hidden" name="form" value={page.form} />
      <SelectField id={`overlap-${key.id}`} name="overlap" label={words.rotateLabel} choices={overlaps} />
      <Button label={words.rotateDo} type="submit" kind="secondary" />
    </FoldedForm>
  )
}

/** Ends the key at once. */
export function revokeAction(visit: Visit, key: ListedKey): Html | false {
  const words = visit.words.keys
  return (
    <FoldedForm visit={visit} label={words.revoke} name={key.name} action={`/console/keys/${key.id}/revoke`}>
      <p>{words.revokeText}</p>
      <Check name="sure" label={words.revokeCheck} required />
      <Button label={words.revokeDo} type="submit" kind="danger" />
    </FoldedForm>
  )
}
