/** The words about certificates of signers' own in German. */
import type { OwnWords } from './en.ts'

export const de: OwnWords = {
  consent: (service) =>
    `Ich unterschreibe mit einem eigenen Zertifikat, das ${service} mir ausgestellt hat. Sein Schlüssel bleibt dort, und ich gebe diese eine Signatur auf der Seite von ${service} frei. Welches Niveau die Signatur hat, sagt mein Zertifikat; dieser Dienst macht dazu keine Aussage.`,
  page: {
    legal: (service) =>
      `Danach gehen Sie zu ${service}, bestätigen dort Ihre Identität und geben die Signatur mit Ihrem eigenen Zertifikat frei. Dann kommen Sie hierher zurück.`,
    submit: (service) => `Weiter zu ${service}`,
    busy: 'Einen Moment …',
    reading: (service) => `Ihre Zertifikate werden bei ${service} gelesen …`,
    choose: 'Mit welchem Zertifikat unterschreiben Sie?',
    issuer: (name, until) => `Ausgestellt von ${name}, gültig bis ${until}`,
    differs:
      'Dieses Zertifikat enthält Ihren Namen nicht so, wie ihn der Absender geschrieben hat. Der Absender sieht diesen Unterschied.',
    go: (service) => `Signatur bei ${service} freigeben`,
    signing: 'Ihre Signatur wird angebracht. Das dauert einige Sekunden.',
    ended:
      'Sie haben beim Anbieter nicht abgeschlossen, zu lange gebraucht oder in einem anderen Fenster weitergemacht. Nichts wurde unterschrieben: Unterschreiben Sie erneut.',
    unusable:
      'Mit Ihrem Zertifikat kann nicht unterschrieben werden: Beim Anbieter gibt es keines, oder es ist nicht gültig, wurde widerrufen, ist nicht für Signaturen bestimmt oder lautet nicht auf den vom Absender verlangten Namen. Nichts wurde unterschrieben.',
    unavailable:
      'Der Anbieter des Zertifikats hat nicht so geantwortet, wie er sollte. Nichts wurde unterschrieben: Versuchen Sie es in einigen Minuten erneut.',
    returning: 'Einen Moment, Sie kehren zum Dokument zurück …',
    lost: 'Das Dokument ist in diesem Fenster nicht zu finden. Öffnen Sie den Link aus Ihrer E-Mail erneut und unterschreiben Sie noch einmal: Nichts wurde unterschrieben.',
  },
  proof: {
    heading: 'Eigene Zertifikate der Unterzeichner',
    label: 'Eigenes Zertifikat',
    text: (holder, service) => `${holder} – Schlüssel bei ${service}`,
    differs: 'enthält den vom Absender angegebenen Namen nicht',
    cover: (holder, issuer, service) =>
      `Zertifikat von ${holder}, ausgestellt von ${issuer} (${service}).`,
    unstated: 'Sein Status wird hier nicht angegeben.',
    level: (claim) => `Niveau: ${claim}.`,
    own: (names) =>
      `${names}: Signatur mit einem Zertifikat, das ein anderer Anbieter ausgestellt hat, wie unten angegeben; dieser Anbieter verwahrt den Schlüssel. Welches Niveau eine solche Signatur hat, sagen ihr Zertifikat und die Vertrauenslisten: Dieser Dienst macht dazu keine Aussage.`,
    except:
      'Was zuvor über die Art der Signaturen, über Zertifikate und Schlüssel gesagt ist, gilt dafür nicht.',
    only: 'Vor der Unterschrift wurde jeder Unterzeichner gegenüber diesem Dienst so identifiziert, wie auf den folgenden Seiten angegeben. Jede Signatur (PAdES, ETSI EN 319 142-1) trägt einen Zeitstempel nach RFC 3161 und ihre Validierungsdaten. Das elektronische Siegel des Dienstes, dessen Erscheinungsbild diese Seiten sind, und der danach angebrachte Archivzeitstempel bringen die Datei auf PAdES-BASELINE-LTA; der Dienst prüft dieses Niveau, bevor er das Dokument für abgeschlossen erklärt.',
  },
}
