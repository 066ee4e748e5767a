/** The words of the signer's pages in English; the keys are those of every language. */
import { unbroken } from './unbroken.ts'

/** The texts of the signer's pages, in English. */
export const en = {
  pageTitle: (name: string) => `Sign “${name}”`,
  from: (sender: string) => `${sender} asks for your signature`,
  steps: { label: 'Steps', read: 'Read', agree: 'Agree', code: 'Code', sign: 'Sign', done: 'Done' },
  test: 'Test document: what is signed here has no legal effect.',
  noScript: {
    title: 'JavaScript is switched off',
    text: 'The document, the code and the signature need JavaScript. Switch it on in your browser, then load this page again. You can read the document without it:',
  },
  decline: 'Decline',
  back: 'Back',
  next: 'Continue',
  tryAgain: 'Try again',
  reload: 'Load the page again',
  facts: {
    title: 'About this document',
    document: 'Document',
    from: 'From',
    to: 'For',
    pages: 'Pages',
    sent: 'Sent',
    expires: 'To be signed before',
    message: 'Message',
    others: 'Also signing',
    fingerprint: 'Fingerprint (SHA-256)',
  },
  status: {
    waiting: 'waiting',
    invited: 'invited',
    opened: 'has opened it',
    verified: 'about to sign',
    signed: 'has signed',
    declined: 'has declined',
    blocked: 'blocked',
  },
  viewer: {
    label: 'The document',
    toolbar: 'Document view',
    loading: 'Loading the document…',
    failed: 'The document could not be loaded. Check your connection; nothing is lost.',
    page: (page: number, pages: number) => `Page ${page} of ${pages}`,
    pageShort: (page: number, pages: number) => `Page ${page}/${pages}`,
    appendix: 'Appendix',
    reserved:
      'This page is reserved for the proof of the signatures: who signed, when, and how each was identified. It is filled in and sealed once everyone has signed.',
    zoomIn: 'Larger',
    zoomOut: 'Smaller',
    signHere: 'Sign here',
    goToField: (at: number, of: number) => (of > 1 ? `My signature ${at}/${of}` : 'My signature'),
    save: 'Save a copy',
    about: 'Message and details',
    ready: (pages: number) => `The document is shown. Pages: ${pages}.`,
  },
  read: {
    title: 'Read the document',
    text: 'This is the exact file you will sign. Take your time: nothing is signed until the last step.',
    next: 'I have read it: continue',
  },
  agree: {
    title: 'Agree to sign electronically',
    next: 'Agree and continue',
    show: 'See the document again',
  },
  code: {
    title: 'Confirm it’s you',
    why: 'We will send a 6-digit code to your mobile phone by SMS. It proves that the signature is yours and no one else’s, so do not share it.',
    whyTest:
      'A live request sends a 6-digit code to your mobile phone by SMS. This is a test: the code is shown here, and no SMS is sent.',
    target: (phone: string) => `The code will be sent to ${unbroken(phone)}.`,
    country: 'Country',
    phone: 'Mobile phone number',
    phoneHint: 'It is used for this signature only and becomes part of its evidence.',
    phoneWrong: (example: string) =>
      `This is not a mobile phone number of that country. Example: ${example}`,
    send: 'Send me the code',
    sentTo: (phone: string) => `We have sent a code to ${unbroken(phone)}.`,
    label: '6-digit code',
    test: (code: string) => `Your code is ${code}.`,
    hint: (time: string, isSent: boolean) =>
      `${isSent ? 'The SMS can take a minute. ' : ''}The code is valid until ${time} and is checked as soon as it is complete.`,
    attempts: (left: number) => (left === 1 ? '1 attempt left.' : `${left} attempts left.`),
    incomplete: 'The code has 6 digits.',
    check: 'Confirm the code',
    again: 'Send a new code',
    againIn: (time: string) => `New code in ${time}`,
    change: 'Change the number',
    over: 'This code is no longer valid. Request a new one.',
    undelivered: (phone: string, isChangeable: boolean) =>
      `The SMS to ${unbroken(phone)} could not be delivered. Check that the phone is on and has a signal, then request a new code${isChangeable ? ', or change the number' : '. If the number is wrong, ask the sender to correct it'}.`,
    newCode: 'A new code is on its way; the previous one is no longer valid.',
  },
  /** What a code by e-mail says instead of one by SMS. */
  mailCode: {
    why: 'We will send a 6-digit code to your e-mail address. Do not share it.',
    whyTest:
      'A live request sends a 6-digit code to your e-mail address. This is a test: the code is shown here, and no e-mail is sent.',
    target: (address: string) => `The code will be sent to ${address}.`,
    sentTo: (address: string) => `We have sent a code to ${address}.`,
    hint: (time: string, isSent: boolean) =>
      `${isSent ? 'The e-mail can take a minute; also look in your spam folder. ' : ''}The code is valid until ${time} and is checked as soon as it is complete.`,
    undelivered: (address: string) =>
      `The e-mail to ${address} could not be delivered. If the address is wrong, ask the sender to correct it.`,
    wrong: 'This is not the code from the last e-mail.',
  },
  /** What a code that is spoken in a call says instead of one by SMS. */
  callCode: {
    why: 'We will call your phone. Press a key when you answer, and a voice tells you a 6-digit code. It proves that it is you, so do not share it.',
    /** The number is not known yet. */
    whyEither:
      'We will send a 6-digit code to your mobile phone by SMS; on a landline, a voice tells it to you in a call. It proves that it is you, so do not share it.',
    whyTest:
      'A live request calls your phone and tells you a 6-digit code. This is a test: the code is shown here, and nobody is called.',
    target: (phone: string) => `We will call ${unbroken(phone)}.`,
    phone: 'Phone number',
    phoneWrong: (example: string) =>
      `This is not a phone number of that country. Example: ${example}`,
    send: 'Call me',
    sentTo: (phone: string) =>
      `We are calling ${unbroken(phone)}. Answer, and press any key to hear the code.`,
    hint: (time: string) =>
      `The code is valid until ${time} and is checked as soon as it is complete.`,
    again: 'Call me again',
    /** Buttons that change between the two ways. */
    instead: 'Call me instead',
    text: 'Send an SMS instead',
    undelivered: (phone: string, isChangeable: boolean) =>
      `The call to ${unbroken(phone)} did not get through, or no key was pressed. Stay near the phone, then ask for another call${isChangeable ? ', or change the number' : '. If the number is wrong, ask the sender to correct it'}.`,
    wrong: 'This is not the code from the last call.',
  },
  /** A passkey: what the page says besides the words of the code that comes first. */
  passkey: {
    whyCode:
      'The sender asks you to sign with a passkey. First, we send a 6-digit code to your mobile phone by SMS; then you create the passkey. Do not share the code.',
    ask: 'Confirm with your passkey: the fingerprint, face or PIN of your device. It stays on your device.',
    confirm: 'Use my passkey',
    register: (sender: string) =>
      `The code is right. Now create a passkey: the fingerprint, face or PIN of your device. The next document from ${sender} then needs no code; only the public part of the passkey is kept.`,
    create: 'Create a passkey',
    failed:
      'The passkey was not confirmed. Try again. If you no longer have it, ask the sender to reset it.',
    unsupported:
      'This browser does not offer passkeys here. Open the link in another browser or on another device.',
    verified: 'Passkey confirmed.',
  },
  /** An authenticator app: what the page says besides the words of the code that comes first. */
  totp: {
    whyCode:
      'The sender asks you to sign with an authenticator app. First, we send a 6-digit code to your mobile phone by SMS; then you register the app. Do not share the code.',
    ask: 'Enter the code that your authenticator app shows.',
    hint: 'It changes every 30 seconds, and each code works once.',
    enter: 'Enter the code of my app',
    again: 'Try again',
    wrong:
      'This is not the code that the app shows now, or it has been used. Wait for the next one. If you no longer have the app, ask the sender to reset it.',
    register: (sender: string) =>
      `The code is right. Now register an authenticator app: scan the picture with it, open it on this device, or enter the key by hand. Then enter the code that the app shows. The next document from ${sender} then needs no SMS.`,
    open: 'Open my authenticator app',
    secret: 'Key',
    qr: 'QR code for the authenticator app',
    verified: 'Code of the app confirmed.',
  },
  sign: {
    title: 'Sign',
    verified: 'Code confirmed.',
    how: 'How do you want to sign?',
    drawn: 'Draw',
    typed: 'Type',
    image: 'Picture',
    drawHint: 'Draw with your finger, a pen or the mouse. With a keyboard, choose “Type”.',
    drawArea: 'Area to draw your signature in',
    undo: 'Undo',
    clear: 'Clear',
    text: 'Your name',
    look: 'Style',
    looks: ['Flowing', 'Handwritten', 'Printed'] as readonly string[],
    file: 'Picture of your signature',
    fileHint: 'PNG or JPEG, dark ink on white paper. It is resized here, on your device.',
    fileWrong: 'This file cannot be read as a picture. Choose a PNG or a JPEG.',
    fileLarge: 'This picture is still too large. Choose a smaller or simpler one.',
    fileDrop: 'Choose a picture, or drop it here',
    preview: 'Your signature in its place on the document',
    missing: {
      drawn: 'Draw your signature first.',
      typed: 'Type your name first.',
      image: 'Choose a picture first.',
    },
    legal: (name: string) =>
      `By pressing the button you sign “${name}” with an electronic signature made for you alone.`,
    submit: (name: string) => `Sign “${name}”`,
    busy: 'Signing…',
    busyHint:
      'Your certificate is being created and your signature applied. This takes a few seconds.',
  },
  fill: {
    title: 'Fill in',
    optional: 'optional',
    choose: 'Please choose',
    missing: 'Fill this in.',
    unticked: 'Tick this box to continue.',
    number: 'Enter a number.',
    date: 'Enter a date.',
    least: (bound: string) => `Enter a value of at least ${bound}.`,
    most: (bound: string) => `Enter a value of at most ${bound}.`,
    long: (max: number) => `Shorten this to ${max} characters.`,
    choice: 'Choose one of the options.',
    hidden: 'This contains characters that cannot be seen. Type it again.',
    room: 'This does not fit into its place on the document. Shorten it.',
  },
  files: {
    hint: (mb: number) =>
      `A PDF, or a JPEG or PNG picture, of at most ${mb} MB. Of photographs, the place and other details of the camera are removed. The sender gets the file once you have signed.`,
    choose: 'Choose a file, or take a photograph',
    sending: 'Uploading …',
    remove: 'Remove the file',
    missing: 'Add a file.',
    busy: 'Wait until the file is uploaded.',
    kind: 'This kind of file is not accepted. Choose a PDF, a JPEG or a PNG.',
    broken: 'This file is damaged. Choose another one, or photograph the page.',
    locked: 'This PDF needs a password. Choose one without, or photograph the page.',
    large: 'This file is too large. Choose a smaller one.',
    changed: 'This file has been replaced in another window. Load the page again and check it.',
  },
  declining: {
    title: 'Decline to sign?',
    text: (sender: string) =>
      `${sender} will be informed, with your reason. No one will be able to sign this document any more, and you cannot undo this.`,
    reason: 'Why are you declining?',
    missing: 'Give a reason in a few words: the sender needs one.',
    confirm: 'Decline to sign',
    cancel: 'Go back',
  },
  outcomes: {
    signed: {
      title: 'You have signed',
      text: (name: string) => `Your signature on “${name}” has been applied and time-stamped.`,
      next: 'The others still have to sign. You will get the finished document by e-mail as soon as the last one has; you can close this page.',
      later:
        'The others still have to sign. The finished document will appear here as soon as the last one has.',
      sealing: 'The finished document is being sealed. It will appear here in a moment.',
    },
    completed: {
      title: 'Signed by everyone',
      text: (name: string) => `“${name}” is complete.`,
      mailed: 'It has also been sent to you by e-mail.',
      download: 'Download the signed document',
      keep: 'Keep the file as it is: it contains the signatures, the proof and everything needed to verify them for years to come. A printout proves nothing.',
    },
    wait: {
      title: 'It is not your turn yet',
      text: 'Others come before you. You will get an e-mail as soon as it is your turn; this link stays the same.',
      handed: 'Others come before you. Come back once it is your turn; this link stays the same.',
    },
    declined: {
      title: 'This document was declined',
      text: (sender: string) =>
        `It can no longer be signed. If this is a mistake, ask ${sender} to send it again.`,
      own: (sender: string) =>
        `You have declined to sign, and ${sender} has been informed. If this is a mistake, ask for the document to be sent again.`,
    },
    cancelled: {
      title: 'The sender has withdrawn this document',
      text: (sender: string) =>
        `It can no longer be signed, and you do not have to do anything. Questions? Ask ${sender}.`,
    },
    expired: {
      title: 'The deadline for signing has passed',
      text: (sender: string) =>
        `Ask ${sender} to send the document again; you will then get a new link.`,
      since: 'Expired on',
    },
    blocked: {
      title: 'Signing is blocked for now',
      text: (sender: string) =>
        `Too many codes were requested or entered incorrectly, so we stopped to protect you. Ask ${sender} to unblock you; you will then get an e-mail with a new link.`,
      handed: (sender: string) =>
        `Too many codes were requested or entered incorrectly, so we stopped to protect you. Ask ${sender} to unblock you and to give you a new link.`,
    },
    failed: {
      title: 'The document could not be sealed',
      text: (sender: string) =>
        `The fault is ours, not yours. Ask ${sender} to send the document again.`,
    },
    unknown: {
      title: 'This link is invalid',
      text: 'Open the link from the e-mail again: it may have been cut off when copied. If you still end up here, ask the person who sent you the document for a new link.',
    },
    late: {
      title: 'This link has expired',
      text: 'It was valid for a short time only. Go back to the page where you found it and open the document again to get a new link.',
    },
    ended: {
      title: 'This link has expired',
      text: 'Everyone signed this document some time ago, and its links have expired. For a copy, ask the person who sent it to you.',
    },
    busy: {
      title: 'Too many visits at once',
      text: 'Wait a minute, then load the page again. Nothing is lost.',
    },
    backTo: (host: string) => `Continue to ${host}`,
  },
  errors: {
    offline: 'No connection. Nothing is lost: check your network and try again.',
    server: 'Something went wrong on our side. Nothing is lost: try again in a moment.',
    rate_limited: 'Too many attempts. Wait a minute, then try again.',
    consent_required: 'Your agreement is missing, or its text has changed. Load the page again.',
    phone_required: 'Enter your mobile phone number.',
    validation_failed: 'This was not accepted. Check what you entered.',
    phone_not_mobile: 'This is not a mobile phone: enter a mobile number.',
    phone_country:
      'No SMS messages are sent to this country: enter a mobile number from another country, or ask the sender.',
    phone_unknown: 'No carrier uses this number: check its digits and its country.',
    otp_invalid: 'This is not the code from the last SMS.',
    otp_expired: 'This code is no longer valid. Request a new one.',
    otp_locked: 'Too many wrong codes were entered. Request a new one.',
    otp_locked_today:
      'Too many wrong codes were entered in one day. Ask the sender to unblock you, or try again tomorrow.',
    otp_rate_limited: 'Too many codes were requested.',
    sms_limit_reached: 'The limit on text messages has been reached.',
    sms_unavailable: 'The SMS could not be sent. Try again in a few minutes.',
    call_unavailable: 'The call could not be made. Try again in a few minutes.',
    call_impossible: 'This number cannot be called. Check it, or ask the sender.',
    call_limit:
      'This number was called three times within 24 hours. Try again tomorrow, or ask the sender.',
    verification_required: 'For your security, the code must be confirmed once more.',
    document_changed:
      'The document has changed in the meantime. Reload the page and read it again.',
    retryAt: (time: string) => `Try again at ${time}.`,
  },
}

/** The words every language has. */
export type SignWords = typeof en
