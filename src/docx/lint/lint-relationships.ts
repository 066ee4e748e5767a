/** Decides on every relationship of a template: keep it, remove it silently, or reject the template. */
import type { DocumentWarning, WarningCode } from '../../kernel/document-warnings.ts'
import type { Relationship } from '../package/relationships.ts'
import type { LintCode } from './lint-findings.ts'

/** What happens to a relationship. */
type RelationshipVerdict =
  | { action: 'keep' }
  /** Removed from the package; the sentence becomes a warning. */
  | { action: 'drop'; detail: string }
  /** Removed with every reference to it; an object's element says itself what is lost. */
  | { action: 'lose'; warning?: Pick<DocumentWarning, 'code' | 'text'> }
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
  font: 'an embedded font (put back if the file passes its own check)',
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
}

/** What is taken out of the document; for objects, their element says what they are. */
const LOST: Record<string, WarningCode | 'element'> = {
  control: 'element',
  activexcontrolbinary: 'element',
  oleobject: 'element',
  package: 'element',
  afchunk: 'content_removed',
  subdocument: 'content_removed',
  video: 'object_removed',
  audio: 'object_removed',
  media: 'object_removed',
  model3d: 'object_removed',
}

/** Where the numbers of a chart may come from. */
const CHART_DATA = new Set(['package', 'oleobject', 'externallinkpath'])

const SCHEME = /^\s*([a-z][a-z0-9+.-]*):/i
const LINK_SCHEMES = new Set(['http', 'https', 'mailto', 'tel'])

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
export function checkRelationship(rel: Relationship, sourceType: string): RelationshipVerdict {
  const dropped = DROPPED[rel.type]
  if (dropped !== undefined) return { action: 'drop', detail: dropped }
  const outside = rel.external || leavesPackage(rel.target)
  if (rel.type === 'hyperlink') return checkLink(rel)
  if (CHART_DATA.has(rel.type) && sourceType.includes('chart'))
    return outside
      ? { action: 'drop', detail: 'the link from a chart to its workbook' }
      : { action: 'keep' }
  const refused = REFUSED[rel.type]
  if (refused !== undefined && !outside)
    return { action: 'refuse', code: refused[0], detail: refused[1] }
  const lost = LOST[rel.type] ?? (outside ? lostOutside(rel.type) : undefined)
  if (lost === undefined) return { action: 'keep' }
  if (lost === 'element') return { action: 'lose' }
  return { action: 'lose', warning: { code: lost, text: rel.target } }
}

const lostOutside = (type: string): WarningCode =>
  type === 'image' ? 'picture_not_loaded' : 'content_removed'

function checkLink(rel: Relationship): RelationshipVerdict {
  if (isAllowedLink(rel.target)) return { action: 'keep' }
  return { action: 'lose', warning: { code: 'link_removed', text: rel.target } }
}
