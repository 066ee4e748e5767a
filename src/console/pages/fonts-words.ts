/** The texts of the page "Fonts". */
import type { FontStyle } from '../../docx/embedded-fonts/uploaded-font.ts'
import type { Locale } from '../../kernel/languages.ts'
import type { Words } from '../words.ts'

const en = {
  title: 'Fonts',
  text: 'Documents of your account that use one of these fonts are set in it and embed it. No other account ever gets it.',
  link: 'Fonts of your own',
  linkText: 'Your company’s typeface, for your documents only.',
  list: 'Your fonts',
  held: (held: number, most: number) => `${held} of ${most}`,
  empty: 'No font yet',
  emptyText: 'Word’s usual fonts are already there. Add the ones that only your company has.',
  add: 'Add a font',
  addText:
    'One file per style: regular, bold, italic, bold italic. The embedding permissions in the file are respected; check that your licence covers documents made by a service.',
  file: 'Font file',
  fileHint: (size: string) => `A .ttf or .otf of at most ${size}.`,
  fileDrop: 'Drop the .ttf or .otf here, or choose it',
  fileOver: (size: string) => `The file is larger than ${size}, which is what your plan allows.`,
  fileMissing: 'Choose a font file (.ttf or .otf).',
  save: 'Check and save',
  refused: 'The font was not saved',
  remove: 'Delete',
  removeText: 'Documents that use it will be set in another font, with a warning.',
  removeDo: 'Delete this font',
  styles: { regular: 'regular', bold: 'bold', italic: 'italic', bold_italic: 'bold italic' },
}

type FontWords = Omit<typeof en, 'styles'> & { styles: Record<FontStyle, string> }

const WORDS: Words<FontWords> = {
  en,
  fr: {
    title: 'Polices',
    text: 'Les documents de votre compte qui emploient l’une de ces polices sont composés avec elle et l’incorporent. Aucun autre compte n’y a accès.',
    link: 'Vos propres polices',
    linkText: 'La police de votre entreprise, pour vos seuls documents.',
    list: 'Vos polices',
    held: (held, most) => `${held} sur ${most}`,
    empty: 'Aucune police pour l’instant',
    emptyText:
      'Les polices usuelles de Word sont déjà là. Ajoutez celles qui sont propres à votre entreprise.',
    add: 'Ajouter une police',
    addText:
      'Un fichier par style : normal, gras, italique, gras italique. Les autorisations d’incorporation inscrites dans le fichier sont respectées ; vérifiez que votre licence couvre les documents produits par un service.',
    file: 'Fichier de police',
    fileHint: (size) => `Un .ttf ou .otf de ${size} au plus.`,
    fileDrop: 'Déposez le .ttf ou .otf ici, ou choisissez-le',
    fileOver: (size) => `Le fichier dépasse ${size}, ce que permet votre offre.`,
    fileMissing: 'Choisissez un fichier de police (.ttf ou .otf).',
    save: 'Vérifier et enregistrer',
    refused: 'La police n’a pas été enregistrée',
    remove: 'Supprimer',
    removeText:
      'Les documents qui l’emploient seront composés avec une autre police, avec un avertissement.',
    removeDo: 'Supprimer cette police',
    styles: { regular: 'normal', bold: 'gras', italic: 'italique', bold_italic: 'gras italique' },
  },
}

/** The texts in a language. */
export const fontWords = (locale: Locale): FontWords => WORDS[locale]
