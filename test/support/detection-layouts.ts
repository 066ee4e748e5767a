/** Pages to be signed, as people lay them out, each with the fields that a person would see on it. */
import { degrees, PDFName, PDFNumber, PDFString } from 'pdf-lib'
import { A4, drawn, type Layout, type Sheet } from './detection-sheet.ts'

/** Contract with two columns of labels and blanks. */
function twoColumns(sheet: Sheet): void {
  sheet.prose(80, 12)
  sheet.text('Fait à Paris, le 12 mars 2026, en deux exemplaires.', 60, 300)
  sheet.bold('Pour le Client', 60, 340)
  sheet.bold('Pour le Prestataire', 330, 340)
  sheet.text('Signature :', 60, 370)
  sheet.text('Signature :', 330, 370)
}

export const LAYOUTS: Readonly<Record<string, Layout>> = {
  'a French contract in two columns': {
    make: () => drawn(twoColumns),
    expected: [
      { kind: 'signature', source: 'anchor_word', within: [55, 365, 260, 90] },
      { kind: 'signature', source: 'anchor_word', within: [325, 365, 250, 90] },
    ],
  },
  'parties without the word signature': {
    make: () =>
      drawn((sheet) => {
        sheet.prose(80, 12)
        sheet.text('Fait à Lyon, le 3 avril 2026', 60, 300)
        sheet.bold('Le Bailleur', 60, 340)
        sheet.bold('Le Locataire', 330, 340)
      }),
    expected: [
      { kind: 'signature', source: 'anchor_word', within: [55, 340, 260, 90] },
      { kind: 'signature', source: 'anchor_word', within: [325, 340, 250, 90] },
    ],
  },
  'lu et approuvé with its note': {
    make: () =>
      drawn((sheet) => {
        sheet.prose(80, 6)
        sheet.text('Signature du client', 60, 240)
        sheet.text('(précédée de la mention « Lu et approuvé »)', 60, 254, 9)
      }),
    expected: [{ kind: 'signature', source: 'anchor_word', within: [55, 254, 260, 90] }],
  },
  'bon pour accord at the right': {
    make: () =>
      drawn((sheet) => {
        sheet.prose(80, 10)
        sheet.text('Bon pour accord', 350, 300)
        sheet.text('Date, cachet et signature', 350, 316)
      }),
    expected: [{ kind: 'signature', source: 'anchor_word', within: [345, 316, 230, 90] }],
  },
  'fait à with underscores': {
    make: () =>
      drawn((sheet) => {
        sheet.prose(80, 6)
        sheet.text('Fait à ____________________, le ____________________', 60, 240)
        sheet.text('Nom et prénom : ______________________________', 60, 280)
        sheet.text('Signature : ______________________________', 60, 340)
      }),
    expected: [
      { kind: 'text', source: 'rule', within: [85, 220, 135, 26] },
      { kind: 'date', source: 'rule', within: [225, 220, 140, 26] },
      { kind: 'name', source: 'rule', within: [135, 260, 200, 26] },
      { kind: 'signature', source: 'rule', within: [110, 290, 200, 56] },
    ],
  },
  'dotted leaders': {
    make: () =>
      drawn((sheet) => {
        sheet.text(
          'Nom du signataire .....................................................',
          60,
          200,
        )
        sheet.text('Date ...............................', 60, 240)
        sheet.text(
          'Signature ..............................................................',
          60,
          310,
        )
        sheet.text('Signature électronique .......................................... 12', 60, 420)
      }),
    expected: [
      { kind: 'name', source: 'rule', within: [140, 180, 180, 26] },
      { kind: 'date', source: 'rule', within: [84, 220, 110, 26] },
      { kind: 'signature', source: 'rule', within: [109, 260, 200, 56] },
    ],
  },
  'an English signature block under lines': {
    make: () =>
      drawn((sheet) => {
        sheet.prose(80, 6)
        sheet.text('IN WITNESS WHEREOF, the parties have executed this Agreement.', 60, 220)
        sheet.line(60, 330, 270, 330)
        sheet.text('Authorised signature', 60, 342, 9)
        sheet.line(60, 390, 270, 390)
        sheet.text('Printed name', 60, 402, 9)
        sheet.line(330, 330, 535, 330)
        sheet.text('Authorized Signatory', 330, 342, 9)
        sheet.line(330, 390, 535, 390)
        sheet.text('Date', 330, 402, 9)
      }),
    expected: [
      { kind: 'signature', source: 'rule', within: [58, 280, 215, 52] },
      { kind: 'signature', source: 'rule', within: [328, 280, 210, 52] },
      { kind: 'name', source: 'rule', within: [58, 365, 215, 27] },
      { kind: 'date', source: 'rule', within: [328, 365, 210, 27] },
    ],
  },
  'by, name, title with drawn lines behind': {
    make: () =>
      drawn((sheet) => {
        sheet.text('For and on behalf of Lumen Ltd', 60, 200)
        for (const [index, word] of ['By:', 'Name:', 'Title:', 'Date:'].entries()) {
          const y = 260 + 40 * index
          sheet.text(word, 60, y)
          sheet.line(110, y + 2, 300, y + 2)
        }
      }),
    expected: [
      { kind: 'signature', source: 'rule', within: [108, 215, 195, 50] },
      { kind: 'name', source: 'rule', within: [108, 280, 195, 25] },
      { kind: 'text', source: 'rule', within: [108, 320, 195, 25] },
      { kind: 'date', source: 'rule', within: [108, 360, 195, 25] },
    ],
  },
  'a label over a line': {
    make: () =>
      drawn((sheet) => {
        sheet.text('Signature of the customer:', 60, 200)
        sheet.line(60, 260, 260, 260, true)
        sheet.text('Sign here', 330, 200)
        sheet.line(330, 260, 530, 260)
      }),
    expected: [
      { kind: 'signature', source: 'rule', within: [58, 198, 205, 64] },
      { kind: 'signature', source: 'rule', within: [328, 198, 205, 64] },
    ],
  },
  'a table with a head': {
    make: () =>
      drawn((sheet) => {
        const columns = [60, 220, 340, 535]
        for (const x of columns) sheet.line(x, 200, x, 330)
        for (const y of [200, 224, 277, 330]) sheet.line(60, y, 535, y)
        sheet.bold('Nom', 66, 216)
        sheet.bold('Date', 226, 216)
        sheet.bold('Signature', 346, 216)
        sheet.text('Anne Martin', 66, 255)
      }),
    expected: [
      { kind: 'date', source: 'anchor_word', within: [220, 222, 120, 57] },
      { kind: 'signature', source: 'anchor_word', within: [340, 222, 195, 57] },
      { kind: 'date', source: 'anchor_word', within: [220, 276, 120, 54] },
      { kind: 'signature', source: 'anchor_word', within: [340, 276, 195, 54] },
    ],
  },
  'a table of labels and empty cells': {
    make: () =>
      drawn((sheet) => {
        for (const x of [60, 200, 440]) sheet.line(x, 200, x, 340)
        for (const y of [200, 230, 260, 340]) sheet.line(60, y, 440, y)
        sheet.text('Nom :', 66, 220)
        sheet.text('Date :', 66, 250)
        sheet.text('Signature :', 66, 280)
      }),
    expected: [
      { kind: 'name', source: 'anchor_word', within: [200, 200, 240, 30] },
      { kind: 'date', source: 'anchor_word', within: [200, 230, 240, 30] },
      { kind: 'signature', source: 'anchor_word', within: [200, 260, 240, 80] },
    ],
  },
  'boxes to sign in': {
    make: () =>
      drawn((sheet) => {
        sheet.prose(80, 6)
        sheet.box(60, 240, 220, 110)
        sheet.text('Signature du bailleur', 66, 256, 9)
        sheet.box(310, 240, 220, 110)
        sheet.text('Signature du locataire', 316, 256, 9)
      }),
    expected: [
      { kind: 'signature', source: 'anchor_word', within: [60, 256, 220, 94] },
      { kind: 'signature', source: 'anchor_word', within: [310, 256, 220, 94] },
    ],
  },
  'a page turned by 90 degrees': {
    make: () =>
      drawn((sheet) => {
        // drawn so that it reads upright once the page is turned
        sheet.page.setRotation(degrees(90))
        const upright = { rotate: degrees(90), size: 11 }
        sheet.page.drawText('Signature :', { x: 200, y: 100, ...upright })
        sheet.page.drawText('{{signature:buyer:60mm:20mm}}', { x: 400, y: 100, ...upright })
      }),
    expected: [
      { kind: 'signature', source: 'anchor_word', within: [98, 185, 240, 90] },
      { kind: 'signature', source: 'tag', within: [98, 388, 175, 62], signer: 'buyer' },
    ],
  },
  'a page turned by 270 degrees and cropped': {
    make: () =>
      drawn((sheet) => {
        sheet.page.setRotation(degrees(270))
        sheet.page.setCropBox(50, 100, 500, 600)
        sheet.page.drawText('Signature :', { x: 300, y: 600, rotate: degrees(-90), size: 11 })
      }),
    expected: [{ kind: 'signature', source: 'anchor_word', within: [98, 235, 240, 90] }],
  },
  'a page turned by 180 degrees': {
    make: () =>
      drawn((sheet) => {
        sheet.page.setRotation(degrees(180))
        sheet.page.drawText('Signature:', { x: 500, y: 300, rotate: degrees(180), size: 11 })
        sheet.page.drawLine({ start: { x: 430, y: 298 }, end: { x: 230, y: 298 }, thickness: 0.7 })
      }),
    expected: [{ kind: 'signature', source: 'rule', within: [160, 250, 210, 50] }],
  },
  'a cropped page': {
    make: () =>
      drawn((sheet) => {
        sheet.text('Signature : ____________________', 160, 300)
        sheet.page.setCropBox(100, 200, 400, 600)
      }),
    expected: [{ kind: 'signature', source: 'rule', within: [110, 215, 130, 48] }],
  },
  'a page in large units': {
    make: () =>
      drawn(
        (sheet) => {
          sheet.text('Signature : ______________', 40, 150, 6)
          sheet.page.node.set(PDFName.of('UserUnit'), PDFNumber.of(2))
        },
        [297, 421],
      ),
    expected: [{ kind: 'signature', source: 'rule', within: [135, 250, 110, 55] }],
  },
  'tags of several spellings': {
    make: () =>
      drawn((sheet) => {
        sheet.text('{signature:signer1}', 60, 100)
        sheet.text('{{signature:signer2:50mm:15mm}}', 330, 100)
        sheet.text('{{initials:signer1}}', 60, 250)
        sheet.text('{{Date;role=Client;type=date}}', 330, 250)
        sheet.text('{{s1|signature|120|40}}', 60, 400)
        sheet.text('{name:signer2}', 330, 400)
        sheet.text('{date} {{name}} {client.name} {#lignes}{/lignes}', 60, 600)
      }),
    expected: [
      { kind: 'signature', source: 'tag', within: [59, 90, 172, 60], signer: 'signer1' },
      { kind: 'signature', source: 'tag', within: [329, 90, 143, 44], signer: 'signer2' },
      { kind: 'initials', source: 'tag', within: [59, 240, 60, 30], signer: 'signer1' },
      { kind: 'date', source: 'tag', within: [329, 236, 112, 22], signer: 'Client' },
      { kind: 'signature', source: 'tag', within: [59, 390, 122, 42], signer: 's1' },
      { kind: 'name', source: 'tag', within: [329, 390, 144, 22], signer: 'signer2' },
    ],
  },
  'a tag cut over several texts': {
    make: () =>
      drawn((sheet) => {
        let x = 60
        for (const part of ['Ici : {sig', 'nature', ':cli', 'ent.1', '}', ' et là']) {
          if (part.endsWith('nature')) sheet.bold(part, x, 200)
          else sheet.text(part, x, 200)
          x += sheet.width(part) + (part.endsWith('nature') ? 2 : 0)
        }
      }),
    expected: [
      { kind: 'signature', source: 'tag', within: [80, 188, 178, 62], signer: 'client.1' },
    ],
  },
  'form fields': {
    make: () =>
      drawn((sheet, document) => {
        sheet.text('Date :', 60, 220)
        sheet.text('Signature :', 60, 300)
        const form = document.getForm()
        const field = form.createTextField('date_signature')
        field.addToPage(sheet.page, { x: 130, y: 842 - 226, width: 120, height: 20 })
        const filled = form.createTextField('reference')
        filled.setText('K-31')
        filled.addToPage(sheet.page, { x: 130, y: 842 - 126, width: 120, height: 20 })
        const widget = document.context.obj({
          Type: 'Annot',
          Subtype: 'Widget',
          FT: 'Sig',
          T: PDFString.of('Signature client'),
          F: 4,
          Rect: [130, 842 - 330, 330, 842 - 270],
          P: sheet.page.ref,
        })
        const ref = document.context.register(widget)
        sheet.page.node.addAnnot(ref)
        form.acroForm.addField(ref)
      }),
    expected: [
      { kind: 'date', source: 'form_field', within: [129, 205, 122, 22] },
      { kind: 'signature', source: 'form_field', within: [129, 269, 202, 62] },
    ],
  },
  'initials in the corner, on the last of three pages': {
    make: () =>
      drawn(
        (sheet) => {
          sheet.prose(80, 30)
          sheet.text('Paraphes :', 430, 790, 9)
          sheet.text('Signed by:', 60, 560)
        },
        A4,
        3,
      ),
    expected: [
      { kind: 'signature', source: 'anchor_word', within: [55, 550, 260, 90], page: 3 },
      { kind: 'initials', source: 'anchor_word', within: [425, 765, 160, 60], page: 3 },
    ],
  },
  'nothing to sign': {
    make: () =>
      drawn((sheet) => {
        sheet.bold('Article 12 - Signature électronique', 60, 80)
        const next = sheet.prose(100, 20)
        sheet.text('Date : 12/03/2026', 60, next + 20)
        sheet.text('Nom :', 60, next + 40)
        sheet.text('Anne Martin', 180, next + 40)
        sheet.text(
          'Pour le compte de la société Lumen, la présente facture est payable à réception.',
          60,
          next + 60,
        )
      }),
    expected: [],
  },
  'tags on lines that are too close': {
    make: () =>
      drawn((sheet) => {
        sheet.text('{signature:a}', 60, 100)
        sheet.text('{signature:b}', 60, 114)
        sheet.text('Nom : ', 60, 300)
        sheet.line(100, 302, 300, 302)
        sheet.text('Signature (cachet) :', 60, 340)
        sheet.text('Paraphes : ______________', 60, 480)
      }),
    expected: [
      { kind: 'signature', source: 'tag', within: [59, 90, 172, 60], signer: 'a' },
      { kind: 'signature', source: 'tag', within: [59, 104, 172, 60], signer: 'b' },
      { kind: 'name', source: 'rule', within: [99, 280, 202, 23] },
      { kind: 'signature', source: 'anchor_word', within: [59, 340, 172, 64] },
      { kind: 'initials', source: 'rule', within: [112, 452, 100, 32] },
    ],
  },
  'a landscape letter page': {
    make: () =>
      drawn(
        (sheet) => {
          sheet.text('Accepted and agreed:', 60, 300)
          sheet.text('Signature', 60, 400)
          sheet.text('Date', 400, 400)
          sheet.line(60, 388, 340, 388)
          sheet.line(400, 388, 560, 388)
        },
        [792, 612],
      ),
    expected: [
      { kind: 'signature', source: 'rule', within: [58, 300, 285, 90] },
      { kind: 'date', source: 'rule', within: [398, 368, 165, 22] },
    ],
  },
}
