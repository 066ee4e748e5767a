/** What is seen of a selection of requests: its boxes, what can be done with it, what came of that. */
import { Alert, Button, Field, LinkButton } from '../../pages/components.tsx'
import type { Html } from '../../pages/html.ts'
import type { BulkOutcome } from '../../signing/model/schemas/listing.ts'
import { TAG_LIMITS } from '../../signing/model/tags.ts'
import { Crumb, OwnForm, PageHead } from '../components.tsx'
import type { Visit } from '../visit.ts'
import { REQUESTS_PATH } from './requests-find.tsx'

/** The form that the boxes of the list belong to. */
const FORM = 'selection'
/** How the names of boxes begin, before the id of their request. */
export const PICK = 'pick-'
/** Where a selection is sent: to be read, and to be changed. */
export const SELECTION_PATHS = {
  archive: `${REQUESTS_PATH}/archive`,
  change: `${REQUESTS_PATH}/selected`,
} as const

/** The box of a request. */
export const pickBox = (visit: Visit, { id, name }: { id: string; name: string }): Html => (
  <label class="pick">
    <input type="checkbox" form={FORM} name={`${PICK}${id}`} value="yes" data-pick />
    <span class="visually-hidden">{visit.words.requests.many.pick({ name })}</span>
  </label>
)

const act = (value: string, label: string): Html => (
  <button type="submit" class="button secondary" name="act" value={value} formaction={SELECTION_PATHS.change}>
    <span>{label}</span>
  </button>
)

/** What can be done with the selected requests; a script counts them. */
export function selectionBar(visit: Visit, shown: number): Html {
  const { many } = visit.words.requests
  return (
    <OwnForm visit={visit} action={SELECTION_PATHS.archive} id={FORM} className="selection">
      <label class="pick pick-all" hidden>
        <input type="checkbox" data-pick-all />
        <span>{many.all}</span>
      </label>
      <p class="picked" role="status" data-picked={JSON.stringify(counted(visit, shown))} hidden />
      <div class="actions">
        {visit.allows('POST', SELECTION_PATHS.change) && (
          <>
            {act('remind', many.remind)}
            {act('cancel', many.cancel)}
          </>
        )}
        <Button label={many.archive} type="submit" kind="secondary" icon="download" />
        {visit.allows('POST', SELECTION_PATHS.change) && (
          <details class="act" id="tagging">
            <summary>{many.tag}</summary>
            <div class="act-sheet">
              <Field id="new-tag" name="tag" label={many.tag} maxLength={TAG_LIMITS.characters} autocomplete="off" />
              <div class="actions">
                {act('tag', many.addTag)}
                {act('untag', many.removeTag)}
              </div>
            </div>
          </details>
        )}
      </div>
    </OwnForm>
  )
}

/** What the script says for each number of selected requests on a page. */
const counted = (visit: Visit, shown: number): string[] => {
  const { many } = visit.words.requests
  return Array.from({ length: shown + 1 }, (_, count) => many.count({ count }))
}

/** A selected request: its id and name. */
export interface Picked {
  id: string
  name: string
}

const hidden = (picked: readonly Picked[]): Html[] =>
  picked.map(({ id }) => <input type="hidden" name={`${PICK}${id}`} value="yes" />)

/** Asks before requests are cancelled. */
export function cancelMain(visit: Visit, picked: readonly Picked[]): Html {
  const { many, back } = visit.words.requests
  return (
    <>
      <Crumb href={REQUESTS_PATH}>{back}</Crumb>
      <PageHead title={many.cancelTitle({ count: picked.length })} text={many.cancelText} />
      <section class="panel" aria-label={many.title}>
        <ul class="plain-list">
          {picked.map(({ id, name }) => (
            <li>
              <a href={`${REQUESTS_PATH}/${id}`}>{name}</a>
            </li>
          ))}
        </ul>
        <OwnForm visit={visit} action={SELECTION_PATHS.change}>
          {hidden(picked)}
          <input type="hidden" name="act" value="cancel" />
          <input type="hidden" name="sure" value="yes" />
          <Field id="reason" label={many.reason} maxLength={500} />
          <div class="actions">
            <Button label={many.cancelDo} type="submit" kind="danger" />
            <LinkButton label={many.keep} href={REQUESTS_PATH} kind="secondary" />
          </div>
        </OwnForm>
      </section>
    </>
  )
}

/** What came of it, request by request. */
export function outcomeMain(visit: Visit, results: BulkOutcome['results'], names: ReadonlyMap<string, string>): Html {
  const { many, back } = visit.words.requests
  return (
    <>
      <Crumb href={REQUESTS_PATH}>{back}</Crumb>
      <PageHead title={many.resultTitle} text={many.title} />
      <section class="panel" aria-label={many.resultTitle}>
        <ul class="rows">
          {results.map(({ id, result, detail }) => (
            <li>
              <div>
                <p>
                  <a href={`${REQUESTS_PATH}/${id}`}>{names.get(id) ?? id}</a>
                </p>
                {detail !== undefined && <p class="hint">{detail}</p>}
              </div>
              <p class={`badge ${result === 'failed' ? 'test' : 'live'}`}>{many.results[result]}</p>
            </li>
          ))}
        </ul>
        <p class="actions after-panels">
          <LinkButton label={many.back} href={REQUESTS_PATH} />
        </p>
      </section>
    </>
  )
}

/** A selection that nothing can be done with. */
export function refusedMain(visit: Visit, title: string, text: string): Html {
  const { many, back } = visit.words.requests
  return (
    <>
      <Crumb href={REQUESTS_PATH}>{back}</Crumb>
      <PageHead title={title} text={many.title} />
      <Alert kind="error">{text}</Alert>
      <p class="actions after-panels">
        <LinkButton label={many.back} href={REQUESTS_PATH} />
      </p>
    </>
  )
}
