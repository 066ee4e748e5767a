/** The profiles of Factur-X 1.09 / ZUGFeRD 2.5: their names in XML, XMP and PDF, and what they carry. */
import type { Finding } from '../../kernel/coded-error.ts'
import { fault } from './fields.ts'
import { PROFILES, type Profile } from './invoice.ts'
import FACTS from './profiles.json' with { type: 'json' }

/** The names of a profile in each place. */
interface ProfileFacts {
  /** Specification identifier (BT-24). */
  guideline: string
  /** XMP `fx:ConformanceLevel`, also its public name. */
  conformanceLevel: string
  /** What the XML is to the page: MINIMUM and BASIC WL are not invoices by themselves. */
  relationship: 'Data' | 'Alternative'
  /** Whether it has invoice lines (BG-25). */
  lines: boolean
}

/** Factur-X version named in responses. */
export const FACTURX_VERSION = '1.09'

/** How each profile is named in the XML (BT-24) and in the XMP metadata. */
export const PROFILE_FACTS = FACTS as Readonly<Record<Profile, ProfileFacts>>

/** Whether `profile` carries what was introduced in `lowest`: each profile contains the previous one. */
export const includes = (profile: Profile, lowest: Profile): boolean =>
  PROFILES.indexOf(profile) >= PROFILES.indexOf(lowest)

/** Passes through what the profile carries and records what it omits, so that no data is lost silently. */
export class ProfileFilter {
  readonly profile: Profile
  readonly dropped: Finding[] = []

  constructor(profile: Profile) {
    this.profile = profile
  }

  /** @returns `value` if the profile is `lowest` or above, else undefined, and the omission is recorded */
  from<T>(lowest: Profile, pointer: string, value: T | undefined): T | undefined {
    if (value === undefined || includes(this.profile, lowest)) return value
    const [ours, needed] = [PROFILE_FACTS[this.profile], PROFILE_FACTS[lowest]]
    this.dropped.push(
      fault('PROFILE-DROPS', pointer, 'dropped', {
        profile: ours.conformanceLevel,
        needed: needed.conformanceLevel,
      }),
    )
    return undefined
  }
}

/** What an invoice can be judged by. */
export const CHECKS = [
  'xml-schema',
  'factur-x',
  'en16931',
  'fr',
  'xrechnung',
  'peppol',
  'extended-ctc-fr',
] as const
/** See {@link CHECKS}. */
export type Check = (typeof CHECKS)[number]
