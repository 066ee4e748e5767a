/** What the mails to signers and senders say, in English. */
import type { PlannedMethod } from '../../model/authentication.ts'
import type { MessageWords } from './shape.ts'

/** What kind of signature is asked for. */
const ASKED: Record<PlannedMethod, string> = {
  sms: 'an advanced electronic signature',
  voice: 'an advanced electronic signature',
  email: 'an electronic signature',
  passkey: 'an advanced electronic signature',
  totp: 'an advanced electronic signature',
}

/** What the signer will be asked for. */
const PROOF: Record<PlannedMethod, string> = {
  sms: 'You will get a code by SMS.',
  voice: 'You will get a code by SMS or in a telephone call.',
  email: 'You will get a code by e-mail.',
  passkey:
    'You will sign with a passkey of your device; the first time, you also get a code by SMS.',
  totp: 'You will sign with a code of your authenticator app; the first time, you also get a code by SMS.',
}

/** The texts of mails, in English. */
export const en: MessageWords = {
  hello: (name) => `Hello${name === '' ? '' : ` ${name}`},`,
  mails: {
    invitation: {
      subject: ({ sender, document }) => `${sender} asks you to sign “${document}”`,
      heading: ({ document }) => `Please sign “${document}”`,
      text: ({ sender, hello, method }) =>
        `${hello} ${sender} asks you to read a document and to sign it with ${ASKED[method]} (eIDAS). It takes about two minutes, on a phone or a computer; no account is needed. ${PROOF[method]}`,
      button: 'Read and sign',
    },
    reminder: {
      subject: ({ document }) => `Reminder: “${document}” is waiting for your signature`,
      heading: ({ document }) => `“${document}” is waiting for you`,
      text: ({ sender, hello }) => `${hello} ${sender} is still waiting for your signature.`,
      button: 'Read and sign',
    },
    completed: {
      subject: ({ document }) => `Signed by everyone: “${document}”`,
      heading: () => 'Everyone has signed',
      text: ({ hello, document, linkUntil, advanced }) =>
        `${hello} “${document}” has been signed by everyone, with ${advanced ? 'advanced ' : ''}electronic signatures (eIDAS). Download and keep your copy: the signatures, the certificates and the proof of how it was signed are inside the file. The link works until ${linkUntil}.`,
      button: 'Download the signed document',
    },
    declined: {
      subject: ({ document }) => `Declined: “${document}”`,
      heading: () => 'The document was declined',
      text: ({ hello, document }) =>
        `${hello} “${document}” was declined and can no longer be signed. You do not need to do anything.`,
    },
    cancelled: {
      subject: ({ document }) => `Withdrawn: “${document}”`,
      heading: () => 'The document was withdrawn',
      text: ({ hello, sender, document }) =>
        `${hello} ${sender} has withdrawn “${document}”. You do not need to do anything.`,
    },
    expired: {
      subject: ({ document }) => `Deadline passed: “${document}”`,
      heading: () => 'The deadline for signing has passed',
      text: ({ hello, document, sender }) =>
        `${hello} “${document}” was not signed in time. If it is still wanted, ${sender} can send it again.`,
    },
    failed: {
      subject: ({ document }) => `Not completed: “${document}”`,
      heading: () => 'The document could not be completed',
      text: ({ hello, document, sender }) =>
        `${hello} “${document}” could not be completed for a technical reason. You do not need to do anything; if it is still wanted, ${sender} can send it again.`,
    },
  },
  frame: {
    document: 'Document',
    sender: 'Sent by',
    until: 'To be signed before',
    reason: 'Reason',
    test: 'Test message: what is signed here has no legal effect.',
    foot: ({ sender, document }) => [
      `You are receiving this e-mail because ${sender} named you as a signer of “${document}”.`,
    ],
    personal: 'This link is personal: do not share it.',
  },
  code: {
    subject: (document) => `Your code to sign “${document}”`,
    heading: 'Your code',
    text: ({ hello, document, mark, minutes }) =>
      `${hello} enter this code to sign “${document}” (ref. ${mark}). It is valid for ${minutes} minutes.`,
    secret: 'Do not share this code. If you did not ask for it, ignore this e-mail.',
  },
  copy: {
    subject: ({ document }) => `Your copy: “${document}”`,
    heading: 'Your copy of the signed document',
    text: ({ hello, document, sender, advanced, linkUntil }) =>
      `${hello} “${document}” has been signed by everyone, with ${advanced ? 'advanced ' : ''}electronic signatures (eIDAS). ${sender} has asked us to send you a copy; you do not have to sign anything. The link works until ${linkUntil}.`,
    button: 'Open the signed document',
    foot: ({ sender, document }) =>
      `You are receiving this e-mail because ${sender} wants you to have a copy of “${document}”.`,
  },
  notices: {
    completed: {
      subject: ({ document }) => `Signed by everyone: “${document}”`,
      heading: 'Everyone has signed',
      text: ({ document }) =>
        `“${document}” has been signed by everyone. The signed file contains the signatures and the proof certificate.`,
      button: 'Open the signed document',
    },
    declined: {
      subject: ({ person, document }) => `${person} declined to sign “${document}”`,
      heading: 'Your document was declined',
      text: ({ person, document }) =>
        `${person} declined to sign “${document}”. No one can sign it any more; everyone else who had been invited has been informed.`,
      button: 'Open the request',
    },
    expired: {
      subject: ({ document }) => `Not signed in time: “${document}”`,
      heading: 'The deadline for signing has passed',
      text: ({ document }) =>
        `“${document}” was not signed by everyone before the deadline. If you still need the signatures, create a new request with a later deadline.`,
      button: 'Open the request',
    },
    failed: {
      subject: ({ document }) => `Could not be completed: “${document}”`,
      heading: 'Your document could not be completed',
      text: ({ document, service }) =>
        `“${document}” could not be completed for a technical reason. The signers have been informed. Contact the operator of ${service} with the identifier below, or create a new request.`,
      button: 'Open the request',
    },
    bounced: {
      subject: ({ person, document }) => `E-mail to ${person} not delivered: “${document}”`,
      heading: 'A signer cannot be reached',
      text: ({ person, document }) =>
        `Our e-mail about “${document}” could not be delivered to ${person}. Check the address: once you correct it, a new link is sent to it.`,
      button: 'Check the address',
    },
  },
  noticeFrame: {
    document: 'Document',
    reference: 'Your reference',
    id: 'Identifier',
    signers: 'Signers',
    unsigned: 'Have not signed',
    others: (count) => (count === 1 ? 'and 1 other' : `and ${count} others`),
    reason: 'Reason',
    address: 'Address',
    reply: 'The server’s reply',
    attached: 'The signed file is attached to this e-mail.',
    test: 'Test message: what is signed here has no legal effect.',
    foot: ({ document, service, settings }) => [
      `You are receiving this e-mail because you sent “${document}” for signature with ${service}.`,
      { text: 'Choose which e-mails you get', url: settings },
    ],
  },
}
