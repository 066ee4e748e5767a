/** What the mails to signers and senders say, in Portuguese, as written in Portugal. */
import type { PlannedMethod } from '../../model/authentication.ts'
import type { MessageWords } from './shape.ts'

/** What kind of signature is asked for. */
const ASKED: Record<PlannedMethod, string> = {
  sms: 'uma assinatura eletrónica avançada',
  voice: 'uma assinatura eletrónica avançada',
  email: 'uma assinatura eletrónica',
  passkey: 'uma assinatura eletrónica avançada',
  totp: 'uma assinatura eletrónica avançada',
}

/** What the signer will be asked for. */
const PROOF: Record<PlannedMethod, string> = {
  sms: 'Receberá um código por SMS.',
  voice: 'Receberá um código por SMS ou numa chamada telefónica.',
  email: 'Receberá um código por e-mail.',
  passkey:
    'Assinará com uma chave de acesso (passkey) do seu dispositivo; da primeira vez, receberá também um código por SMS.',
  totp: 'Assinará com um código da sua aplicação de autenticação; da primeira vez, receberá também um código por SMS.',
}

/** The texts of mails, in Portuguese. */
export const pt: MessageWords = {
  hello: (name) => `Olá${name === '' ? '' : `, ${name}`}.`,
  mails: {
    invitation: {
      subject: ({ sender, document }) => `${sender} solicita a sua assinatura: «${document}»`,
      heading: ({ document }) => `Documento para assinar: «${document}»`,
      text: ({ sender, hello, method }) =>
        `${hello} ${sender} pede-lhe que leia um documento e o assine com ${ASKED[method]} (eIDAS). Demora cerca de dois minutos, no telemóvel ou no computador, sem criar uma conta. ${PROOF[method]}`,
      button: 'Ler e assinar',
    },
    reminder: {
      subject: ({ document }) => `Lembrete: «${document}» aguarda a sua assinatura`,
      heading: ({ document }) => `«${document}» aguarda a sua assinatura`,
      text: ({ sender, hello }) => `${hello} ${sender} continua a aguardar a sua assinatura.`,
      button: 'Ler e assinar',
    },
    completed: {
      subject: ({ document }) => `Assinado por todos: «${document}»`,
      heading: () => 'Todos assinaram',
      text: ({ hello, document, linkUntil, advanced }) =>
        `${hello} «${document}» foi assinado por todos, cada um com uma assinatura eletrónica${advanced ? ' avançada' : ''} (eIDAS). Transfira o seu exemplar e guarde-o: as assinaturas, os certificados e a prova de como foi assinado estão dentro do ficheiro. O link funciona até ${linkUntil}.`,
      button: 'Transferir o documento assinado',
    },
    declined: {
      subject: ({ document }) => `Recusado: «${document}»`,
      heading: () => 'O documento foi recusado',
      text: ({ hello, document }) =>
        `${hello} «${document}» foi recusado e já não pode ser assinado. Não tem de fazer nada.`,
    },
    cancelled: {
      subject: ({ document }) => `Retirado: «${document}»`,
      heading: () => 'O documento foi retirado',
      text: ({ hello, sender, document }) =>
        `${hello} ${sender} retirou «${document}». Não tem de fazer nada.`,
    },
    expired: {
      subject: ({ document }) => `Prazo terminado: «${document}»`,
      heading: () => 'O prazo para assinar terminou',
      text: ({ hello, document, sender }) =>
        `${hello} «${document}» não foi assinado a tempo. Se ainda for necessário, ${sender} pode enviá-lo novamente.`,
    },
    failed: {
      subject: ({ document }) => `Não concluído: «${document}»`,
      heading: () => 'Não foi possível concluir o documento',
      text: ({ hello, document, sender }) =>
        `${hello} «${document}» não foi concluído por um motivo técnico. Não tem de fazer nada; se ainda for necessário, ${sender} pode enviá-lo novamente.`,
    },
  },
  frame: {
    document: 'Documento',
    sender: 'Enviado por',
    until: 'A assinar até',
    reason: 'Motivo',
    test: 'Mensagem de teste: o que aqui se assina não tem valor jurídico.',
    foot: ({ sender, document }) => [
      `Recebe esta mensagem porque ${sender} solicita a sua assinatura em «${document}».`,
    ],
    personal: 'Este link é pessoal: não o partilhe.',
  },
  code: {
    subject: (document) => `O seu código para assinar «${document}»`,
    heading: 'O seu código',
    text: ({ hello, document, mark, minutes }) =>
      `${hello} Introduza este código para assinar «${document}» (ref. ${mark}). É válido durante ${minutes} minutos.`,
    secret: 'Não partilhe este código. Se não o pediu, ignore esta mensagem.',
  },
  copy: {
    subject: ({ document }) => `A sua cópia: «${document}»`,
    heading: 'A sua cópia do documento assinado',
    text: ({ hello, document, sender, advanced, linkUntil }) =>
      `${hello} «${document}» foi assinado por todos, cada um com uma assinatura eletrónica${advanced ? ' avançada' : ''} (eIDAS). ${sender} pediu-nos que lhe enviássemos uma cópia; não tem de assinar nada. O link funciona até ${linkUntil}.`,
    button: 'Abrir o documento assinado',
    foot: ({ sender, document }) =>
      `Recebe esta mensagem porque ${sender} pretende que tenha uma cópia de «${document}».`,
  },
  notices: {
    completed: {
      subject: ({ document }) => `Assinado por todos: «${document}»`,
      heading: 'Todos assinaram',
      text: ({ document }) =>
        `«${document}» foi assinado por todos. O ficheiro assinado contém as assinaturas e o certificado de prova.`,
      button: 'Abrir o documento assinado',
    },
    declined: {
      subject: ({ person, document }) => `${person} recusou assinar «${document}»`,
      heading: 'O seu documento foi recusado',
      text: ({ person, document }) =>
        `${person} recusou assinar «${document}». Já ninguém o pode assinar; as restantes pessoas convidadas foram informadas.`,
      button: 'Abrir o pedido',
    },
    expired: {
      subject: ({ document }) => `Não assinado a tempo: «${document}»`,
      heading: 'O prazo para assinar terminou',
      text: ({ document }) =>
        `«${document}» não foi assinado por todos dentro do prazo. Se ainda precisar das assinaturas, crie um novo pedido com um prazo mais longo.`,
      button: 'Abrir o pedido',
    },
    failed: {
      subject: ({ document }) => `Não concluído: «${document}»`,
      heading: 'Não foi possível concluir o seu documento',
      text: ({ document, service }) =>
        `«${document}» não foi concluído por um motivo técnico. Os signatários foram informados. Contacte o operador de ${service} e indique o identificador abaixo, ou crie um novo pedido.`,
      button: 'Abrir o pedido',
    },
    bounced: {
      subject: ({ person, document }) => `E-mail não entregue a ${person}: «${document}»`,
      heading: 'Não é possível contactar um signatário',
      text: ({ person, document }) =>
        `O nosso e-mail sobre «${document}» não foi entregue a ${person}. Verifique o endereço: assim que o corrigir, será enviado para lá um novo link.`,
      button: 'Verificar o endereço',
    },
  },
  noticeFrame: {
    document: 'Documento',
    reference: 'A sua referência',
    id: 'Identificador',
    signers: 'Signatários',
    unsigned: 'Não assinaram',
    others: (count) => (count === 1 ? 'e mais 1' : `e mais ${count}`),
    reason: 'Motivo',
    address: 'Endereço',
    reply: 'Resposta do servidor',
    attached: 'O ficheiro assinado segue em anexo.',
    test: 'Mensagem de teste: o que aqui se assina não tem valor jurídico.',
    foot: ({ document, service, settings }) => [
      `Recebe esta mensagem porque enviou «${document}» para assinatura com ${service}.`,
      { text: 'Escolher os e-mails que recebe', url: settings },
    ],
  },
}
