/** Fonts that Word's own do not stand in for, and the Debian packages that provide them. */

import type { HealthCheck } from '../kernel/health-check.ts'
import { keysOf } from '../kernel/type-guards.ts'
import PACKAGES from './font-packages.json' with { type: 'json' }

/** Fonts that one command installs. */
interface FontPackage {
  /** One or several, separated by spaces. */
  package: string
  /** What it is for. */
  purpose: string
  /** A family of it, by which it is recognised. */
  family: string
  /** A smaller font with most of the same characters. */
  smaller?: string
  /** What becomes of such text without it, where its characters are not empty boxes. */
  without?: string
}

/** By the name that the command takes. */
export const FONT_PACKAGES: Readonly<Record<keyof typeof PACKAGES, FontPackage>> = PACKAGES

/** A name of {@link FONT_PACKAGES}. */
export type FontKind = keyof typeof FONT_PACKAGES

/** Every name. */
export const FONT_KINDS = keysOf(FONT_PACKAGES)

/** Which of them the machine has; `smaller` where only the smaller font is there. */
type FontState = 'installed' | 'smaller' | 'missing'

/** See {@link FontState}. */
export function stateOf(kind: FontKind, families: ReadonlySet<string>): FontState {
  const { family, smaller } = FONT_PACKAGES[kind]
  if (families.has(family)) return 'installed'
  return smaller !== undefined && families.has(smaller) ? 'smaller' : 'missing'
}

/** The checks of `doctor`; none of them is required. */
export const checkPackages = (families: ReadonlySet<string>): HealthCheck[] =>
  FONT_KINDS.map((kind) => {
    const { purpose, smaller, without = 'such characters are empty boxes' } = FONT_PACKAGES[kind]
    const state = stateOf(kind, families)
    const base = { name: `fonts ${kind}`, required: false, ok: state !== 'missing' }
    if (state === 'installed') return { ...base, detail: `installed, for ${purpose}` }
    const fix = `npm run cli -- fonts add ${kind}`
    if (state === 'smaller')
      return { ...base, detail: `${smaller}, without the rarer characters; all of them: ${fix}` }
    return { ...base, detail: `none for ${purpose}: ${without}`, fix }
  })
