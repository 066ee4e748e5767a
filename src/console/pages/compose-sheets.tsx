/** Markup beside the form of a new request: the pages, the fields that go onto them, and the properties of one. */
import { CONDITION_OPERATORS, INPUT_LIMITS, INPUT_TYPES, typesWithValue } from '../../kernel/field-types.ts'
import { Button } from '../../pages/components.tsx'
import type { Html } from '../../pages/html.ts'
import { Icon, type IconName } from '../../pages/icons.tsx'
import { mayHave } from '../../signing/fields/definitions.ts'
import { FIELD_TYPES, type FieldType } from '../../signing/model/schemas/fields.ts'
import type { Texts } from '../../translations/messages.ts'
import type { Reader } from '../words.ts'

const ICONS: Readonly<Record<FieldType, IconName>> = {
  signature: 'pen',
  text: 'text',
  number: 'hash',
  date: 'calendar',
  checkbox: 'tick',
  radio: 'radio',
  select: 'list',
  initials: 'initials',
  company: 'building',
  file: 'clip',
}

/** The pages of the chosen PDF; the script fills them. */
export function sheetPart(visit: Reader): Html {
  const words = visit.words.compose
  return (
    <section class="compose-sheets" aria-labelledby="places">
      <div class="sheets-head">
        <h2 id="places">{words.placesTitle}</h2>
        <div class="file-shown" id="file-shown" hidden>
          <label for="shown-file">{words.fileShown}</label>
          <select id="shown-file" />
        </div>
        <p class="hint" id="sheets-hint" role="status" />
        <div class="found" id="found" hidden />
      </div>
      {palette(visit)}
      <div class="sheets" id="sheets" role="group" aria-labelledby="places">
        <p class="sheets-empty">
          <Icon name="document" />
          <span class="script-only" hidden>
            {words.noFile}
          </span>
          <noscript>{words.noScript}</noscript>
        </p>
      </div>
      {properties(visit)}
      <p class="visually-hidden" id="field-box-keys" />
      <p class="visually-hidden" id="input-box-keys" />
      <p class="visually-hidden" aria-live="assertive" id="field-box-live" />
    </section>
  )
}

/** What can be dragged onto a page, for one signer at a time; shown once there are pages. */
function palette(visit: Reader): Html {
  const words = visit.words.fields
  const { types } = visit.words.fields.script
  const chips = FIELD_TYPES.map((type) => (
    <button type="button" class="field-chip" data-type={type}>
      <Icon name={ICONS[type]} />
      <span>{types[type]}</span>
    </button>
  ))
  return (
    <div class="palette tone-0" id="palette" role="group" aria-label={words.palette} hidden>
      <div class="palette-for">
        <label for="palette-signer">{words.paletteFor}</label>
        <select id="palette-signer" />
      </div>
      <div class="palette-chips">{chips}</div>
    </div>
  )
}

/** For which types a property is. */
const typesWith = (member: Parameters<typeof mayHave>[1]) => INPUT_TYPES.filter((type) => mayHave(type, member))

const CHOICES = typesWithValue('option')
const TICKS = typesWithValue('boolean')

/** A property; it has no name, since it is no part of the form. */
const part = (member: string, of: readonly string[], label: string, input: Html, hint?: string) => (
  <div class="field" data-member={member} data-of={of.join(' ')}>
    <label for={`field-${member}`}>{label}</label>
    {hint !== undefined && (
      <p class="hint" id={`field-${member}-hint`}>
        {hint}
      </p>
    )}
    {input}
    <p class="field-error" id={`field-${member}-error`} hidden />
  </div>
)

const line = (member: string, more: { max: number; hint?: true; mode?: string }): Html => (
  <input
    id={`field-${member}`}
    type="text"
    maxlength={more.max}
    autocomplete="off"
    inputmode={more.mode}
    aria-describedby={`${more.hint === true ? `field-${member}-hint ` : ''}field-${member}-error`}
  />
)

const tick = (member: string, of: readonly string[], label: string): Html => (
  <div data-member={member} data-of={of.join(' ')}>
    <label class="check">
      <input type="checkbox" id={`field-${member}`} aria-describedby={`field-${member}-error`} />
      <span>{label}</span>
    </label>
    <p class="field-error" id={`field-${member}-error`} hidden />
  </div>
)

/** A condition: another field, a comparison, and what it is compared with. */
const conditionRow = (words: Texts['console']['fields']): Html => (
  <div class="stack-tight" data-condition>
    <select aria-label={words.when} aria-describedby="field-when-error">
      <option />
    </select>
    <select aria-label={words.whenOperator} hidden>
      {CONDITION_OPERATORS.map((each) => (
        <option value={each}>{words.operators[each]}</option>
      ))}
    </select>
    <input
      type="text"
      maxlength={INPUT_LIMITS.text}
      autocomplete="off"
      aria-label={words.whenValue}
      placeholder={words.whenValue}
      hidden
    />
  </div>
)

/** When the field is shown: if all of some conditions hold, or one. */
const whenPart = (visit: Reader): Html => {
  const words = visit.words.fields
  return (
    <fieldset class="field" data-member="when" data-of={INPUT_TYPES.join(' ')}>
      <legend>{words.when}</legend>
      <select id="field-when_match" aria-label={words.whenMatch} hidden>
        <option value="all">{words.whenAll}</option>
        <option value="any">{words.whenAny}</option>
      </select>
      <div id="field-when" class="stack-tight" data-none={words.whenAlways} data-next={words.whenNext} />
      <template id="field-condition">{conditionRow(words)}</template>
      <p class="field-error" id="field-when-error" hidden />
    </fieldset>
  )
}

/** The properties of the field that is chosen. */
function properties(visit: Reader): Html {
  const words = visit.words.fields
  const values = typesWith('value').filter((type) => ![...TICKS, ...CHOICES].includes(type))
  return (
    <section class="field-properties" id="field-properties" aria-labelledby="field-properties-title" hidden>
      <div class="properties-head">
        <h3 id="field-properties-title" />
        <Button label={words.done} id="field-done" kind="secondary" />
      </div>
      <p class="field-error" id="field-place-error" hidden />
      <div class="properties-grid">
        {part('label', INPUT_TYPES, words.label, line('label', { max: INPUT_LIMITS.label }))}
        {part(
          'options',
          typesWith('options'),
          words.options,
          <textarea id="field-options" rows="3" aria-describedby="field-options-hint field-options-error" />,
          words.optionsHint,
        )}
        {part('min', typesWith('min'), words.min, line('min', { max: 20, mode: 'decimal' }))}
        {part('max', typesWith('max'), words.max, line('max', { max: 20, mode: 'decimal' }))}
        {part('value', values, words.value, line('value', { max: INPUT_LIMITS.text }))}
        {part(
          'choice',
          CHOICES,
          words.value,
          <select id="field-choice" data-none={words.none} aria-describedby="field-choice-error" />,
        )}
        {part(
          'formula',
          typesWith('formula'),
          words.formula,
          line('formula', { max: INPUT_LIMITS.formula, hint: true }),
          words.formulaHint,
        )}
        {part('pages', INPUT_TYPES, words.pages, line('pages', { max: 100, hint: true }), words.pagesHint)}
        {whenPart(visit)}
        {part('max_length', typesWith('max_length'), words.maxLength, line('max_length', { max: 4, mode: 'numeric' }))}
        {part('name', INPUT_TYPES, words.name, line('name', { max: INPUT_LIMITS.name, hint: true }), words.nameHint)}
      </div>
      <div class="properties-ticks">
        {tick('required', INPUT_TYPES, words.required)}
        {tick('ticked', TICKS, words.ticked)}
        {tick('read_only', typesWith('read_only'), words.readOnly)}
      </div>
      <Button label={words.remove} id="field-remove" kind="danger" />
    </section>
  )
}
