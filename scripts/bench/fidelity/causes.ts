const REFRESHED =
  'Word made its contents, title and date anew when it printed; we keep what the file holds.'
const HANGUL =
  'lines stand where Word’s do; the letters of Hangul are drawn by another font, and Word breaks a few lines between other syllables.'
const LEADERS =
  'each line of the contents stands a fraction of a point off, and Word aligns the dots to a grid; neither can be set in LibreOffice.'

/** What was seen to be the cause where a page differs much from Word's, by the name of the file. */
export const CAUSES: Readonly<Record<string, string>> = {
  'office2p-02': HANGUL,
  'office2p-03': HANGUL,
  'office2p-06': HANGUL,
  'office2p-10': HANGUL,
  'dx-case13':
    'the same words in every line, which stand 0.2 to 0.4 points higher; the letters are other drawings of the same widths.',
  'asvs-11':
    'Chinese lines are lower than in Word, 61 pages for 75; an open font with those heights is missing.',
  'geodcata-01': LEADERS,
  'geodcata-02': LEADERS,
  'fixpspec-01': LEADERS,
  'fixpspec-03': REFRESHED,
  'fixorche-03': REFRESHED,
}
