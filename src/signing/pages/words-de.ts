/** The words of the signer's pages in German. */
import { unbroken } from './unbroken.ts'
import type { SignWords } from './words-en.ts'

/** The texts of the signer's pages, in German. */
export const de: SignWords = {
  pageTitle: (name) => `„${name}“ unterschreiben`,
  from: (sender) => `${sender} bittet um Ihre Unterschrift`,
  steps: {
    label: 'Schritte',
    read: 'Lesen',
    agree: 'Zustimmen',
    code: 'Code',
    sign: 'Unterschreiben',
    done: 'Fertig',
  },
  test: 'Testdokument: Was hier unterschrieben wird, hat keine rechtliche Wirkung.',
  noScript: {
    title: 'JavaScript ist ausgeschaltet',
    text: 'Dokument, Code und Unterschrift benötigen JavaScript. Schalten Sie es in Ihrem Browser ein und laden Sie diese Seite neu. Lesen können Sie das Dokument auch ohne:',
  },
  decline: 'Ablehnen',
  back: 'Zurück',
  next: 'Weiter',
  tryAgain: 'Erneut versuchen',
  reload: 'Seite neu laden',
  facts: {
    title: 'Über dieses Dokument',
    document: 'Dokument',
    from: 'Von',
    to: 'Für',
    pages: 'Seiten',
    sent: 'Gesendet',
    expires: 'Zu unterschreiben bis',
    message: 'Nachricht',
    others: 'Es unterschreiben auch',
    fingerprint: 'Prüfsumme (SHA-256)',
  },
  status: {
    waiting: 'wartet',
    invited: 'eingeladen',
    opened: 'hat das Dokument geöffnet',
    verified: 'unterschreibt gleich',
    signed: 'hat unterschrieben',
    declined: 'hat abgelehnt',
    blocked: 'gesperrt',
  },
  viewer: {
    label: 'Das Dokument',
    toolbar: 'Ansicht des Dokuments',
    loading: 'Das Dokument wird geladen …',
    failed:
      'Das Dokument konnte nicht geladen werden. Prüfen Sie Ihre Verbindung; es ist nichts verloren gegangen.',
    page: (page, pages) => `Seite ${page} von ${pages}`,
    pageShort: (page, pages) => `Seite ${page}/${pages}`,
    appendix: 'Anhang',
    reserved:
      'Diese Seite ist für den Nachweis der Signaturen reserviert: wer wann unterschrieben hat und wie jede Person identifiziert wurde. Sie wird ausgefüllt und mit dem elektronischen Siegel des Dienstes versehen, sobald alle unterschrieben haben.',
    zoomIn: 'Vergrößern',
    zoomOut: 'Verkleinern',
    signHere: 'Hier unterschreiben',
    goToField: (at, of) => (of > 1 ? `Unterschrift ${at}/${of}` : 'Unterschrift'),
    save: 'Kopie speichern',
    about: 'Nachricht und Details',
    ready: (pages) => `Das Dokument wird angezeigt. Seiten: ${pages}.`,
  },
  read: {
    title: 'Lesen Sie das Dokument',
    text: 'Genau diese Datei werden Sie unterschreiben. Nehmen Sie sich Zeit: Bis zum letzten Schritt wird nichts unterschrieben.',
    next: 'Gelesen: weiter',
  },
  agree: {
    title: 'Stimmen Sie der elektronischen Signatur zu',
    next: 'Zustimmen und weiter',
    show: 'Dokument noch einmal ansehen',
  },
  code: {
    title: 'Bestätigen Sie Ihre Identität',
    why: 'Wir senden einen 6-stelligen Code per SMS an Ihr Mobiltelefon. Er belegt, dass die Unterschrift von Ihnen stammt: Geben Sie ihn an niemanden weiter.',
    whyTest:
      'Bei einem echten Vorgang wird ein 6-stelliger Code per SMS an Ihr Mobiltelefon gesendet. Dies ist ein Test: Der Code wird hier angezeigt, und es wird keine SMS gesendet.',
    target: (phone) => `Der Code wird an ${unbroken(phone)} gesendet.`,
    country: 'Land',
    phone: 'Mobilfunknummer',
    phoneHint: 'Sie dient nur dieser Unterschrift und wird Teil ihres Nachweises.',
    phoneWrong: (example) => `Das ist keine Mobilfunknummer dieses Landes. Beispiel: ${example}`,
    send: 'Code anfordern',
    sentTo: (phone) => `Wir haben einen Code an ${unbroken(phone)} gesendet.`,
    label: '6-stelliger Code',
    test: (code) => `Ihr Code lautet ${code}.`,
    hint: (time, isSent) =>
      `${isSent ? 'Die SMS kann eine Minute brauchen. ' : ''}Der Code gilt bis ${time} Uhr und wird geprüft, sobald er vollständig ist.`,
    attempts: (left) => (left === 1 ? 'Noch 1 Versuch.' : `Noch ${left} Versuche.`),
    incomplete: 'Der Code hat 6 Ziffern.',
    check: 'Code bestätigen',
    again: 'Neuen Code senden',
    againIn: (time) => `Neuer Code in ${time}`,
    change: 'Nummer ändern',
    over: 'Dieser Code gilt nicht mehr. Fordern Sie einen neuen an.',
    undelivered: (phone, isChangeable) =>
      `Die SMS an ${unbroken(phone)} konnte nicht zugestellt werden. Prüfen Sie, ob das Telefon eingeschaltet ist und Empfang hat, und fordern Sie dann einen neuen Code an${isChangeable ? ' oder ändern Sie die Nummer' : '. Ist die Nummer falsch, bitten Sie den Absender, sie zu berichtigen'}.`,
    newCode: 'Ein neuer Code ist unterwegs; der vorige gilt nicht mehr.',
  },
  mailCode: {
    why: 'Wir senden einen 6-stelligen Code an Ihre E-Mail-Adresse. Geben Sie ihn an niemanden weiter.',
    whyTest:
      'Bei einem echten Vorgang wird ein 6-stelliger Code an Ihre E-Mail-Adresse gesendet. Dies ist ein Test: Der Code wird hier angezeigt, und es wird keine E-Mail gesendet.',
    target: (address) => `Der Code wird an ${address} gesendet.`,
    sentTo: (address) => `Wir haben einen Code an ${address} gesendet.`,
    hint: (time, isSent) =>
      `${isSent ? 'Die E-Mail kann eine Minute brauchen; sehen Sie auch im Spam-Ordner nach. ' : ''}Der Code gilt bis ${time} Uhr und wird geprüft, sobald er vollständig ist.`,
    undelivered: (address) =>
      `Die E-Mail an ${address} konnte nicht zugestellt werden. Ist die Adresse falsch, bitten Sie den Absender, sie zu berichtigen.`,
    wrong: 'Das ist nicht der Code aus der letzten E-Mail.',
  },
  callCode: {
    why: 'Wir rufen Ihr Telefon an. Nehmen Sie ab und drücken Sie eine Taste: Eine Stimme sagt Ihnen einen 6-stelligen Code. Er belegt, dass Sie es sind: Geben Sie ihn an niemanden weiter.',
    whyEither:
      'Wir senden einen 6-stelligen Code per SMS an Ihr Mobiltelefon; an einem Festnetztelefon sagt ihn eine Stimme in einem Anruf an. Er belegt, dass Sie es sind: Geben Sie ihn an niemanden weiter.',
    whyTest:
      'Bei einem echten Vorgang wird Ihr Telefon angerufen und ein 6-stelliger Code angesagt. Dies ist ein Test: Der Code wird hier angezeigt, und niemand wird angerufen.',
    target: (phone) => `Wir rufen ${unbroken(phone)} an.`,
    phone: 'Telefonnummer',
    phoneWrong: (example) => `Das ist keine Telefonnummer dieses Landes. Beispiel: ${example}`,
    send: 'Mich anrufen',
    sentTo: (phone) =>
      `Wir rufen ${unbroken(phone)} an. Nehmen Sie ab und drücken Sie eine beliebige Taste, um den Code zu hören.`,
    hint: (time) => `Der Code gilt bis ${time} Uhr und wird geprüft, sobald er vollständig ist.`,
    again: 'Erneut anrufen',
    instead: 'Stattdessen anrufen',
    text: 'Stattdessen eine SMS senden',
    undelivered: (phone, isChangeable) =>
      `Der Anruf bei ${unbroken(phone)} kam nicht zustande, oder es wurde keine Taste gedrückt. Bleiben Sie in der Nähe des Telefons und fordern Sie dann einen neuen Anruf an${isChangeable ? ' oder ändern Sie die Nummer' : '. Ist die Nummer falsch, bitten Sie den Absender, sie zu berichtigen'}.`,
    wrong: 'Das ist nicht der Code aus dem letzten Anruf.',
  },
  passkey: {
    whyCode:
      'Der Absender bittet Sie, mit einem Passkey zu unterschreiben. Zuerst senden wir Ihnen per SMS einen 6-stelligen Code an Ihr Mobiltelefon; danach erstellen Sie den Passkey. Geben Sie den Code an niemanden weiter.',
    ask: 'Bestätigen Sie mit Ihrem Passkey: Fingerabdruck, Gesicht oder PIN Ihres Geräts. Er bleibt auf Ihrem Gerät.',
    confirm: 'Meinen Passkey verwenden',
    register: (sender) =>
      `Der Code ist richtig. Erstellen Sie jetzt einen Passkey: mit Fingerabdruck, Gesicht oder PIN Ihres Geräts. Das nächste Dokument von ${sender} erfordert dann keinen Code; gespeichert wird nur der öffentliche Teil des Passkeys.`,
    create: 'Passkey erstellen',
    failed:
      'Der Passkey wurde nicht bestätigt. Versuchen Sie es noch einmal. Wenn Sie ihn nicht mehr haben, bitten Sie den Absender, ihn zurückzusetzen.',
    unsupported:
      'Dieser Browser bietet hier keine Passkeys an. Öffnen Sie den Link in einem anderen Browser oder auf einem anderen Gerät.',
    verified: 'Passkey bestätigt.',
  },
  totp: {
    whyCode:
      'Der Absender bittet Sie, mit einer Authenticator-App zu unterschreiben. Zuerst senden wir Ihnen per SMS einen 6-stelligen Code an Ihr Mobiltelefon; danach registrieren Sie die App. Geben Sie den Code an niemanden weiter.',
    ask: 'Geben Sie den Code ein, den Ihre Authenticator-App anzeigt.',
    hint: 'Er ändert sich alle 30 Sekunden, und jeder Code gilt nur einmal.',
    enter: 'Code meiner App eingeben',
    again: 'Noch einmal versuchen',
    wrong:
      'Das ist nicht der Code, den die App jetzt anzeigt, oder er wurde schon verwendet. Warten Sie auf den nächsten. Wenn Sie die App nicht mehr haben, bitten Sie den Absender, sie zurückzusetzen.',
    register: (sender) =>
      `Der Code ist richtig. Registrieren Sie jetzt eine Authenticator-App: Scannen Sie das Bild mit ihr, öffnen Sie sie auf diesem Gerät oder geben Sie den Schlüssel von Hand ein. Geben Sie danach den Code ein, den die App anzeigt. Das nächste Dokument von ${sender} erfordert dann keine SMS.`,
    open: 'Meine Authenticator-App öffnen',
    secret: 'Schlüssel',
    qr: 'QR-Code für die Authenticator-App',
    verified: 'Code der App bestätigt.',
  },
  sign: {
    title: 'Unterschreiben',
    verified: 'Code bestätigt.',
    how: 'Wie möchten Sie unterschreiben?',
    drawn: 'Zeichnen',
    typed: 'Tippen',
    image: 'Bild',
    drawHint:
      'Zeichnen Sie mit dem Finger, einem Stift oder der Maus. Mit der Tastatur wählen Sie „Tippen“.',
    drawArea: 'Feld zum Zeichnen Ihrer Unterschrift',
    undo: 'Rückgängig',
    clear: 'Löschen',
    text: 'Ihr Name',
    look: 'Stil',
    looks: ['Schwungvoll', 'Handschrift', 'Druckschrift'],
    file: 'Bild Ihrer Unterschrift',
    fileHint:
      'PNG oder JPEG, dunkle Tinte auf weißem Papier. Es wird hier auf Ihrem Gerät verkleinert.',
    fileWrong: 'Diese Datei ist kein lesbares Bild. Wählen Sie ein PNG oder ein JPEG.',
    fileLarge: 'Dieses Bild ist immer noch zu groß. Wählen Sie ein kleineres oder einfacheres.',
    fileDrop: 'Bild auswählen oder hier ablegen',
    preview: 'Ihre Unterschrift an ihrem Platz im Dokument',
    missing: {
      drawn: 'Zeichnen Sie zuerst Ihre Unterschrift.',
      typed: 'Tippen Sie zuerst Ihren Namen.',
      image: 'Wählen Sie zuerst ein Bild.',
    },
    legal: (name) =>
      `Mit dem Klick auf die Schaltfläche unterschreiben Sie „${name}“ mit einer elektronischen Signatur, die allein für Sie erstellt wird.`,
    submit: (name) => `„${name}“ unterschreiben`,
    busy: 'Wird unterschrieben …',
    busyHint:
      'Ihr Zertifikat wird erstellt und Ihre Signatur angebracht. Das dauert einige Sekunden.',
  },
  fill: {
    title: 'Ausfüllen',
    optional: 'freiwillig',
    choose: 'Bitte wählen',
    missing: 'Füllen Sie dieses Feld aus.',
    unticked: 'Setzen Sie hier ein Häkchen, um fortzufahren.',
    number: 'Geben Sie eine Zahl ein.',
    date: 'Geben Sie ein Datum ein.',
    least: (bound) => `Geben Sie einen Wert ab ${bound} ein.`,
    most: (bound) => `Geben Sie einen Wert bis ${bound} ein.`,
    long: (max) => `Kürzen Sie den Text auf ${max} Zeichen.`,
    choice: 'Wählen Sie eine der Möglichkeiten.',
    hidden: 'Der Text enthält unsichtbare Zeichen. Geben Sie ihn neu ein.',
    room: 'Der Text passt nicht an seine Stelle im Dokument. Kürzen Sie ihn.',
  },
  files: {
    hint: (mb: number) =>
      `Ein PDF oder ein Bild als JPEG oder PNG, höchstens ${mb} MB. Aus Fotos werden der Ort und andere Angaben der Kamera entfernt. Der Absender erhält die Datei, sobald Sie unterschrieben haben.`,
    choose: 'Datei auswählen oder Foto aufnehmen',
    sending: 'Wird hochgeladen …',
    remove: 'Datei entfernen',
    missing: 'Fügen Sie eine Datei hinzu.',
    busy: 'Warten Sie, bis die Datei hochgeladen ist.',
    kind: 'Diese Art von Datei wird nicht angenommen. Wählen Sie ein PDF, ein JPEG oder ein PNG.',
    broken: 'Diese Datei ist beschädigt. Wählen Sie eine andere oder fotografieren Sie die Seite.',
    locked:
      'Dieses PDF verlangt ein Passwort. Wählen Sie eines ohne Passwort oder fotografieren Sie die Seite.',
    large: 'Diese Datei ist zu groß. Wählen Sie eine kleinere.',
    changed:
      'Diese Datei wurde in einem anderen Fenster ersetzt. Laden Sie die Seite neu und prüfen Sie sie.',
  },
  declining: {
    title: 'Unterschrift ablehnen?',
    text: (sender) =>
      `${sender} wird mit Ihrer Begründung benachrichtigt. Danach kann niemand mehr dieses Dokument unterschreiben, und Sie können das nicht rückgängig machen.`,
    reason: 'Warum lehnen Sie ab?',
    missing: 'Nennen Sie in wenigen Worten den Grund: Der Absender braucht ihn.',
    confirm: 'Unterschrift ablehnen',
    cancel: 'Zurück',
  },
  outcomes: {
    signed: {
      title: 'Sie haben unterschrieben',
      text: (name) =>
        `Ihre Signatur von „${name}“ ist angebracht und mit einem Zeitstempel versehen.`,
      next: 'Es fehlen noch weitere Unterschriften. Sobald die letzte vorliegt, erhalten Sie das fertige Dokument per E-Mail; Sie können diese Seite schließen.',
      later:
        'Es fehlen noch weitere Unterschriften. Sobald die letzte vorliegt, erscheint das fertige Dokument hier.',
      sealing:
        'Das fertige Dokument wird mit dem elektronischen Siegel versehen. Es erscheint gleich hier.',
    },
    completed: {
      title: 'Von allen unterschrieben',
      text: (name) => `„${name}“ ist vollständig.`,
      mailed: 'Sie haben es auch per E-Mail erhalten.',
      download: 'Unterschriebenes Dokument herunterladen',
      keep: 'Bewahren Sie die Datei unverändert auf: Sie enthält die Signaturen, den Nachweis und alles, was auch in Jahren noch zur Prüfung nötig ist. Ein Ausdruck beweist nichts.',
    },
    wait: {
      title: 'Sie sind noch nicht an der Reihe',
      text: 'Andere sind vor Ihnen an der Reihe. Sobald Sie an der Reihe sind, erhalten Sie eine E-Mail; dieser Link bleibt derselbe.',
      handed:
        'Andere sind vor Ihnen an der Reihe. Kommen Sie wieder, sobald Sie an der Reihe sind; dieser Link bleibt derselbe.',
    },
    declined: {
      title: 'Dieses Dokument wurde abgelehnt',
      text: (sender) =>
        `Es kann nicht mehr unterschrieben werden. Ist das ein Irrtum, bitten Sie ${sender}, es erneut zu senden.`,
      own: (sender) =>
        `Sie haben die Unterschrift abgelehnt, und ${sender} wurde benachrichtigt. Ist das ein Irrtum, bitten Sie darum, dass das Dokument erneut gesendet wird.`,
    },
    cancelled: {
      title: 'Der Absender hat dieses Dokument zurückgezogen',
      text: (sender) =>
        `Es kann nicht mehr unterschrieben werden, und Sie müssen nichts tun. Fragen? Wenden Sie sich an ${sender}.`,
    },
    expired: {
      title: 'Die Frist zur Unterschrift ist abgelaufen',
      text: (sender) =>
        `Bitten Sie ${sender}, das Dokument erneut zu senden; Sie erhalten dann einen neuen Link.`,
      since: 'Abgelaufen am',
    },
    blocked: {
      title: 'Die Unterschrift ist vorerst gesperrt',
      text: (sender) =>
        `Es wurden zu viele Codes angefordert oder falsch eingegeben. Zu Ihrem Schutz haben wir den Vorgang angehalten. Bitten Sie ${sender}, Sie zu entsperren; Sie erhalten dann eine E-Mail mit einem neuen Link.`,
      handed: (sender) =>
        `Es wurden zu viele Codes angefordert oder falsch eingegeben. Zu Ihrem Schutz haben wir den Vorgang angehalten. Bitten Sie ${sender}, Sie zu entsperren und Ihnen einen neuen Link zu geben.`,
    },
    failed: {
      title: 'Das Dokument konnte nicht fertiggestellt werden',
      text: (sender) =>
        `Der Fehler liegt bei uns, nicht bei Ihnen. Bitten Sie ${sender}, das Dokument erneut zu senden.`,
    },
    unknown: {
      title: 'Dieser Link ist ungültig',
      text: 'Öffnen Sie den Link aus der E-Mail noch einmal: Vielleicht wurde er beim Kopieren abgeschnitten. Erscheint diese Seite wieder, bitten Sie die Person, die Ihnen das Dokument gesendet hat, um einen neuen Link.',
    },
    late: {
      title: 'Dieser Link ist abgelaufen',
      text: 'Er war nur kurze Zeit gültig. Gehen Sie zu der Seite zurück, auf der Sie ihn gefunden haben, und öffnen Sie das Dokument erneut, um einen neuen Link zu erhalten.',
    },
    ended: {
      title: 'Dieser Link ist abgelaufen',
      text: 'Alle haben dieses Dokument vor einiger Zeit unterschrieben, und seine Links sind abgelaufen. Bitten Sie die Person, die es Ihnen gesendet hat, um eine Kopie.',
    },
    busy: {
      title: 'Zu viele Aufrufe auf einmal',
      text: 'Warten Sie eine Minute und laden Sie die Seite dann neu. Es ist nichts verloren gegangen.',
    },
    backTo: (host) => `Weiter zu ${host}`,
  },
  errors: {
    offline:
      'Keine Verbindung. Es ist nichts verloren gegangen: Prüfen Sie Ihr Netz und versuchen Sie es erneut.',
    server:
      'Bei uns ist ein Fehler aufgetreten. Es ist nichts verloren gegangen: Versuchen Sie es gleich noch einmal.',
    rate_limited: 'Zu viele Versuche. Warten Sie eine Minute und versuchen Sie es dann erneut.',
    consent_required:
      'Ihre Zustimmung fehlt, oder ihr Wortlaut hat sich geändert. Laden Sie die Seite neu.',
    phone_required: 'Geben Sie Ihre Mobilfunknummer ein.',
    validation_failed: 'Das wurde nicht angenommen. Prüfen Sie Ihre Eingabe.',
    phone_not_mobile: 'Das ist kein Mobiltelefon: Geben Sie eine Mobilfunknummer ein.',
    phone_country:
      'In dieses Land werden keine SMS gesendet: Geben Sie eine Mobilfunknummer eines anderen Landes ein oder wenden Sie sich an den Absender.',
    phone_unknown:
      'Diese Nummer gehört zu keinem Netzbetreiber: Prüfen Sie die Ziffern und das Land.',
    otp_invalid: 'Das ist nicht der Code aus der letzten SMS.',
    otp_expired: 'Dieser Code gilt nicht mehr. Fordern Sie einen neuen an.',
    otp_locked: 'Es wurden zu viele falsche Codes eingegeben. Fordern Sie einen neuen an.',
    otp_locked_today:
      'An einem Tag wurden zu viele falsche Codes eingegeben. Bitten Sie den Absender, Sie zu entsperren, oder versuchen Sie es morgen erneut.',
    otp_rate_limited: 'Es wurden zu viele Codes angefordert.',
    sms_limit_reached: 'Die Höchstzahl an SMS ist erreicht.',
    sms_unavailable:
      'Die SMS konnte nicht gesendet werden. Versuchen Sie es in einigen Minuten erneut.',
    call_unavailable: 'Der Anruf war nicht möglich. Versuchen Sie es in einigen Minuten erneut.',
    call_impossible:
      'Diese Nummer kann nicht angerufen werden. Prüfen Sie sie oder wenden Sie sich an den Absender.',
    call_limit:
      'Diese Nummer wurde in 24 Stunden dreimal angerufen. Versuchen Sie es morgen erneut oder wenden Sie sich an den Absender.',
    verification_required: 'Zu Ihrer Sicherheit muss der Code noch einmal bestätigt werden.',
    document_changed:
      'Das Dokument hat sich inzwischen geändert. Laden Sie die Seite neu und lesen Sie es noch einmal.',
    retryAt: (time) => `Versuchen Sie es um ${time} Uhr erneut.`,
  },
}
