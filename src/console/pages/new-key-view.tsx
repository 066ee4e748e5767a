/** A new key: its form, and the page that shows it once. */
import type { ListedKey } from '../../accounts/key-store.ts'
import { keysMax, type Plan } from '../../accounts/plans.ts'
import { Alert, Button, Field, LinkButton } from '../../pages/components.tsx'
import type { Html } from '../../pages/html.ts'
import { CopyBlock, OwnForm, PageHead, planAdvice, Section } from '../components.tsx'
import { curlLines } from '../samples.ts'
import type { Visit } from '../visit.ts'
import type { Reader } from '../words.ts'
import { type KeysPage, limitFields } from './key-actions.tsx'

/** Whether a plan has room for another key of a kind, with the text for it. */
function placeOf(visit: Reader, alive: readonly ListedKey[], plan: Plan, mode: 'live' | 'test') {
  const words = visit.words.keys
  const held = alive.filter((key) => key.plan === plan.id && key.mode === mode).length
  const max = keysMax(plan)
  if (max === null) return { plan, mode, free: true, text: words.heldAny({ held }) }
  return { plan, mode, free: held < max, text: words.held({ held, max }) }
}

type Place = ReturnType<typeof placeOf>

/** A plan and a mode that a key may have, if there is room. */
function placeChoice(visit: Visit, page: KeysPage, place: Place, chosen: boolean): Html {
  const words = visit.words.keys
  return (
    <label class={`choice ${!place.free ? 'off' : ''}`}>
      <input
        type="radio"
        name="place"
        value={`${place.plan.id} ${place.mode}`}
        required
        disabled={!place.free}
        checked={chosen}
      />
      <span>
        <span class="choice-title">
          {page.plans.length > 1 && <>{place.plan.title} · </>}
          {place.mode === 'live' ? words.live : words.test}
        </span>
        <span class="hint">{place.mode === 'live' ? words.liveHint : words.testHint}</span>
        <span class="choice-count">{place.text}</span>
      </span>
    </label>
  )
}

/** The form for a new key. */
export function createForm(visit: Visit, page: KeysPage, alive: readonly ListedKey[]): Html {
  const words = visit.words.keys
  const { finding } = page
  const places = page.plans.flatMap((plan) =>
    (['test', 'live'] as const).map((mode) => placeOf(visit, alive, plan, mode)),
  )
  const firstFree = places.find(({ free }) => free)
  const choices = places.map((place) => placeChoice(visit, page, place, place === firstFree))
  const body =
    firstFree === undefined ? (
      <Alert kind="info">
        <p>{words.full}</p>
        {planAdvice(visit, page.advice)}
      </Alert>
    ) : (
      <OwnForm visit={visit} action="/console/keys">
        <input type="hidden" name="form" value={page.form} />
        <Field
          id="name"
          label={words.name}
          hint={words.nameHint}
          required
          maxLength={80}
          autocomplete="off"
          value={finding?.name ?? ''}
          {...(finding?.field === 'name' && { error: finding.text })}
        />
        <fieldset class="choices">
          <legend>{words.kind}</legend>
          <div>{choices}</div>
          {finding?.field === 'plan' && <p class="field-error">{finding.text}</p>}
        </fieldset>
        <details class="more">
          <summary>{words.limits}</summary>
          <div class="stack">
            <p class="hint">{words.limitsText}</p>
            {limitFields(visit, 'new')}
          </div>
        </details>
        <Button label={words.create} type="submit" />
      </OwnForm>
    )
  const title = { id: 'create', title: words.createTitle, text: words.createText }
  return (
    <Section {...title}>
      {finding?.field === 'form' && <Alert kind="error">{finding.text}</Alert>}
      {body}
    </Section>
  )
}

/** The one page that shows a key. */
export function newKeyMain(visit: Visit, made: { name: string; secret: string }): Html {
  const words = visit.words.keys
  const lines = curlLines(visit.baseUrl, made.secret)
  return (
    <>
      <PageHead title={words.madeTitle} text={made.name} />
      <section class="panel new-key">
        <Alert kind="warning">{words.madeText}</Alert>
        <CopyBlock visit={visit} id="secret" label={words.secret} text={made.secret} kind="secret" />
      </section>
      <Section id="try" title={words.tryTitle}>
        <div class="stack">
          <p>{words.tryText}</p>
          <CopyBlock visit={visit} id="curl-usage" label="curl" text={lines.usage} />
          <p>{words.renderText}</p>
          <CopyBlock visit={visit} id="curl-render" label="curl" text={lines.render} />
        </div>
      </Section>
      <div class="actions">
        <LinkButton label={words.back} href="/console/keys" />
      </div>
    </>
  )
}
