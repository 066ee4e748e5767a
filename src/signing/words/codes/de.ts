/** The consent text and the text message in German. */
import type { SignerWords } from './en.ts'

/** The texts, in German. */
export const de: SignerWords = {
  consent: (agree, means, level, kept) =>
    `${agree} ${means} ` +
    'Ein Zertifikat auf meinen Namen wird allein für diese Signatur ausgestellt; sein Schlüssel wird unmittelbar danach vernichtet. ' +
    `${level} ` +
    kept,
  agree: 'Ich habe das Dokument gelesen und stimme zu, es elektronisch zu unterschreiben.',
  means: {
    sms: {
      email:
        'Meine Identität wird durch den Link geprüft, der an meine E-Mail-Adresse gesendet wurde, und durch einen Code, der per SMS an mein Mobiltelefon gesendet wird.',
      none: 'Meine Identität wird durch den Absender geprüft, der mir den Link übergeben und meine Mobilfunknummer angegeben hat, und durch einen Code, der per SMS an diese Nummer gesendet wird.',
    },
    voice: {
      email:
        'Meine Identität wird durch den Link geprüft, der an meine E-Mail-Adresse gesendet wurde, und durch einen Code, der per SMS an mein Telefon gesendet oder dort in einem Anruf angesagt wird.',
      none: 'Meine Identität wird durch den Absender geprüft, der mir den Link übergeben und meine Telefonnummer angegeben hat, und durch einen Code, der per SMS an diese Nummer gesendet oder in einem Anruf unter dieser Nummer angesagt wird.',
    },
    email: {
      email:
        'Der Link und ein Code werden an dieselbe E-Mail-Adresse gesendet, meine eigene; meine Identität wird nicht auf andere Weise geprüft.',
      none: 'Der Absender hat mir den Link übergeben und meine E-Mail-Adresse angegeben, an die ein Code gesendet wird; meine Identität wird nicht auf andere Weise geprüft.',
    },
    passkey: {
      email:
        'Meine Identität wird durch den Link geprüft, der an meine E-Mail-Adresse gesendet wurde, und durch einen Passkey meines Geräts, der nach Eingabe eines per SMS an mein Mobiltelefon gesendeten Codes registriert wurde.',
      none: 'Meine Identität wird durch den Absender geprüft, der mir den Link übergeben und meine Mobilfunknummer angegeben hat, und durch einen Passkey meines Geräts, der nach Eingabe eines per SMS an diese Nummer gesendeten Codes registriert wurde.',
    },
    totp: {
      email:
        'Meine Identität wird durch den Link geprüft, der an meine E-Mail-Adresse gesendet wurde, und durch einen Code meiner Authenticator-App, die nach Eingabe eines per SMS an mein Mobiltelefon gesendeten Codes registriert wurde.',
      none: 'Meine Identität wird durch den Absender geprüft, der mir den Link übergeben und meine Mobilfunknummer angegeben hat, und durch einen Code meiner Authenticator-App, die nach Eingabe eines per SMS an diese Nummer gesendeten Codes registriert wurde.',
    },
  },
  level: {
    advanced:
      'Es handelt sich um eine fortgeschrittene elektronische Signatur im Sinne von Artikel 26 der Verordnung (EU) Nr. 910/2014 (eIDAS), nicht um eine qualifizierte.',
    plain:
      'Es handelt sich um eine elektronische Signatur im Sinne von Artikel 3 Nummer 10 der Verordnung (EU) Nr. 910/2014 (eIDAS); sie wird weder als fortgeschrittene noch als qualifizierte ausgegeben.',
  },
  kept: {
    phone:
      'Mein Name, meine E-Mail-Adresse, meine Telefonnummer, meine IP-Adresse und die Zeitpunkte meiner Handlungen werden als Nachweis der Signatur aufbewahrt und erscheinen, teilweise unkenntlich gemacht, im unterschriebenen Dokument.',
    noPhone:
      'Mein Name, meine E-Mail-Adresse, meine IP-Adresse und die Zeitpunkte meiner Handlungen werden als Nachweis der Signatur aufbewahrt und erscheinen im unterschriebenen Dokument.',
  },
  spoken: {
    greeting:
      'Guten Tag. Dies ist ein automatischer Anruf mit dem Code, der zur Bestätigung eines Dokuments angefordert wurde. Wenn Sie ihn nicht angefordert haben, legen Sie bitte auf. Um den Code zu hören, drücken Sie eine beliebige Taste.',
    code: (digits) =>
      `Ihr Code lautet: ${digits}. Ich wiederhole: ${digits}. Geben Sie ihn an niemanden weiter. Auf Wiederhören.`,
    over: 'Dieser Code ist nicht mehr verfügbar. Fordern Sie auf der Seite des Dokuments einen neuen Anruf an. Auf Wiederhören.',
  },
  sms: (code, name, mark) =>
    `${code} ist Ihr Code, um "${name}" zu unterschreiben (Ref. ${mark}), 10 Minuten gültig. Nicht weitergeben.`,
}
