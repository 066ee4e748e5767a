/** Names as one copy each. */

/**
 * The copy of a name that the engine keeps: two of them are compared as addresses instead of letter by letter, and comparing names
 * is most of what a sheet does.
 */
export const interned = (name: string): string => Object.keys({ [name]: 0 })[0] ?? name
