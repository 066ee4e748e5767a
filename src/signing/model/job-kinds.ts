/** Names of this domain's jobs and mails. They are stored in rows, so they never change. */

/** Kinds of jobs of this domain. */
export const JOBS = {
  sign: 'signing.sign',
  seal: 'signing.seal',
  /** Before the seal: the signature by a key of another provider. */
  externalSeal: 'signing.outer_seal',
  expire: 'signing.expire',
  remind: 'signing.remind',
  /** A link by text message. */
  text: 'signing.text',
  discard: 'signing.discard',
  /** After an upgrade: records which files the rows of earlier builds name. */
  fillBlobRefs: 'signing.fill_blob_refs',
  /** The same and the files of requests: a build before would end the other one without them. */
  fillRequestFiles: 'signing.fill_request_files',
  /** Daily: finds the documents whose archive time-stamp is to be renewed. */
  findStamps: 'signing.find_stamps',
  renewStamp: 'signing.renew_stamp',
  watchTexts: 'signing.text_watch',
  /** Sends rows of a bulk send. */
  bulk: 'signing.bulk',
  /** Deletes starts at open links that are over. */
  sweepStarts: 'signing.sweep_starts',
} as const

/** Kinds of mails of this domain. */
export const MAILS = {
  invitation: 'signing.invitation',
  reminder: 'signing.reminder',
  completed: 'signing.completed',
  /** The sender has changed the document, or reopened it after its deadline. */
  changed: 'signing.changed',
  reactivated: 'signing.reactivated',
  /** The sender no longer asks this person. */
  removed: 'signing.removed',
  ended: 'signing.ended',
} as const

/** Mail with a code. */
export const CODE_MAIL = 'signing.code'

/** Mail with the finished document, to people who sign nothing. */
export const COPY_MAIL = 'signing.copy'

/** Mail to the person who delegated. */
export const DELEGATOR_MAIL = 'signing.delegator'

/** Mail with the code that confirms an address at an open link. */
export const START_MAIL = 'signing.start'

/** Mails to the sender. */
export const SENDER_MAIL = 'signing.sender'
