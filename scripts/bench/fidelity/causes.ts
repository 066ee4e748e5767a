const REFRESHED =
  'Word made its contents, title and date anew when it printed; we keep what the file holds.'
const HANGUL =
  'lines stand where Word’s do; the letters of Hangul are drawn by another font, and Word breaks a few lines between other syllables.'
const LEADERS =
  'Word stands the dots of all lines of the contents in the same columns, LibreOffice begins them where each text ends.'

const DIAGRAM =
  'a diagram (SmartArt), whose shapes LibreOffice does not draw here; Word draws five boxes.'

/** What was seen to be the cause where a page differs much from Word's, by the name of the file. */
export const CAUSES: Readonly<Record<string, string>> = {
  'office2p-02': HANGUL,
  'office2p-03': HANGUL,
  'office2p-06': HANGUL,
  'office2p-10': HANGUL,
  'dx-case13':
    'the same words in every line, which stand 0.2 to 0.4 points higher; the letters are other drawings of the same widths.',
  'asvs-11':
    'lines in Chinese are lower than in Word, 61 pages for 75: the file names no font for them, and Word took Microsoft JhengHei, whose lines are 1.73 times as high as the size.',
  'geodcata-01': LEADERS,
  'geodcata-02': LEADERS,
  'fixpspec-01': LEADERS,
  'fixorche-01': LEADERS,
  'fixorche-06': LEADERS,
  'dx-case37': DIAGRAM,
  'fixpspec-03': REFRESHED,
  'fixorche-03': REFRESHED,
}
