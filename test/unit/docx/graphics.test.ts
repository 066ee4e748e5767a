/** Drawings that LibreOffice does not show are told; SmartArt is led to the drawing that Word stored. */
import { describe, expect, test } from 'vitest'
import { openTemplate } from '../../../src/docx/engine/template-cache.ts'
import { mergeDocx } from '../../../src/docx/merge.ts'
import { docxOf, PNG_PIXEL, paragraph } from '../../support/docx-package.ts'
import { drawingXml, smartArtDocx } from '../../support/drawings.ts'

const either = (requires: string, choice: string, fallback?: string) =>
  `<mc:AlternateContent><mc:Choice Requires="${requires}">${choice}</mc:Choice>` +
  `${fallback === undefined ? '' : `<mc:Fallback>${fallback}</mc:Fallback>`}</mc:AlternateContent>`
const ink = drawingXml(
  'http://schemas.microsoft.com/office/word/2010/wordprocessingInk',
  '<w14:contentPart/>',
)
const chart = drawingXml('http://schemas.microsoft.com/office/drawing/2014/chartex', '<cx:chart/>')
const shape = drawingXml(
  'http://schemas.microsoft.com/office/word/2010/wordprocessingShape',
  '<wps:wsp/>',
)
const picture = drawingXml('http://schemas.openxmlformats.org/drawingml/2006/picture', '<pic:pic/>')

const NAMESPACES = ['mc', 'w14', 'wps', 'cx', 'am3d', 'dgm'].map(
  (name) => `xmlns:${name}="urn:${name}"`,
)
const body = (inside: string) => `<w:p ${NAMESPACES.join(' ')}><w:r>${inside}</w:r></w:p>`
const merged = (template: Uint8Array, converts = true) =>
  mergeDocx({
    ...{ template, data: {}, locale: 'en', timezone: 'UTC', missing: 'error' },
    ...{ pictures: new Map(), converts, level: 0 },
  })
const told = (template: Uint8Array, converts = true) => merged(template, converts).warnings

const CHART = 'http://schemas.openxmlformats.org/drawingml/2006/chart'
/** A document of one chart; `stored`: its part is there. */
const withChart = (stored: boolean) =>
  docxOf({
    body: body(drawingXml(CHART, `<c:chart xmlns:c="${CHART}" r:id="rIdChart"/>`)),
    rels: [{ id: 'rIdChart', type: 'chart', target: 'charts/chart1.xml' }],
    files: stored ? { 'word/charts/chart1.xml': `<c:chartSpace xmlns:c="${CHART}"/>` } : {},
  })

describe('a chart', () => {
  test('whose part is missing is told with its name', () => {
    expect(told(withChart(false))).toEqual([
      { code: 'content_removed', text: 'chart (Sketch 1)', part: 'word/document.xml' },
    ])
  })

  test('whose part is there is not told', () => {
    expect(told(withChart(true))).toEqual([])
  })
})

describe('a drawing', () => {
  test.each([
    ['ink', ink, 'ink (Sketch 1)'],
    ['ink without a picture of it', either('wpi', ink), 'ink (Sketch 1)'],
    ['a newer kind of chart', either('cx1', chart), 'chart (Sketch 1)'],
    ['of an unknown kind', drawingXml('urn:x:é/hologram', '<w:x/>'), 'hologram (Sketch 1)'],
  ])('that is not shown is told with its name: %s', (_, inside, text) => {
    const template = docxOf({ body: body(inside) })
    const expected = [{ code: 'content_removed', text, part: 'word/document.xml' }]
    expect(told(template)).toEqual(expected)
    expect(openTemplate(template).cleaned().warnings).toEqual(expected)
  })

  test.each([
    ['a picture', picture],
    ['a text box, whatever is beside it', either('wps', shape, '<w:pict/>')],
    ['a picture in the place of ink', either('wpi', ink, picture)],
    ['a picture in the place of a chart', either('cx1', chart, picture)],
    ['what has nothing to see', either('wp14', '<wp14:sizeRelH/>')],
  ])('that is shown is not told: %s', (_, inside) => {
    expect(told(docxOf({ body: body(inside) }))).toEqual([])
  })

  test('is in the .docx, so nothing is told of it there', () => {
    expect(told(docxOf({ body: body(ink) }), false)).toEqual([])
  })
})

describe('SmartArt', () => {
  const data = (docx: Uint8Array) => Buffer.from(docx).toString('utf8')

  test('is led to the drawing that Word stored of it', () => {
    const { docx, warnings } = merged(smartArtDocx({ drawing: true, named: false }))
    expect(warnings).toEqual([])
    expect(data(docx)).toContain('relId="rIdDrawing"')
  })

  test('that names its drawing stays as it is; a .docx always does', () => {
    const named = merged(smartArtDocx({ drawing: true, named: true }))
    expect(data(named.docx).match(/dataModelExt/g)).toHaveLength(1)
    const { docx } = merged(smartArtDocx({ drawing: true, named: false }), false)
    expect(data(docx)).not.toContain('dataModelExt')
  })

  test.each([true, false])('without a drawing is told (named: %s)', (named) => {
    expect(told(smartArtDocx({ drawing: false, named }))).toEqual([
      { code: 'content_removed', text: 'SmartArt (Sketch 1)', part: 'word/document.xml' },
    ])
  })
})

test('a 3D model is left out and its picture stays', () => {
  const model = drawingXml('urn:x/model3d', '<am3d:model3d r:embed="rId7"/>')
  const template = docxOf({
    body: body(either('am3d', model, picture)) + paragraph('after'),
    rels: [
      {
        id: 'rId7',
        type: 'http://schemas.microsoft.com/office/2017/06/relationships/model3d',
        target: 'media/cube.glb',
      },
      { id: 'rId8', type: 'image', target: 'media/i.png' },
    ],
    files: { 'word/media/cube.glb': 'glTF\u0002', 'word/media/i.png': PNG_PIXEL },
  })
  const { docx, warnings } = merged(template)
  expect(warnings).toEqual([
    { code: 'object_removed', text: 'media/cube.glb', part: 'word/document.xml' },
  ])
  const text = Buffer.from(docx).toString('latin1')
  expect([
    text.includes('<pic:pic/>'),
    text.includes('am3d:model3d'),
    text.includes('cube.glb'),
  ]).toEqual([true, false, false])
})

test('equations are told with how many there are, for a LibreOffice that does not draw them', () => {
  const equation = '<m:oMath><m:r><m:t>x</m:t></m:r></m:oMath>'
  const template = docxOf({
    body: `<w:p xmlns:m="urn:m"><m:oMathPara>${equation}</m:oMathPara>${equation}</w:p>`,
  })
  expect(told(template)).toEqual([
    { code: 'content_removed', text: 'equation', count: 2, part: 'word/document.xml' },
  ])
  expect(told(template, false)).toEqual([])
})
