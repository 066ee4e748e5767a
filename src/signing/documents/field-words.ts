/** What assistive technology reads out at a signature field, and the title of an added page, in every language. */
import type { Language } from '../../kernel/languages.ts'

interface FieldWords {
  signer: (name: string) => string
  seal: (page: number) => string
  /** The seal by a key of another provider. */
  outer: (name: string) => string
  stamp: string
  /** Title of the page for signatures without a place of their own. */
  sheet: string
}

/** The descriptions of signature fields. */
export const FIELD_WORDS: Readonly<Record<Language, FieldWords>> = {
  en: {
    signer: (name) => `Signature of ${name}`,
    seal: (page) => `Seal of the service: proof certificate, page ${page}`,
    outer: (name) => `Seal of ${name}`,
    stamp: 'Archive time-stamp',
    sheet: 'Signatures',
  },
  fr: {
    signer: (name) => `Signature de ${name}`,
    seal: (page) => `Cachet du service : certificat de preuve, page ${page}`,
    outer: (name) => `Cachet de ${name}`,
    stamp: 'Horodatage d’archivage',
    sheet: 'Signatures',
  },
  de: {
    signer: (name) => `Signatur von ${name}`,
    seal: (page) => `Siegel des Dienstes: Nachweiszertifikat, Seite ${page}`,
    outer: (name) => `Siegel: ${name}`,
    stamp: 'Archivzeitstempel',
    sheet: 'Unterschriften',
  },
  es: {
    signer: (name) => `Firma de ${name}`,
    seal: (page) => `Sello del servicio: certificado de prueba, página ${page}`,
    outer: (name) => `Sello de ${name}`,
    stamp: 'Sello de tiempo de archivo',
    sheet: 'Firmas',
  },
  it: {
    signer: (name) => `Firma di ${name}`,
    seal: (page) => `Sigillo del servizio: certificato di prova, pagina ${page}`,
    outer: (name) => `Sigillo di ${name}`,
    stamp: 'Marca temporale di archiviazione',
    sheet: 'Firme',
  },
  nl: {
    signer: (name) => `Handtekening van ${name}`,
    seal: (page) => `Zegel van de dienst: bewijscertificaat, pagina ${page}`,
    outer: (name) => `Zegel van ${name}`,
    stamp: 'Archieftijdstempel',
    sheet: 'Handtekeningen',
  },
  pt: {
    signer: (name) => `Assinatura de ${name}`,
    seal: (page) => `Selo do serviço: certificado de prova, página ${page}`,
    outer: (name) => `Selo de ${name}`,
    stamp: 'Selo temporal de arquivo',
    sheet: 'Assinaturas',
  },
  pl: {
    signer: (name) => `Podpis: ${name}`,
    seal: (page) => `Pieczęć usługi: certyfikat dowodowy, strona ${page}`,
    outer: (name) => `Pieczęć: ${name}`,
    stamp: 'Archiwalny znacznik czasu',
    sheet: 'Podpisy',
  },
}
