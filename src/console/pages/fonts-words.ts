/** The texts of the page "Fonts". */
import type { FontStyle } from '../../docx/embedded-fonts/uploaded-font.ts'
import type { Locale } from '../../pages/locale.ts'
import type { Words } from '../words.ts'

const en = {
  title: 'Fonts',
  text: 'Documents of your account that name one of these fonts are drawn with it and embed it. No other account ever gets it.',
  link: 'Fonts of your own',
  linkText: 'The typeface of your house, for your documents alone.',
  list: 'Your fonts',
  held: (held: number, most: number) => `${held} of ${most}`,
  empty: 'No font yet',
  emptyText: 'Word’s usual fonts are there already. Add the ones that only your house has.',
  add: 'Add a font',
  addText:
    'One file for each face: regular, bold, italic, bold italic. The licence bits of the file are obeyed; check that your licence covers documents made by a service.',
  file: 'Font file',
  fileHint: (size: string) => `A .ttf or .otf of at most ${size}.`,
  fileDrop: 'Drop the .ttf or .otf here, or choose it',
  fileOver: (size: string) => `The file is larger than ${size}, which is what your plan allows.`,
  fileMissing: 'Choose a font file (.ttf or .otf).',
  save: 'Check and save',
  refused: 'The font was not saved',
  remove: 'Delete',
  removeText: 'Documents that name it will be drawn with another font, and say so in a warning.',
  removeDo: 'Delete this font',
  styles: { regular: 'regular', bold: 'bold', italic: 'italic', bold_italic: 'bold italic' },
}

type FontWords = Omit<typeof en, 'styles'> & { styles: Record<FontStyle, string> }

const WORDS: Words<FontWords> = {
  en,
  fr: {
    title: 'Polices',
    text: 'Les documents de votre compte qui nomment l’une de ces polices sont dessinés avec elle et l’incorporent. Aucun autre compte ne l’obtient.',
    link: 'Vos propres polices',
    linkText: 'La police de votre maison, pour vos seuls documents.',
    list: 'Vos polices',
    held: (held, most) => `${held} sur ${most}`,
    empty: 'Aucune police pour l’instant',
    emptyText:
      'Les polices usuelles de Word sont déjà là. Ajoutez celles que votre maison est seule à avoir.',
    add: 'Ajouter une police',
    addText:
      'Un fichier par face : normal, gras, italique, gras italique. Les bits de licence du fichier sont respectés ; vérifiez que votre licence couvre les documents produits par un service.',
    file: 'Fichier de police',
    fileHint: (size) => `Un .ttf ou .otf de ${size} au plus.`,
    fileDrop: 'Déposez le .ttf ou .otf ici, ou choisissez-le',
    fileOver: (size) => `Le fichier dépasse ${size}, ce que permet votre offre.`,
    fileMissing: 'Choisissez un fichier de police (.ttf ou .otf).',
    save: 'Vérifier et enregistrer',
    refused: 'La police n’a pas été enregistrée',
    remove: 'Supprimer',
    removeText:
      'Les documents qui la nomment seront dessinés avec une autre police, et un avertissement le dira.',
    removeDo: 'Supprimer cette police',
    styles: { regular: 'normal', bold: 'gras', italic: 'italique', bold_italic: 'gras italique' },
  },
}

/** The texts in a language. */
export const fontWords = (locale: Locale): FontWords => WORDS[locale]
