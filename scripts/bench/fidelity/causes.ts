const REFRESHED =
  'Word made its contents, title and date anew when it printed; we keep what the file holds.'
const HANGUL =
  'lines stand where Word’s do; the letters of Hangul are drawn by another font, and Word breaks a few lines between other syllables.'
const ONLINE =
  'this PDF was made by Word’s online service, which sets dots and widths by quarters of a point; ours stand as in Word for Windows, which sets them by 600 dots per inch. The file does not say which one will print it.'
const LINES =
  'lines of Verdana with a table of contents that come to 20.15 points each here, to 19.97 in Word; why was not found.'
const ROUNDED =
  'LibreOffice keeps heights of lines in whole twentieths of a point: 14.80 points a line where Word has 14.83 on average, a point and a half at the end of the page.'

const DIAGRAM =
  'a diagram (SmartArt) without its drawing: LibreOffice shows the nine shapes that are stored, Word lays it out anew.'

/** What was seen to be the cause where a page differs much from Word's, by the name of the file. */
export const CAUSES: Readonly<Record<string, string>> = {
  'office2p-02': HANGUL,
  'office2p-03': HANGUL,
  'office2p-06': HANGUL,
  'office2p-10': HANGUL,
  'dx-case13': ROUNDED,
  'asvs-11':
    'lines in Chinese are lower than in Word, 61 pages for 75: the file names no font for them, and Word took Microsoft JhengHei, whose lines are 1.73 times as high as the size.',
  'geodcata-01': LINES,
  'geodcata-02': LINES,
  'fixpspec-01': ONLINE,
  'fixorche-01': ONLINE,
  'fixorche-06': ONLINE,
  'fixorche-07': ONLINE,
  'fixorche-10': ONLINE,
  'dx-case11': ROUNDED,
  'dx-case37': DIAGRAM,
  'fixpspec-03': REFRESHED,
  'fixorche-03': REFRESHED,
}
