/** The words about certificates of signers' own in Italian. */
import type { OwnWords } from './en.ts'

export const it: OwnWords = {
  consent: (service) =>
    `Firmo con un certificato mio, rilasciatomi da ${service}. La sua chiave resta lì e autorizzo questa sola firma sulla pagina di ${service}. Il livello della firma è quello indicato dal mio certificato; questo servizio non si pronuncia in merito.`,
  page: {
    legal: (service) =>
      `Dopo passerà a ${service}, dove confermerà la Sua identità e autorizzerà la firma con il Suo certificato. Poi tornerà qui.`,
    submit: (service) => `Continua su ${service}`,
    busy: 'Un momento…',
    reading: (service) => `Lettura dei Suoi certificati presso ${service}…`,
    choose: 'Con quale certificato firma?',
    issuer: (name, until) => `Rilasciato da ${name}, valido fino al ${until}`,
    differs:
      'Questo certificato non contiene il Suo nome come lo ha scritto il mittente. Il mittente vede questa differenza.',
    go: (service) => `Autorizza la firma presso ${service}`,
    signing: 'La Sua firma viene apposta. Richiede qualche secondo.',
    ended:
      'Non ha concluso presso il prestatore, è passato troppo tempo oppure ha continuato in un’altra finestra. Non è stato firmato nulla: firmi di nuovo.',
    unusable:
      'Il Suo certificato non può firmare: presso il prestatore non ce n’è nessuno, oppure non è valido, è stato revocato, non è destinato alle firme o non è intestato al nome richiesto dal mittente. Non è stato firmato nulla.',
    unavailable:
      'Il prestatore del certificato non ha risposto come dovrebbe. Non è stato firmato nulla: riprovi tra qualche minuto.',
    returning: 'Un momento, sta tornando al documento…',
    lost: 'Il documento non si trova in questa finestra. Apra di nuovo il link della Sua e-mail e firmi ancora: non è stato firmato nulla.',
  },
  proof: {
    heading: 'Certificati propri dei firmatari',
    label: 'Certificato proprio',
    text: (holder, service) => `${holder} – chiave custodita da ${service}`,
    differs: 'non contiene il nome indicato dal mittente',
    cover: (holder, issuer, service) =>
      `Certificato di ${holder}, rilasciato da ${issuer} (${service}).`,
    unstated: 'Il suo stato non è indicato qui.',
    level: (claim) => `Livello: ${claim}.`,
    own: (names) =>
      `${names}: firma con un certificato rilasciato da un altro prestatore, come indicato sotto; quel prestatore custodisce la chiave. Il livello di tale firma risulta dal suo certificato e dagli elenchi di fiducia: questo servizio non si pronuncia in merito.`,
    except:
      'Quanto detto prima sulla natura delle firme, sui certificati e sulle chiavi non vi si applica.',
    only: 'Prima di firmare, ogni firmatario è stato identificato presso questo servizio come indicato nelle pagine seguenti. Ogni firma (PAdES, ETSI EN 319 142-1) reca una marca temporale RFC 3161 e i suoi dati di convalida. Il sigillo elettronico del servizio, di cui queste pagine sono l’aspetto, e la marca temporale di archivio apposta dopo portano il file a PAdES-BASELINE-LTA; il servizio verifica tale livello prima di dichiarare completato il documento.',
  },
}
