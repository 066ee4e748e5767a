/** The part of an open page that refreshes itself, by `browser/console/live.ts`. */
import type { FastifyReply } from 'fastify'
import type { Html } from '../../pages/html.ts'
import type { MemberRequest } from '../route-builder.ts'
import type { Reader } from '../words.ts'

/** Determines whether an open page is out of date. */
export interface LiveState {
  status: string
  /** Number of steps so far; only grows. */
  steps: number
  /** Whether the state is final. */
  over: boolean
}

const versionOf = ({ status, steps }: LiveState): string => `${status} ${steps}`

/** @param path of the page; `/version` below it responds with {@link sendVersion} */
export const liveRegion = (visit: Reader, { path, ...state }: LiveState & { path: string }, content: Html): Html => (
  <div id="live" data-live={path} data-version={versionOf(state)} data-over={state.over}>
    <p class="visually-hidden" role="status" id="live-status" data-words={visit.words.common.updated} />
    {content}
  </div>
)

/** Tells an open page's script whether anything has changed. */
export const sendVersion = ({ reply }: MemberRequest, state: LiveState): FastifyReply =>
  reply.header('Cache-Control', 'no-store').send({ version: versionOf(state), over: state.over })
