/** What is said of a font file that cannot be used, in both languages. */
import type { UploadFinding } from '../docx/embedded-fonts/uploaded-font.ts'
import { AppError } from '../kernel/errors.ts'

interface Words {
  detail: string
  detailFr: string
  fix: string
  fixFr: string
}

const CONVERT = {
  fix: 'Upload each face as a separate .ttf or .otf file; most publishers offer these too.',
  fixFr:
    'Envoyez chaque face dans un fichier à part, .ttf ou .otf ; l’éditeur de la police les propose le plus souvent aussi.',
}
const ANOTHER = {
  fix: 'Use a font whose licence allows embedding in documents, or ask its publisher for a file that does.',
  fixFr:
    'Utilisez une police dont la licence permet l’incorporation dans des documents, ou demandez à son éditeur un fichier qui la permet.',
}

const WORDS: Readonly<Record<UploadFinding, Words>> = {
  collection: {
    detail: 'The file is a collection of fonts (.ttc).',
    detailFr: 'Le fichier est une collection de polices (.ttc).',
    ...CONVERT,
  },
  woff: {
    detail: 'The file is a web font (WOFF or WOFF2).',
    detailFr: 'Le fichier est une police web (WOFF ou WOFF2).',
    ...CONVERT,
  },
  not_a_font: {
    detail: 'The file is not a TrueType or OpenType font.',
    detailFr: 'Le fichier n’est pas une police TrueType ou OpenType.',
    ...CONVERT,
  },
  too_large: {
    detail: 'The font is larger than 24 MB.',
    detailFr: 'La police dépasse 24 Mo.',
    fix: 'Use a version of the font for fewer languages.',
    fixFr: 'Utilisez une version de la police qui couvre moins de langues.',
  },
  damaged: {
    detail:
      'The font is damaged: a table is missing, lies outside the file or overlaps another, or its outlines are invalid.',
    detailFr:
      'La police est endommagée : une table manque, dépasse du fichier ou en chevauche une autre, ou ses contours ne sont pas valides.',
    fix: 'Download the font again from its publisher.',
    fixFr: 'Téléchargez de nouveau la police chez son éditeur.',
  },
  no_family: {
    detail: 'The font has no family name that Word can show (name 1, at most 80 plain characters).',
    detailFr:
      'La police n’a pas de nom de famille que Word puisse afficher (nom 1, 80 caractères ordinaires au plus).',
    fix: 'Ask the font’s publisher to correct the name.',
    fixFr: 'Demandez à l’éditeur de la police de corriger le nom.',
  },
  restricted: {
    detail: 'Its publisher forbids embedding: fsType has bit 1 (0x0002, restricted licence).',
    detailFr:
      'Son éditeur interdit l’incorporation : fsType a le bit 1 (0x0002, licence restreinte).',
    ...ANOTHER,
  },
  no_subsets: {
    detail:
      'Its publisher forbids subsetting, but a PDF contains a subset: fsType has bit 8 (0x0100, no subsetting).',
    detailFr:
      'Son éditeur interdit les sous-ensembles, or un PDF en contient : fsType a le bit 8 (0x0100).',
    ...ANOTHER,
  },
  bitmaps_only: {
    detail:
      'Its publisher allows bitmap embedding only, but a PDF contains outlines: fsType has bit 9 (0x0200, bitmap embedding only).',
    detailFr:
      'Son éditeur n’autorise que les bitmaps, or un PDF contient des contours : fsType a le bit 9 (0x0200).',
    ...ANOTHER,
  },
}
const LICENCE: ReadonlySet<UploadFinding> = new Set(['restricted', 'no_subsets', 'bitmaps_only'])

/** `font_forbidden` where the licence bits say so, `font_invalid` otherwise. */
export function fontProblem(finding: UploadFinding): AppError {
  const words = WORDS[finding]
  const errors = [{ pointer: '/font', code: finding, ...words }]
  const code = LICENCE.has(finding) ? 'font_forbidden' : 'font_invalid'
  return new AppError(code, `${words.detail} ${words.fix}`, { errors })
}
