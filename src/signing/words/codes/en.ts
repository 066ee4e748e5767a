/** The consent text and the text message in English; the keys are those of every language. */

/** The texts, in English. */
export const en = {
  /**
   * The whole consent; any change of it is a new version.
   * @param agree what this person agrees to
   * @param means how this person is identified
   * @param level what the signature is, in the words of eIDAS
   * @param kept what is kept about this person
   */
  consent: (agree: string, means: string, level: string, kept: string) =>
    `${agree} ${means} ` +
    'A certificate in my name is issued for this one signature; its key is destroyed right afterwards. ' +
    `${level} ` +
    kept,
  agree: 'I have read the document and agree to sign it electronically.',
  means: {
    sms: {
      email:
        'My identity is checked by the link sent to my e-mail address and by a code sent by SMS to my mobile phone.',
      none: 'My identity is checked by the sender, who handed me the link and gave my mobile phone number, and by a code sent by SMS to that number.',
    },
    voice: {
      email:
        'My identity is checked by the link sent to my e-mail address and by a code sent by SMS, or spoken in a call, to my phone.',
      none: 'My identity is checked by the sender, who handed me the link and gave my phone number, and by a code sent by SMS, or spoken in a call, to that number.',
    },
    email: {
      email:
        'The link and a code are sent to the same e-mail address, which is mine; my identity is not checked in any other way.',
      none: 'The sender handed me the link and gave my e-mail address, to which a code is sent; my identity is not checked in any other way.',
    },
    passkey: {
      email:
        'My identity is checked by the link sent to my e-mail address and by a passkey of my device, registered after I entered a code sent by SMS to my mobile phone.',
      none: 'My identity is checked by the sender, who handed me the link and gave my mobile phone number, and by a passkey of my device, registered after I entered a code sent by SMS to that number.',
    },
    totp: {
      email:
        'My identity is checked by the link sent to my e-mail address and by a code of an authenticator app of mine, registered after I entered a code sent by SMS to my mobile phone.',
      none: 'My identity is checked by the sender, who handed me the link and gave my mobile phone number, and by a code of an authenticator app of mine, registered after I entered a code sent by SMS to that number.',
    },
  },
  level: {
    advanced:
      'This is an advanced electronic signature within the meaning of Article 26 of Regulation (EU) No 910/2014 (eIDAS), not a qualified one.',
    plain:
      'This is an electronic signature within the meaning of Article 3(10) of Regulation (EU) No 910/2014 (eIDAS); it is presented neither as an advanced nor as a qualified one.',
  },
  kept: {
    phone:
      'My name, e-mail address, phone number, IP address and the times of what I do are kept as proof of the signature and appear, partly masked, in the signed document.',
    noPhone:
      'My name, e-mail address, IP address and the times of what I do are kept as proof of the signature and appear in the signed document.',
  },
  /** What is said in a telephone call: until a key is pressed, then, and where there is no code any more. */
  spoken: {
    greeting:
      'Hello. This is an automatic call with the code that was requested to confirm a document. If you did not request it, please hang up. To hear the code, press any key.',
    code: (digits: string) =>
      `Your code is: ${digits}. Once more: ${digits}. Do not share it with anyone. Goodbye.`,
    over: 'This code is no longer available. Request another call on the page of the document. Goodbye.',
  },
  /**
   * The text message: the code first, where telephones look for it. In letters of GSM 7-bit only (3GPP TS 23.038):
   * with another, a message takes 70 characters instead of 160.
   */
  sms: (code: string, name: string, mark: string) =>
    `${code} is your code to sign "${name}" (ref. ${mark}), valid for 10 minutes. Do not share it.`,
}

/** The texts every language has. */
export type SignerWords = typeof en
