/** The words of the page that lists the files of a request with several. */
import type { Language } from '../../kernel/languages.ts'

interface Several {
  files: number
  /** Of the request. */
  name: string
  id: string
}

interface FilesWords {
  title: string
  file: (number: number) => string
  text: (several: Several) => string
}

/** In every language. */
export const FILES_WORDS: Record<Language, FilesWords> = {
  en: {
    title: 'The files of this request',
    file: (number) => `File ${number}`,
    text: ({ files, name, id }) =>
      `Every signer signed these ${files} files in one go, as one request: “${name}”, reference ${id}. Each file has a signature of every signer, the seal of the service and an archive time-stamp of its own. The whole proof certificate, which covers all of them, is a file of its own; its pages are also at the end of file 1, unless others had signed that file before.`,
  },
  fr: {
    title: 'Les fichiers de cette demande',
    file: (number) => `Fichier ${number}`,
    text: ({ files, name, id }) =>
      `Chaque signataire a signé ces ${files} fichiers en une seule fois, comme une seule demande : « ${name} », référence ${id}. Chaque fichier porte une signature de chaque signataire, le cachet du service et son propre horodatage d’archivage. Le certificat de preuve complet, qui vaut pour tous, est un fichier séparé ; ses pages sont aussi à la fin du fichier 1, sauf si d’autres l’avaient déjà signé.`,
  },
  de: {
    title: 'Die Dateien dieser Anfrage',
    file: (number) => `Datei ${number}`,
    text: ({ files, name, id }) =>
      `Jede unterzeichnende Person hat diese ${files} Dateien in einem Zug unterzeichnet, als eine Anfrage: „${name}“, Referenz ${id}. Jede Datei trägt eine Signatur jeder unterzeichnenden Person, das Siegel des Dienstes und einen eigenen Archivzeitstempel. Das vollständige Nachweiszertifikat, das für alle gilt, ist eine eigene Datei; seine Seiten stehen auch am Ende von Datei 1, sofern diese nicht schon vorher von anderen signiert war.`,
  },
  es: {
    title: 'Los archivos de esta solicitud',
    file: (number) => `Archivo ${number}`,
    text: ({ files, name, id }) =>
      `Cada firmante firmó estos ${files} archivos de una sola vez, como una única solicitud: «${name}», referencia ${id}. Cada archivo lleva una firma de cada firmante, el sello del servicio y su propio sello de tiempo de archivo. El certificado de prueba completo, que vale para todos, es un archivo aparte; sus páginas están también al final del archivo 1, salvo que otros lo hubieran firmado antes.`,
  },
  it: {
    title: 'I file di questa richiesta',
    file: (number) => `File ${number}`,
    text: ({ files, name, id }) =>
      `Ogni firmatario ha firmato questi ${files} file in una sola volta, come un’unica richiesta: «${name}», riferimento ${id}. Ogni file ha una firma di ogni firmatario, il sigillo del servizio e una propria marca temporale di archiviazione. Il certificato di prova completo, che vale per tutti, è un file a parte; le sue pagine sono anche alla fine del file 1, salvo che altri lo avessero già firmato.`,
  },
  nl: {
    title: 'De bestanden van dit verzoek',
    file: (number) => `Bestand ${number}`,
    text: ({ files, name, id }) =>
      `Elke ondertekenaar heeft deze ${files} bestanden in één keer ondertekend, als één verzoek: “${name}”, referentie ${id}. Elk bestand heeft een handtekening van elke ondertekenaar, het zegel van de dienst en een eigen archieftijdstempel. Het volledige bewijscertificaat, dat voor alle bestanden geldt, is een apart bestand; de pagina’s ervan staan ook aan het eind van bestand 1, tenzij anderen dat al eerder hadden ondertekend.`,
  },
  pl: {
    title: 'Pliki tego wniosku',
    file: (number) => `Plik ${number}`,
    text: ({ files, name, id }) =>
      `Każda osoba podpisująca podpisała te pliki (${files}) jednocześnie, w ramach jednego wniosku: „${name}”, numer ${id}. Każdy plik ma podpis każdej osoby, pieczęć usługi i własny archiwalny znacznik czasu. Pełny certyfikat dowodowy, obejmujący wszystkie pliki, jest osobnym plikiem; jego strony są też na końcu pliku 1, chyba że inni podpisali go wcześniej.`,
  },
  pt: {
    title: 'Os ficheiros deste pedido',
    file: (number) => `Ficheiro ${number}`,
    text: ({ files, name, id }) =>
      `Cada signatário assinou estes ${files} ficheiros de uma só vez, como um único pedido: «${name}», referência ${id}. Cada ficheiro tem uma assinatura de cada signatário, o selo do serviço e o seu próprio selo temporal de arquivo. O certificado de prova completo, que vale para todos, é um ficheiro à parte; as suas páginas estão também no fim do ficheiro 1, salvo se outros já o tivessem assinado.`,
  },
}
