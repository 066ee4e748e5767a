/** The consent text and the text message in Polish, without forms that depend on gender. */
import type { SignerWords } from './en.ts'

/** The texts, in Polish. */
export const pl: SignerWords = {
  consent: (agree, means, level, kept) =>
    `${agree} ${means} ` +
    'Certyfikat na moje nazwisko jest wystawiany wyłącznie do tego podpisu; jego klucz jest niszczony zaraz po użyciu. ' +
    `${level} ` +
    kept,
  agree:
    'Potwierdzam zapoznanie się z treścią dokumentu i wyrażam zgodę na podpisanie go elektronicznie.',
  means: {
    sms: {
      email:
        'Moja tożsamość jest sprawdzana za pomocą linku wysłanego na mój adres e-mail i kodu wysłanego SMS-em na mój telefon komórkowy.',
      none: 'Moja tożsamość jest sprawdzana przez nadawcę, od którego pochodzi link i który podał mój numer telefonu komórkowego, oraz za pomocą kodu wysłanego SMS-em na ten numer.',
    },
    voice: {
      email:
        'Moja tożsamość jest sprawdzana za pomocą linku wysłanego na mój adres e-mail i kodu wysłanego SMS-em na mój telefon lub podyktowanego w połączeniu z nim.',
      none: 'Moja tożsamość jest sprawdzana przez nadawcę, od którego pochodzi link i który podał mój numer telefonu, oraz za pomocą kodu wysłanego SMS-em na ten numer lub podyktowanego w połączeniu z nim.',
    },
    email: {
      email:
        'Link i kod są wysyłane na ten sam, należący do mnie adres e-mail; moja tożsamość nie jest sprawdzana w inny sposób.',
      none: 'Link pochodzi od nadawcy, który podał mój adres e-mail; na ten adres jest wysyłany kod, a moja tożsamość nie jest sprawdzana w inny sposób.',
    },
    passkey: {
      email:
        'Moja tożsamość jest sprawdzana za pomocą linku wysłanego na mój adres e-mail i klucza dostępu (passkey) mojego urządzenia, zarejestrowanego po wpisaniu kodu wysłanego SMS-em na mój telefon komórkowy.',
      none: 'Moja tożsamość jest sprawdzana przez nadawcę, od którego pochodzi link i który podał mój numer telefonu komórkowego, oraz za pomocą klucza dostępu (passkey) mojego urządzenia, zarejestrowanego po wpisaniu kodu wysłanego SMS-em na ten numer.',
    },
    totp: {
      email:
        'Moja tożsamość jest sprawdzana za pomocą linku wysłanego na mój adres e-mail i kodu z mojej aplikacji uwierzytelniającej, zarejestrowanej po wpisaniu kodu wysłanego SMS-em na mój telefon komórkowy.',
      none: 'Moja tożsamość jest sprawdzana przez nadawcę, od którego pochodzi link i który podał mój numer telefonu komórkowego, oraz za pomocą kodu z mojej aplikacji uwierzytelniającej, zarejestrowanej po wpisaniu kodu wysłanego SMS-em na ten numer.',
    },
  },
  level: {
    advanced:
      'Jest to zaawansowany podpis elektroniczny w rozumieniu art. 26 rozporządzenia (UE) nr 910/2014 (eIDAS), a nie podpis kwalifikowany.',
    plain:
      'Jest to podpis elektroniczny w rozumieniu art. 3 pkt 10 rozporządzenia (UE) nr 910/2014 (eIDAS); nie jest przedstawiany jako zaawansowany ani jako kwalifikowany.',
  },
  kept: {
    phone:
      'Moje imię i nazwisko, adres e-mail, numer telefonu, adres IP oraz daty i godziny moich działań są przechowywane jako dowód złożenia podpisu i znajdują się, częściowo ukryte, w podpisanym dokumencie.',
    noPhone:
      'Moje imię i nazwisko, adres e-mail, adres IP oraz daty i godziny moich działań są przechowywane jako dowód złożenia podpisu i znajdują się w podpisanym dokumencie.',
  },
  // Without ą, ć, ę, ł, ń, ó, ś, ź, ż, which GSM 7-bit has not.
  spoken: {
    greeting:
      'Dzień dobry. To automatyczne połączenie z kodem zamówionym do potwierdzenia dokumentu. Jeśli kod nie był zamawiany, proszę się rozłączyć. Aby usłyszeć kod, proszę nacisnąć dowolny klawisz.',
    code: (digits) =>
      `Kod: ${digits}. Powtarzam: ${digits}. Proszę nikomu go nie podawać. Do widzenia.`,
    over: 'Ten kod nie jest już dostępny. O kolejne połączenie można poprosić na stronie dokumentu. Do widzenia.',
  },
  sms: (code, name, mark) =>
    `${code} to kod do podpisu dokumentu "${name}" (nr ${mark}), na 10 minut. Nie podawaj go nikomu.`,
}
