/** The lesson about templates and the samples to begin with. */
import type { Html } from '../../pages/html.ts'
import { Icon } from '../../pages/icons.tsx'
import { EmptyState, OwnForm, Section } from '../components.tsx'
import { SAMPLE_CHOICES } from '../samples.ts'
import type { Visit } from '../visit.ts'

/** Highlights tags in the text. */
const withTags = (text: string): Html => (
  <p>{text.split(/(\{[^}]*\})/).map((piece) => (piece.startsWith('{') ? <span class="tag">{piece}</span> : piece))}</p>
)

/** How to write a template, for those who have none. */
export function lessonSection(visit: Visit): Html {
  const words = visit.words.templates
  const empty = <EmptyState icon="document" title={words.empty} text={words.emptyText} />
  // A loop and two filters, in Word, in JSON and on the page.
  const { lesson } = visit.words
  return (
    <>
      <Section id="list" title={words.list}>
        {empty}
        <div class="lesson">
          <figure>
            <figcaption>{words.inWord}</figcaption>
            <div class="lesson-sheet">{lesson.word.map(withTags)}</div>
          </figure>
          <figure>
            <figcaption>{words.inJson}</figcaption>
            <pre tabindex="0">
              <code>{lesson.json}</code>
            </pre>
          </figure>
          <figure>
            <figcaption>{words.result}</figcaption>
            <div class="lesson-sheet">
              {lesson.page.map((line) => (
                <p>{line}</p>
              ))}
            </div>
          </figure>
        </div>
      </Section>
      {samplesSection(visit)}
    </>
  )
}

/** Samples to begin with. */
export const samplesSection = (visit: Visit): Html | false => {
  if (!visit.allows('POST', '/console/templates')) return false
  const words = visit.words.templates
  return (
    <Section id="samples" title={words.start} text={words.startText}>
      {sampleCards(visit)}
      <p class="links">
        <a href="/guides/template-language">{words.guide}</a>
      </p>
    </Section>
  )
}

function sampleCards(visit: Visit): Html {
  const words = visit.words.templates
  return (
    <ul class="sample-cards">
      {SAMPLE_CHOICES.map((name) => (
        <li>
          <OwnForm visit={visit} action="/console/templates/sample">
            <input type="hidden" name="sample" value={name} />
            <button type="submit" class="sample-card">
              <Icon name="plus" />
              <span>{words.samples[name]}</span>
            </button>
          </OwnForm>
          <a href={`/console/samples/${name}.docx`} download>
            {words.word}
            <span class="visually-hidden"> {words.samples[name]} (.docx)</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
