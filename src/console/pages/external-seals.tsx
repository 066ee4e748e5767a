/** The page "External seals", under "Settings": what the operator has configured for the account, and how it fares. */

import type { FastifyReply } from 'fastify'
import { Facts } from '../../pages/components.tsx'
import type { Html } from '../../pages/html.ts'
import type { ExternalSealReport } from '../../signing/sealing/external-seal-reports.ts'
import { badge, Crumb, moment, PageHead, Section } from '../components.tsx'
import type { ConsoleRoutes, MemberRequest } from '../route-builder.ts'
import type { Visit } from '../visit.ts'

const SETTINGS = '/console/settings'

/** What stands in the way first. */
function stateOf({ seal, waiting }: ExternalSealReport, nowMs: number) {
  if (seal === undefined) return 'removed'
  if (seal.refused !== null) return 'stopped'
  if (Date.parse(seal.validTo) < nowMs) return 'expired'
  return waiting > 0 ? 'waiting' : 'inUse'
}

function certificateLines(visit: Visit, { seal }: ExternalSealReport) {
  if (seal === undefined) return []
  const words = visit.words.externalSeals
  const validity = (
    <>
      {moment(seal.validFrom, visit)} – {moment(seal.validTo, visit)}
    </>
  )
  return [
    [words.holder, seal.name],
    [words.issuer, seal.issuer],
    [words.claim, seal.claim === null ? words.noClaim : words.claims[seal.claim]],
    [words.validity, validity],
    [words.place, words.places[seal.kind]],
    [words.algorithm, seal.algorithm],
    [words.serial, <code>{seal.serial}</code>],
    ['SHA-256', <code>{seal.sha256}</code>],
  ] as const
}

/** Reasons are those of the API, in English. */
function findingLines(visit: Visit, { seal, waiting, fault }: ExternalSealReport) {
  const words = visit.words.externalSeals
  const said = (reason: string): Html => <span lang="en">{reason}</span>
  const lines: [string, Html | string][] = []
  if (seal !== undefined && seal.refused !== null) lines.push([words.stopped, said(seal.refused)])
  if (waiting > 0) lines.push([words.waiting, String(waiting)])
  if (fault !== undefined) {
    const path = `/console/requests/${fault.documentId}`
    lines.push([
      words.lastFault,
      <>
        {moment(fault.at, visit)}: {said(fault.reason)}
        {visit.allows('GET', path) && (
          <>
            {' '}
            <a href={path}>{words.document}</a>
          </>
        )}
      </>,
    ])
  }
  return lines
}

function reportPart(visit: Visit, report: ExternalSealReport, nowMs: number): Html {
  const words = visit.words.externalSeals
  const state = stateOf(report, nowMs)
  const side = badge(words.states[state], state === 'inUse' ? 'live' : 'off')
  return (
    <Section id={`outer-seal-${report.mode}`} title={words.modes[report.mode]} side={side}>
      <Facts lines={[...findingLines(visit, report), ...certificateLines(visit, report)]} />
    </Section>
  )
}

async function showExternalSeals(context: MemberRequest): Promise<FastifyReply> {
  const { visit, session, parts } = context
  const words = visit.words.externalSeals
  const reports = await parts.externalSeals.of(session.accountId)
  const nowMs = parts.clock.now()
  const body =
    reports.length === 0 ? (
      <Section id="outer-seal-none" title={words.none}>
        <p>{words.noneText}</p>
      </Section>
    ) : (
      reports.map((report) => reportPart(visit, report, nowMs))
    )
  const main = (
    <>
      <Crumb href={SETTINGS}>{visit.words.settings.title}</Crumb>
      <PageHead title={words.title} text={words.text} />
      {body}
      <p>
        <a href="/guides/outer-seals">{words.guide}</a>
      </p>
    </>
  )
  return context.show({ title: words.title, main })
}

/** Its route: the operator configures external seals with commands. */
export function externalSealRoutesOf(routes: ConsoleRoutes): void {
  routes.member('GET', '/settings/outer-seals', 'settings.read', showExternalSeals)
}
