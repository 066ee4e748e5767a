/** What carries the mails and text messages of a service that is started as a process: a mail server and a Twilio. */
export const TWILIO_LOGIN = {
  username: `AC${'0'.repeat(32)}`,
  password: 'twilio-auth-token-of-a-test',
}

/** The settings that send everything through them. */
export const carrierSettings = (sink: { port: number }, twilio: { url: string }) => ({
  PARAPH_SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
  PARAPH_SMTP_TLS: 'off',
  PARAPH_MAIL_FROM: 'Paraph <sign@example.com>',
  PARAPH_TWILIO_ACCOUNT_SID: TWILIO_LOGIN.username,
  PARAPH_TWILIO_AUTH_TOKEN: TWILIO_LOGIN.password,
  PARAPH_TWILIO_FROM: '+33700000000',
  PARAPH_TWILIO_URL: twilio.url,
})
