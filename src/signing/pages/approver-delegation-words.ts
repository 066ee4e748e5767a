/** What the dialog says to approvers, who let somebody else approve, in every language. */
import type { Language } from '../../kernel/languages.ts'
import type { DelegationWords } from '../words/delegation.ts'

/** By language. */
export const APPROVER_DIALOG: Readonly<
  Record<Language, Pick<DelegationWords['form'], 'title' | 'text'>>
> = {
  en: {
    title: 'Have somebody else approve?',
    text: (sender) =>
      `This person gets a link of their own, proves who they are, and approves in their own name. ${sender} is told, with your reason. Your link ends; you cannot undo this.`,
  },
  fr: {
    title: 'Faire approuver par une autre personne ?',
    text: (sender) =>
      `Cette personne reçoit son propre lien, prouve son identité et approuve en son nom. ${sender} en est informé, avec votre motif. Votre lien prend fin ; vous ne pourrez pas revenir en arrière.`,
  },
  de: {
    title: 'Jemand anderen genehmigen lassen?',
    text: (sender) =>
      `Diese Person erhält einen eigenen Link, weist sich aus und genehmigt im eigenen Namen. ${sender} wird mit Ihrer Begründung benachrichtigt. Ihr Link endet; Sie können das nicht rückgängig machen.`,
  },
  es: {
    title: '¿Que apruebe otra persona?',
    text: (sender) =>
      `Esta persona recibe un enlace propio, demuestra su identidad y aprueba en su propio nombre. Se informará a ${sender} de su motivo. Su enlace termina; no podrá deshacerlo.`,
  },
  it: {
    title: 'Far approvare un’altra persona?',
    text: (sender) =>
      `Questa persona riceve un proprio link, dimostra la propria identità e approva a proprio nome. ${sender} ne sarà informato, con la Sua motivazione. Il Suo link termina; l’operazione non si può annullare.`,
  },
  nl: {
    title: 'Iemand anders laten goedkeuren?',
    text: (sender) =>
      `Deze persoon krijgt een eigen link, bewijst wie die is en geeft in eigen naam goedkeuring. ${sender} krijgt bericht met uw reden. Uw link eindigt; u kunt dit niet ongedaan maken.`,
  },
  pt: {
    title: 'Pedir a outra pessoa que aprove?',
    text: (sender) =>
      `Esta pessoa recebe uma ligação própria, prova quem é e aprova em seu próprio nome. ${sender} receberá a informação, com o seu motivo. A sua ligação termina; não será possível voltar atrás.`,
  },
  pl: {
    title: 'Przekazać zatwierdzenie innej osobie?',
    text: (sender) =>
      `Ta osoba otrzyma własny link, potwierdzi tożsamość i zatwierdzi dokument we własnym imieniu. Nadawca (${sender}) otrzyma informację wraz z powodem. Obecny link straci ważność, a decyzji nie można cofnąć.`,
  },
}
