/** Codes that are spoken in telephone calls. */
export const callsMigration = {
  name: 'codes spoken in telephone calls',
  sqlite: `
    -- offered: codes may be spoken in a call; used: the code that was entered was; NULL: by text message only.
    ALTER TABLE signers ADD COLUMN voice TEXT;
    -- asked: a call was asked for; spoken: the code was spoken in it; NULL: no call.
    ALTER TABLE otp_codes ADD COLUMN call_state TEXT;
    -- Keyed hash of the number that was called; NULL: a text message, or the call could not be made.
    ALTER TABLE text_messages ADD COLUMN called TEXT;
    CREATE INDEX text_messages_by_called ON text_messages (called, at) WHERE called IS NOT NULL;`,
}
