/**
 * The initial profile of a worker's LibreOffice, and the settings layer above it that no profile can override. Every
 * key was verified in the registry of 7.4; newer versions ignore unknown keys.
 */
import LOCKED_SETTINGS from './locked-settings.json' with { type: 'json' }

/** One registry value: path of its node, name, value. */
type Setting = readonly [path: string, name: string, value: string | number | boolean]

/**
 * The second line of defence; the first is a process without network and files. The proxy is an address where nothing
 * listens: any remaining fetch fails at once.
 */
const LOCKED: readonly Setting[] = Object.entries(LOCKED_SETTINGS).flatMap(([path, values]) =>
  Object.entries(values).map(([name, value]): Setting => [path, name, value]),
)

const COMMON = 'org.openoffice.Office.Common'

/** What costs time and shows on no page. */
const SPARED: readonly Setting[] = [
  [`${COMMON}/Misc`, 'UseLocking', false],
  [`${COMMON}/Misc`, 'UseDocumentOOoLockFile', false],
  [`${COMMON}/Misc`, 'UseDocumentSystemFileLocking', false],
  [`${COMMON}/History`, 'PickListSize', 0],
  [`${COMMON}/Undo`, 'Steps', 0],
  ['org.openoffice.Office.Linguistic/SpellChecking', 'IsSpellAuto', false],
]

const NAMESPACES =
  'xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'

const xmlType = (value: Setting[2]): string =>
  typeof value === 'boolean' ? 'xs:boolean' : typeof value === 'number' ? 'xs:int' : 'xs:string'

const profileItem = ([path, name, value]: Setting): string =>
  `<item oor:path="/${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`

/** One setting as nested nodes of an .xcd data file, finalized so that later layers cannot set it. */
function layerComponent([path, name, value]: Setting): string {
  const [component = '', ...nodes] = path.split('/')
  const dot = component.lastIndexOf('.')
  const open = nodes.map((node) => `<node oor:name="${node}">`).join('')
  const prop = `<prop oor:name="${name}" oor:finalized="true" oor:type="${xmlType(value)}"><value>${value}</value></prop>`
  return `<oor:component-data oor:package="${component.slice(0, dot)}" oor:name="${component.slice(dot + 1)}">${open}${prop}${'</node>'.repeat(nodes.length)}</oor:component-data>`
}

/** The settings layer: an .xcd registry file with every locked key finalized. */
export const lockedLayer = (): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<oor:data ${NAMESPACES}>${LOCKED.map(layerComponent).join('')}</oor:data>\n`

/**
 * The two files that make LibreOffice treat an empty folder as an existing profile. Without them it initialises
 * itself, requests a restart (exit code 81) and is ready in 1.0 s instead of 0.1.
 * @param version e.g. `7.4.7`
 * @param buildId text of `buildid` in LibreOffice's `versionrc`
 * @param locked whether the profile contains the locked settings as well
 */
export function profileFiles(version: string, buildId: string, locked: boolean) {
  const setUp: readonly Setting[] = [
    // compared with the first two numbers of the version
    [
      'org.openoffice.Setup/Product',
      'ooSetupLastVersion',
      version.split('.').slice(0, 2).join('.'),
    ],
    ['org.openoffice.Setup/Office', 'LastCompatibilityCheckID', buildId],
    ['org.openoffice.Setup/Office', 'ooSetupInstCompleted', true],
    ['org.openoffice.Setup/L10N', 'ooLocale', 'en-US'],
  ]
  const items = [...setUp, ...SPARED, ...(locked ? LOCKED : [])].map(profileItem).join('\n')
  return {
    'profile/user/registrymodifications.xcu': `<?xml version="1.0" encoding="UTF-8"?>\n<oor:items ${NAMESPACES}>\n${items}\n</oor:items>\n`,
    'profile/user/extensions/buildid': buildId,
  }
}
