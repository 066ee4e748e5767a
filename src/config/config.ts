/** Reads the settings from the environment (the only place that does) and provides them by part. */
import { readFileSync } from 'node:fs'
import { nearestName } from '../kernel/nearest-name.ts'
import { codeOf } from '../kernel/type-guards.ts'
import { toConfig } from './config-parts.ts'
import { contradictions, halfSetSettings } from './setting-problems.ts'
import { SETTINGS, type Settings } from './settings.ts'

/** The service's settings by part. */
export type Config = ReturnType<typeof toConfig>

/** Not the server's: API clients use these variables for the key and the URL, often in the same shell. */
const CALLERS_OWN = ['PARAPH_KEY', 'PARAPH_URL', 'PARAPH_API_KEY', 'PARAPH_FILES_DIR']

/** The message names the variable itself, which is not the setting. */
class SecretFileError extends Error {}

/** All problems of the environment at once. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** What a missing or unreadable file of a secret means for the operator. */
function readSecret(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    const why = codeOf(error) === 'ENOENT' ? 'does not exist' : `cannot be read (${codeOf(error)})`
    throw new SecretFileError(
      `${name}_FILE names ${file}, which ${why}: create the file, readable for the service, or unset ${name}_FILE`,
    )
  }
}

function readOne(name: string, environment: NodeJS.ProcessEnv): string | undefined {
  const file = environment[`${name}_FILE`]
  // Docker and Kubernetes provide secrets as files.
  if (file !== undefined && !Object.hasOwn(SETTINGS, `${name}_FILE`)) return readSecret(name, file)
  return environment[name]
}

/** What was probably meant by an unknown variable, or where the settings are listed. */
function suggestion(name: string): string {
  const known = Object.keys(SETTINGS).flatMap((setting) => [setting, `${setting}_FILE`])
  const nearest = nearestName(name, [...known, ...CALLERS_OWN])
  return nearest === undefined
    ? '; docs/settings.md lists the settings'
    : `; did you mean ${nearest}?`
}

/** Variables that look like settings and are none. */
function unknownNames(environment: NodeJS.ProcessEnv): string[] {
  const isKnown = (name: string) => CALLERS_OWN.includes(name) || Object.hasOwn(SETTINGS, name)
  return Object.keys(environment)
    .filter((name) => name.startsWith('PARAPH_') && !isKnown(name))
    .filter((name) => !isKnown(name.replace(/_FILE$/, '')))
    .map((name) => `${name} is not a setting of this service${suggestion(name)}`)
}

/** Every setting, and what is wrong with each by itself. */
function readSettings(environment: NodeJS.ProcessEnv): { values: Settings; findings: string[] } {
  const findings: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, { default: fallback, parse }] of Object.entries(SETTINGS)) {
    try {
      values[name] = parse(readOne(name, environment) ?? fallback)
    } catch (error) {
      const problem = error instanceof Error ? error.message : 'cannot be read'
      findings.push(error instanceof SecretFileError ? problem : `${name} ${problem}`)
    }
  }
  // Where there is no finding, every row of the table has been parsed.
  return { values: values as Settings, findings }
}

/**
 * Reads all settings.
 * @throws ConfigError listing every bad value and every unknown PARAPH_ variable.
 */
export function loadConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const { values, findings } = readSettings(environment)
  findings.push(...unknownNames(environment))
  const named = new Set(findings.map((finding) => finding.split(' ', 1)[0]))
  findings.push(
    ...halfSetSettings(values).filter((finding) => !named.has(finding.split(' ', 1)[0])),
    ...contradictions(values),
  )
  if (findings.length > 0)
    throw new ConfigError(
      findings.length === 1
        ? `The configuration has a problem: ${findings[0]}`
        : `The configuration has ${findings.length} problems:\n- ${findings.join('\n- ')}`,
    )
  return toConfig(values)
}

/**
 * Settings of a program that calls a running server, such as the MCP server: its address, the API key, and the folder
 * whose files may be read and written.
 * @throws ConfigError listing every problem
 */
export function loadCallerConfig(environment: NodeJS.ProcessEnv = process.env) {
  const url = readOne('PARAPH_URL', environment) ?? 'http://127.0.0.1:3000'
  const key = readOne('PARAPH_API_KEY', environment) ?? ''
  const findings = [
    ...(/^https?:\/\/[^/]/.test(url) && URL.canParse(url)
      ? []
      : ['PARAPH_URL must be an http(s) URL such as https://api.example.com']),
    // A header with any other character cannot be sent.
    ...(/^[\x21-\x7e]+$/.test(key) ? [] : ['PARAPH_API_KEY must be an API key']),
  ]
  if (findings.length > 0) throw new ConfigError(findings.join('\n'))
  return { url, key, folder: readOne('PARAPH_FILES_DIR', environment) ?? '.' }
}
