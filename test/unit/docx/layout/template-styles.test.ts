import { expect, it } from 'vitest'
import { unlinkStyles } from '../../../../src/docx/layout/broken-links.ts'

it('keeps the styles of the document where its template would replace them', () => {
  const settings = (link: string): string =>
    `<w:settings><w:attachedTemplate r:id="rId1"/>${link}<w:stylePaneFormatFilter w:val="0004"/></w:settings>`
  for (const link of [
    '<w:linkStyles/>',
    '<w:linkStyles w:val="true" />',
    '<w:linkStyles></w:linkStyles>',
  ])
    expect(unlinkStyles(settings(link))).toBe(settings(''))
  expect(unlinkStyles(settings(''))).toBe(settings(''))
})
