/** Tags: how an account sorts its requests. */
import { foldText } from '../../kernel/fold-text.ts'

/** Of one request. */
export const TAG_LIMITS = { tags: 20, characters: 50 } as const
/** No comma, which separates them in lists, no line break, no blank at either end. */
export const TAG_PATTERN = '^[^,\\s\\u0000-\\u001f]([^,\\u0000-\\u001f]*[^,\\s\\u0000-\\u001f])?$'

/** A tag as tags are compared: `Été` and `ete` are one. */
export const tagKey = (tag: string): string => foldText(tag) || tag

/** Each tag once, as it was written first. */
export function distinctTags(tags: readonly string[]): string[] {
  const known = new Map<string, string>()
  for (const tag of tags) if (!known.has(tagKey(tag))) known.set(tagKey(tag), tag)
  return [...known.values()]
}
