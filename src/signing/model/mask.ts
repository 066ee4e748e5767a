/** Phone numbers masked for others. */

/** `+33612345678` as `+33 •• •• 78`. */
export const maskedPhone = (phone: string): string =>
  `${phone.slice(0, 3)} •• •• ${phone.slice(-2)}`
