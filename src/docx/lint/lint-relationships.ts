/** Decides on every relationship of a template: keep it, remove it silently, or reject the template. */
import type { LintCode } from './lint-findings.ts'
import type { Relationship } from './relationships.ts'

/** What happens to a relationship. */
export type RelationshipVerdict =
  | { action: 'keep' }
  /** Removed from the package; the sentence becomes a warning. */
  | { action: 'drop'; detail: string }
  /** Removed; what refers to it becomes plain text, with a warning about the target. */
  | { action: 'unlink'; target: string }
  | { action: 'refuse'; code: LintCode; detail: string }

/**
 * Relationship types that Word writes by itself, that change nothing in the result, and that could reach outside or
 * reach a risky decoder (embedded fonts: CVE-2024-12425). Authors seldom know that they are there, so the template is
 * cleaned instead of rejected.
 */
const DROPPED: Record<string, string> = {
  attachedtemplate: 'the link to the template it was made from',
  mailmergesource: 'the link to a mail-merge source',
  mailmergeheadersource: 'the link to a mail-merge header source',
  recipientdata: 'the mail-merge recipients',
  transform: 'the XSL transform for saving',
  font: 'an embedded font (the fonts of the service are used)',
  webextensiontaskpanes: 'a task-pane add-in',
  webextension: 'an add-in',
  origin: 'the digital signature (filling the template would break it)',
  extensibility: 'a ribbon customisation',
  usercustomization: 'a toolbar customisation',
  keymapcustomizations: 'a key map',
  printersettings: 'printer settings',
  thumbnail: 'the thumbnail (it would show the template, not the result)',
}

const REFUSED: Record<string, readonly [LintCode, string]> = {
  vbaproject: ['macro', 'contains macros'],
  wordvbadata: ['macro', 'contains macros'],
  attachedtoolbars: ['macro', 'contains toolbars with macros'],
  control: ['active_content', 'contains an ActiveX control'],
  activexcontrolbinary: ['active_content', 'contains an ActiveX control'],
  oleobject: ['active_content', 'contains an embedded object (OLE)'],
  package: ['active_content', 'contains an embedded document'],
  afchunk: ['active_content', 'inserts another document (altChunk)'],
  subdocument: ['active_content', 'inserts another document (subdocument)'],
  video: ['active_content', 'contains a video'],
  audio: ['active_content', 'contains a sound'],
  media: ['active_content', 'contains a video or sound'],
}

/** Where the numbers of a chart may come from. */
const CHART_DATA = new Set(['package', 'oleobject', 'externallinkpath'])

const SCHEME = /^\s*([a-z][a-z0-9+.-]*):/i
const LINK_SCHEMES = new Set(['http', 'https', 'mailto', 'tel'])

/** Schemes that run something instead of leading somewhere. */
const RUNS = /^(?:javascript|vbscript|data|macro|script|slot|service|private|vnd\..*|\.uno)$/

/** Whether a target is a command. Control characters and blanks inside the scheme are what hides one. */
const runsSomething = (target: string): boolean =>
  RUNS.test(/^([^:]*):/.exec(target.replace(/[\s\p{Cc}]/gu, '').toLowerCase())?.[1] ?? '')

const shown = (target: string): string => JSON.stringify(target.slice(0, 120))

/** Whether a target leaves the package: it has a scheme, or names another machine. */
export const leavesPackage = (target: string): boolean =>
  SCHEME.test(target) || /^\s*(?:\\\\|\/\/)/.test(target)

/**
 * Whether a hyperlink may stay. Links to http, https, mailto, tel and to places without a scheme
 * (bookmarks, template tags such as `{{url}}`) may; nothing ever opens them here.
 */
export function isAllowedLink(target: string): boolean {
  const scheme = SCHEME.exec(target)?.[1]?.toLowerCase()
  return scheme === undefined ? !leavesPackage(target) : LINK_SCHEMES.has(scheme)
}

/**
 * Judges one relationship.
 * @param sourceType content type of the part that it belongs to, empty for the package
 */
export function judgeRelationship(rel: Relationship, sourceType: string): RelationshipVerdict {
  const dropped = DROPPED[rel.type]
  if (dropped !== undefined) return { action: 'drop', detail: dropped }
  const outside = rel.external || leavesPackage(rel.target)
  if (rel.type === 'hyperlink') return judgeLink(rel)
  if (CHART_DATA.has(rel.type) && sourceType.includes('chart'))
    return outside
      ? { action: 'drop', detail: 'the link from a chart to its workbook' }
      : { action: 'keep' }
  if (outside)
    return {
      action: 'refuse',
      code: 'external_reference',
      detail: `refers to something outside the document: ${rel.type || 'unknown type'} ${shown(rel.target)}`,
    }
  const refused = REFUSED[rel.type]
  return refused === undefined
    ? { action: 'keep' }
    : { action: 'refuse', code: refused[0], detail: refused[1] }
}

function judgeLink(rel: Relationship): RelationshipVerdict {
  if (isAllowedLink(rel.target)) return { action: 'keep' }
  return runsSomething(rel.target)
    ? {
        action: 'refuse',
        code: 'external_reference',
        detail: `contains a hyperlink to ${shown(rel.target)}`,
      }
    : { action: 'unlink', target: rel.target }
}
