/** What the proof certificate says of approvers and witnesses, in every language. Its legal words are exact. */
import type { Language } from '../../kernel/languages.ts'

/** The words. */
interface AskedProofWords {
  /** Sentence of the statement. @param count at least 1 */
  approvals: (count: number) => string
  witnesses: (count: number) => string
  /** Heading in the place of the signature's. */
  approval: string
  approvalText: string
  approved: string
  shown: string
  witnessOf: (name: string) => string
}

/** By language. */
export const ASKED_PROOF_WORDS: Readonly<Record<Language, AskedProofWords>> = {
  en: {
    approvals: (count) =>
      `${count === 1 ? 'One person has' : `${count} people have`} approved the document, identified as stated for each; an approval is recorded in the audit trail and is not a signature.`,
    witnesses: (count) =>
      `${count === 1 ? 'One of the signers signed' : `${count} of the signers signed`} as a witness to the signature of another.`,
    approval: 'Approval (not a signature)',
    approvalText: 'Recorded in the audit trail; no signature, key or certificate belongs to it.',
    approved: 'Approved',
    shown: 'SHA-256 of file shown',
    witnessOf: (name) => `as witness of ${name}`,
  },
  fr: {
    approvals: (count) =>
      `${count === 1 ? 'Une personne a' : `${count} personnes ont`} approuvé le document, avec les moyens d’identification indiqués pour chacune ; une approbation est inscrite au journal des événements et n’est pas une signature.`,
    witnesses: (count) =>
      `${count === 1 ? 'L’un des signataires a signé' : `${count} des signataires ont signé`} en qualité de témoin de la signature d’un autre.`,
    approval: 'Approbation (n’est pas une signature)',
    approvalText:
      'Inscrite au journal des événements ; aucune signature, clé ni certificat n’y correspond.',
    approved: 'Approuvé',
    shown: 'SHA-256 du fichier vu',
    witnessOf: (name) => `en qualité de témoin de ${name}`,
  },
  de: {
    approvals: (count) =>
      `${count === 1 ? 'Eine Person hat' : `${count} Personen haben`} das Dokument genehmigt, identifiziert wie jeweils angegeben; eine Genehmigung steht im Protokoll und ist keine Signatur.`,
    witnesses: (count) =>
      `${count === 1 ? 'Einer der Unterzeichner hat' : `${count} der Unterzeichner haben`} als Zeuge der Unterschrift eines anderen unterschrieben.`,
    approval: 'Genehmigung (keine Signatur)',
    approvalText:
      'Im Protokoll festgehalten; dazu gehört keine Signatur, kein Schlüssel und kein Zertifikat.',
    approved: 'Genehmigt',
    shown: 'SHA-256 der gezeigten Datei',
    witnessOf: (name) => `als Zeuge von ${name}`,
  },
  es: {
    approvals: (count) =>
      `${count === 1 ? 'Una persona ha' : `${count} personas han`} aprobado el documento, con los medios de identificación indicados para cada una; una aprobación se anota en el registro de eventos y no es una firma.`,
    witnesses: (count) =>
      `${count === 1 ? 'Uno de los firmantes firmó' : `${count} de los firmantes firmaron`} como testigo de la firma de otro.`,
    approval: 'Aprobación (no es una firma)',
    approvalText:
      'Anotada en el registro de eventos; no le corresponde ninguna firma, clave ni certificado.',
    approved: 'Aprobado',
    shown: 'SHA-256 del archivo visto',
    witnessOf: (name) => `como testigo de ${name}`,
  },
  it: {
    approvals: (count) =>
      `${count === 1 ? 'Una persona ha' : `${count} persone hanno`} approvato il documento, con i mezzi di identificazione indicati per ciascuna; un’approvazione è annotata nel registro degli eventi e non è una firma.`,
    witnesses: (count) =>
      `${count === 1 ? 'Uno dei firmatari ha firmato' : `${count} dei firmatari hanno firmato`} come testimone della firma di un altro.`,
    approval: 'Approvazione (non è una firma)',
    approvalText:
      'Annotata nel registro degli eventi; non le corrisponde alcuna firma, chiave o certificato.',
    approved: 'Approvato',
    shown: 'SHA-256 del file mostrato',
    witnessOf: (name) => `come testimone di ${name}`,
  },
  nl: {
    approvals: (count) =>
      `${count === 1 ? 'Eén persoon heeft' : `${count} personen hebben`} het document goedgekeurd, geïdentificeerd zoals voor ieder vermeld; een goedkeuring staat in het logboek en is geen handtekening.`,
    witnesses: (count) =>
      `${count === 1 ? 'Eén van de ondertekenaars heeft' : `${count} van de ondertekenaars hebben`} ondertekend als getuige van de handtekening van een ander.`,
    approval: 'Goedkeuring (geen handtekening)',
    approvalText:
      'Vastgelegd in het logboek; er hoort geen handtekening, sleutel of certificaat bij.',
    approved: 'Goedgekeurd',
    shown: 'SHA-256 van getoond bestand',
    witnessOf: (name) => `als getuige van ${name}`,
  },
  pt: {
    approvals: (count) =>
      `${count === 1 ? 'Uma pessoa aprovou' : `${count} pessoas aprovaram`} o documento, identificada${count === 1 ? '' : 's'} pelos meios indicados para cada uma; uma aprovação é inscrita no registo de eventos e não é uma assinatura.`,
    witnesses: (count) =>
      `${count === 1 ? 'Um dos signatários assinou' : `${count} dos signatários assinaram`} como testemunha da assinatura de outro.`,
    approval: 'Aprovação (não é uma assinatura)',
    approvalText:
      'Inscrita no registo de eventos; não lhe corresponde nenhuma assinatura, chave ou certificado.',
    approved: 'Aprovado',
    shown: 'SHA-256 do ficheiro visto',
    witnessOf: (name) => `como testemunha de ${name}`,
  },
  pl: {
    approvals: (count) =>
      `Dokument zatwierdzono (liczba osób: ${count}) po identyfikacji środkami podanymi przy każdej z nich; zatwierdzenie jest zapisane w rejestrze zdarzeń i nie jest podpisem.`,
    witnesses: (count) =>
      `Liczba podpisów złożonych w charakterze świadka podpisu innej osoby: ${count}.`,
    approval: 'Zatwierdzenie (nie jest podpisem)',
    approvalText:
      'Zapisane w rejestrze zdarzeń; nie należy do niego żaden podpis, klucz ani certyfikat.',
    approved: 'Zatwierdzenie',
    shown: 'SHA-256 okazanego pliku',
    witnessOf: (name) => `świadek podpisu: ${name}`,
  },
}
