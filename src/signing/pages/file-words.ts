/** The words of the signer's page for a request with several files. */
import type { Language } from '../../kernel/languages.ts'

interface FilesPageWords {
  /** Of the list of files. */
  label: string
  /** What one signature, or one approval, is for. */
  together: (files: number) => string
  approved: (files: number) => string
  pages: (pages: number) => string
}

/** In every language. */
export const FILES_PAGE_WORDS: Record<Language, FilesPageWords> = {
  en: {
    label: 'Files',
    together: (files) =>
      `There are ${files} files, one after the other. You sign all of them at once.`,
    approved: (files) =>
      `There are ${files} files, one after the other. You approve all of them at once.`,
    pages: (pages) => `${pages} ${pages > 1 ? 'pages' : 'page'}`,
  },
  fr: {
    label: 'Fichiers',
    together: (files) =>
      `Il y a ${files} fichiers, l’un après l’autre. Vous les signez tous en une seule fois.`,
    approved: (files) =>
      `Il y a ${files} fichiers, l’un après l’autre. Vous les approuvez tous en une seule fois.`,
    pages: (pages) => `${pages} ${pages > 1 ? 'pages' : 'page'}`,
  },
  de: {
    label: 'Dateien',
    together: (files) =>
      `Es sind ${files} Dateien, eine nach der anderen. Sie unterschreiben alle auf einmal.`,
    approved: (files) =>
      `Es sind ${files} Dateien, eine nach der anderen. Sie genehmigen alle auf einmal.`,
    pages: (pages) => `${pages} ${pages > 1 ? 'Seiten' : 'Seite'}`,
  },
  es: {
    label: 'Archivos',
    together: (files) => `Hay ${files} archivos, uno tras otro. Los firma todos a la vez.`,
    approved: (files) => `Hay ${files} archivos, uno tras otro. Los aprueba todos a la vez.`,
    pages: (pages) => `${pages} ${pages > 1 ? 'páginas' : 'página'}`,
  },
  it: {
    label: 'File',
    together: (files) => `Ci sono ${files} file, uno dopo l’altro. Li firma tutti insieme.`,
    approved: (files) => `Ci sono ${files} file, uno dopo l’altro. Li approva tutti insieme.`,
    pages: (pages) => `${pages} ${pages > 1 ? 'pagine' : 'pagina'}`,
  },
  nl: {
    label: 'Bestanden',
    together: (files) =>
      `Er zijn ${files} bestanden, na elkaar. U ondertekent ze allemaal tegelijk.`,
    approved: (files) =>
      `Er zijn ${files} bestanden, na elkaar. U keurt ze allemaal tegelijk goed.`,
    pages: (pages) => `${pages} ${pages > 1 ? 'pagina’s' : 'pagina'}`,
  },
  pl: {
    label: 'Pliki',
    together: (files) =>
      `Liczba plików: ${files}, jeden po drugim. Podpisują Państwo wszystkie jednocześnie.`,
    approved: (files) =>
      `Liczba plików: ${files}, jeden po drugim. Zatwierdzają Państwo wszystkie jednocześnie.`,
    pages: (pages) => `liczba stron: ${pages}`,
  },
  pt: {
    label: 'Ficheiros',
    together: (files) =>
      `Há ${files} ficheiros, um a seguir ao outro. Assina-os todos de uma só vez.`,
    approved: (files) =>
      `Há ${files} ficheiros, um a seguir ao outro. Aprova-os todos de uma só vez.`,
    pages: (pages) => `${pages} ${pages > 1 ? 'páginas' : 'página'}`,
  },
}
