/** The texts common to all pages, in each language. */
import type { Language } from '../kernel/languages.ts'

const en = {
  languages: 'Language',
  skip: 'Go to the content',
  tagline: 'Electronic signature',
  verify: 'Check a signed document',
  about: 'About this service',
  noScript: 'This page needs JavaScript. Switch it on in your browser, then load the page again.',
  close: 'Close',
}

/** The keys of the common words. */
type CommonWords = typeof en

const fr: CommonWords = {
  languages: 'Langue',
  skip: 'Aller au contenu',
  tagline: 'Signature électronique',
  verify: 'Vérifier un document signé',
  about: 'À propos de ce service',
  noScript:
    'Cette page a besoin de JavaScript. Activez-le dans votre navigateur, puis rechargez la page.',
  close: 'Fermer',
}

const de: CommonWords = {
  languages: 'Sprache',
  skip: 'Zum Inhalt',
  tagline: 'Elektronische Signatur',
  verify: 'Ein unterschriebenes Dokument prüfen',
  about: 'Über diesen Dienst',
  noScript:
    'Diese Seite benötigt JavaScript. Schalten Sie es in Ihrem Browser ein und laden Sie die Seite neu.',
  close: 'Schließen',
}

const es: CommonWords = {
  languages: 'Idioma',
  skip: 'Ir al contenido',
  tagline: 'Firma electrónica',
  verify: 'Verificar un documento firmado',
  about: 'Acerca de este servicio',
  noScript:
    'Esta página necesita JavaScript. Actívelo en su navegador y vuelva a cargar la página.',
  close: 'Cerrar',
}

const it: CommonWords = {
  languages: 'Lingua',
  skip: 'Vai al contenuto',
  tagline: 'Firma elettronica',
  verify: 'Verificare un documento firmato',
  about: 'Informazioni su questo servizio',
  noScript: 'Questa pagina richiede JavaScript. Lo attivi nel browser, poi ricarichi la pagina.',
  close: 'Chiudi',
}

const nl: CommonWords = {
  languages: 'Taal',
  skip: 'Naar de inhoud',
  tagline: 'Elektronische handtekening',
  verify: 'Een ondertekend document controleren',
  about: 'Over deze dienst',
  noScript:
    'Deze pagina heeft JavaScript nodig. Schakel het in uw browser in en laad de pagina opnieuw.',
  close: 'Sluiten',
}

const pt: CommonWords = {
  languages: 'Idioma',
  skip: 'Ir para o conteúdo',
  tagline: 'Assinatura eletrónica',
  verify: 'Verificar um documento assinado',
  about: 'Sobre este serviço',
  noScript: 'Esta página precisa de JavaScript. Ative-o no navegador e volte a carregar a página.',
  close: 'Fechar',
}

const pl: CommonWords = {
  languages: 'Język',
  skip: 'Przejdź do treści',
  tagline: 'Podpis elektroniczny',
  verify: 'Sprawdź podpisany dokument',
  about: 'O usłudze',
  noScript:
    'Ta strona wymaga JavaScriptu. Proszę włączyć go w przeglądarce i ponownie wczytać stronę.',
  close: 'Zamknij',
}

const WORDS: Readonly<Record<Language, CommonWords>> = { en, fr, de, es, it, nl, pt, pl }

/** The common words of a language. */
export const commonWords = (language: Language): CommonWords => WORDS[language]
