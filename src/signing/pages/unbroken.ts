/** Keeps the groups of a phone number on one line. */
export const unbroken = (phone: string): string => phone.replaceAll(' ', '\u00a0')
