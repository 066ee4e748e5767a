/** Drawings of Word for tests: any kind, and SmartArt with the parts that it needs. */
import { docxOf } from './docx-package.ts'

/** An inline drawing of 5 × 2.5 cm, named `Sketch 1`. @param uri of its kind */
export const drawingXml = (uri: string, inside: string): string =>
  '<w:drawing><wp:inline><wp:extent cx="1800000" cy="900000"/><wp:docPr id="1" name="Sketch 1"/>' +
  '<a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main">' +
  `<a:graphicData uri="${uri}">${inside}</a:graphicData></a:graphic></wp:inline></w:drawing>`

const DGM = 'http://schemas.openxmlformats.org/drawingml/2006/diagram'
const DSP = 'http://schemas.microsoft.com/office/drawing/2008/diagram'
const A = 'http://schemas.openxmlformats.org/drawingml/2006/main'
const MICROSOFT = 'http://schemas.microsoft.com/office/2007/relationships'

const dataXml = (end: string): string =>
  `<dgm:dataModel xmlns:dgm="${DGM}" xmlns:a="${A}"><dgm:ptLst><dgm:pt modelId="0" type="doc"><dgm:prSet/><dgm:spPr/></dgm:pt></dgm:ptLst>` +
  `<dgm:cxnLst/><dgm:bg/><dgm:whole/>${end}</dgm:dataModel>`
const NAME = `<dgm:extLst><a:ext uri="${DSP}"><dsp:dataModelExt xmlns:dsp="${DSP}" relId="rIdDrawing"/></a:ext></dgm:extLst>`
const DRAWING =
  `<dsp:drawing xmlns:dsp="${DSP}" xmlns:a="${A}"><dsp:spTree><dsp:sp><dsp:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="1700000" cy="800000"/></a:xfrm>` +
  '<a:prstGeom prst="ellipse"><a:avLst/></a:prstGeom><a:solidFill><a:srgbClr val="70AD47"/></a:solidFill></dsp:spPr>' +
  '<dsp:txBody><a:bodyPr/><a:p><a:r><a:rPr lang="en-US" sz="1000"/><a:t>Start</a:t></a:r></a:p></dsp:txBody></dsp:sp></dsp:spTree></dsp:drawing>'

/** A document of one SmartArt; `drawing`: Word's drawing of it is there; `named`: the data name it. */
export function smartArtDocx({ drawing, named }: { drawing: boolean; named: boolean }): Buffer {
  const kinds = ['Data', 'Layout', 'QuickStyle', 'Colors']
  const ids = ['dm', 'lo', 'qs', 'cs'].map((name, at) => `r:${name}="rId${kinds[at]}"`)
  const shown = `<dgm:relIds xmlns:dgm="${DGM}" ${ids.join(' ')}/>`
  return docxOf({
    body: `<w:p><w:r>${drawingXml(DGM, shown)}</w:r></w:p>`,
    rels: [
      ...kinds.map((kind) => ({
        id: `rId${kind}`,
        type: `diagram${kind}`,
        target: `diagrams/${kind.toLowerCase()}1.xml`,
      })),
      ...(drawing
        ? [
            {
              id: 'rIdDrawing',
              type: `${MICROSOFT}/diagramDrawing`,
              target: 'diagrams/drawing1.xml',
            },
          ]
        : []),
    ],
    files: {
      'word/diagrams/data1.xml': dataXml(named ? NAME : ''),
      'word/diagrams/layout1.xml': `<dgm:layoutDef xmlns:dgm="${DGM}"/>`,
      'word/diagrams/quickstyle1.xml': `<dgm:styleDef xmlns:dgm="${DGM}"/>`,
      'word/diagrams/colors1.xml': `<dgm:colorsDef xmlns:dgm="${DGM}"/>`,
      ...(drawing && { 'word/diagrams/drawing1.xml': DRAWING }),
    },
  })
}
