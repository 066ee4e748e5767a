/** The options with which LibreOffice reads a document and writes each kind of PDF. */

/** Kinds of PDF the pool makes: plain, PDF/A-2b, PDF/A-3b (ISO 19005), PDF/UA-1 (ISO 14289-1). */
export type PdfKind = 'pdf' | 'pdfa-2b' | 'pdfa-3b' | 'pdfua'

/** Arguments of `loadComponentFromURL`. Public constants of the UNO API are given as numbers. */
export const LOAD_PROPERTIES = {
  // by name: with detection, HTML or ODT in a file named .docx is loaded as such and fetches images
  FilterName: 'MS Word 2007 XML',
  Hidden: true,
  // nothing is kept for changes, and it is closed in half the time
  ReadOnly: true,
  MacroExecutionMode: 0, // MacroExecMode.NEVER_EXECUTE
  UpdateDocMode: 0, // UpdateDocMode.NO_UPDATE: links of the document stay as they are
} as const

/** `SelectPdfVersion` of the PDF export filter: 0 is the newest plain PDF it knows. */
const PDF_VERSION: Record<PdfKind, number> = { pdf: 0, 'pdfa-2b': 2, 'pdfa-3b': 3, pdfua: 0 }

/** Input that determines the export options. */
interface PdfOptionsInput {
  kind: PdfKind
  /**
   * Keeps the pages that LibreOffice leaves blank between an odd and an even one: the document asks for them. Without,
   * they come from page numbers that begin anew, where Word leaves none.
   */
  blankPages?: boolean | undefined
}

/** Filter options of one document, all explicit so that no other version's default applies. */
export function pdfOptions({ kind, blankPages = false }: PdfOptionsInput): Record<string, unknown> {
  return {
    SelectPdfVersion: PDF_VERSION[kind],
    PDFUACompliance: kind === 'pdfua',
    // tags cost nothing measurable and let every PDF be read aloud
    UseTaggedPDF: true,
    EmbedStandardFonts: true,
    ExportBookmarks: true,
    // pictures keep their pixels and JPEG data is copied: only if the resolution is not reduced
    ReduceImageResolution: false,
    Quality: 90,
    UseLosslessCompression: false,
    ExportFormFields: false,
    ExportNotes: false,
    ExportNotesInMargin: false,
    ExportPlaceholders: false,
    IsSkipEmptyPages: !blankPages,
    ConvertOOoTargetToPDFTarget: false,
    ExportLinksRelativeFsys: false,
    EncryptFile: false,
    RestrictPermissions: false,
    SignPDF: false,
  }
}
