/**
 * KoSIT's validator and phive, each warm in a Java process of its own over one file after the other. Both judge an invoice by
 * the XML schema and the sheet of EN 16931, which is less than ours does (Factur-X and French sheets besides).
 */
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { judgeHome } from '../../test/support/judge-home.ts'

const SOURCES = join(import.meta.dirname, 'validators')

/** A validator that is ready for files. */
export interface OtherValidator {
  readonly pid: number
  /** @returns whether it calls the file valid */
  judge(path: string): Promise<boolean>
  close(): void
}

/** KoSIT's validator has no rules of its own: this is the scenario it is given. */
const SCENARIOS = `<?xml version="1.0" encoding="UTF-8"?>
<scenarios xmlns="http://www.xoev.de/de/validator/framework/1/scenarios" frameworkVersion="1.1.2">
  <name>EN 16931</name>
  <author>bench</author>
  <date>2026-11-01</date>
  <description><p>EN 16931, CII</p></description>
  <scenario>
    <name>EN 16931 (CII)</name>
    <namespace prefix="rsm">urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100</namespace>
    <match>/rsm:CrossIndustryInvoice</match>
    <validateWithXmlSchema>
      <resource><name>XML schema</name><location>rules/schema/ZF_250/EN16931/FACTUR-X_EN16931.xsd</location></resource>
    </validateWithXmlSchema>
    <validateWithSchematron>
      <resource><name>EN 16931</name><location>rules/xslt/en16931schematron/EN16931-CII-validation.xslt</location></resource>
    </validateWithSchematron>
  </scenario>
  <noScenarioReport><resource><name>none</name><location>none.xsl</location></resource></noScenarioReport>
</scenarios>
`
/** What it writes of another kind of file, of which there is none here. */
const NO_REPORT =
  '<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/"><none/></xsl:template></xsl:stylesheet>'

const NAMES = { Kosit: 'kosit', Phive: 'phive' } as const

/** The folder of a built validator; builds it (once) when its sources are new. @throws Error when its makers' files cannot be had */
export function homeOf(name: keyof typeof NAMES): string {
  const hash = createHash('sha256').update(name).update(SCENARIOS)
  for (const file of ['pom.xml', `${name}.java`]) hash.update(readFileSync(join(SOURCES, file)))
  const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'paraph-bench')
  const home = join(cache, hash.digest('hex').slice(0, 16))
  if (existsSync(home)) return home
  mkdirSync(cache, { recursive: true })
  const out = mkdtempSync(join(cache, 'building-'))
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  const pom = join(SOURCES, 'pom.xml')
  run('mvn', '-B', '-q', '-f', pom, `-P${NAMES[name]}`, `-Dout=${out}`, 'process-resources')
  run('javac', '-cp', join(out, 'lib/*'), '-d', join(out, 'classes'), join(SOURCES, `${name}.java`))
  writeFileSync(join(out, 'scenarios.xml'), SCENARIOS)
  writeFileSync(join(out, 'none.xsl'), NO_REPORT)
  symlinkSync(join(judgeHome(), 'rules'), join(out, 'rules'))
  renameSync(out, home)
  return home
}

/** Starts one. @throws Error when it cannot be built */
export function startOther(name: keyof typeof NAMES): OtherValidator {
  const home = homeOf(name)
  const child = spawn(
    'java',
    [
      '-XX:+UseSerialGC',
      '-Xss16m',
      '-Xmx1g',
      '-cp',
      `${home}/classes:${home}/lib/*`,
      name,
      join(home, 'scenarios.xml'),
      home,
    ],
    { stdio: ['pipe', 'pipe', 'ignore'] },
  )
  const waiting: ((line: string) => void)[] = []
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (/^(in)?valid$/.test(line)) waiting.shift()?.(line)
  })
  child.on('exit', () => {
    for (const answer of waiting.splice(0)) answer('ended')
  })
  return {
    pid: child.pid ?? Number.NaN,
    judge: async (path) => {
      const answered = new Promise<string>((resolve) => waiting.push(resolve))
      child.stdin.write(`${path}\n`)
      const answer = await answered
      if (answer === 'ended') throw new Error(`${name} ended before it had answered.`)
      return answer === 'valid'
    },
    close: () => child.stdin.end(),
  }
}
