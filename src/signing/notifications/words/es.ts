/** What the mails to signers and senders say, in Spanish. */
import type { PlannedMethod } from '../../model/authentication.ts'
import type { MessageWords } from './shape.ts'

/** What kind of signature is asked for. */
const ASKED: Record<PlannedMethod, string> = {
  sms: 'una firma electrónica avanzada',
  voice: 'una firma electrónica avanzada',
  email: 'una firma electrónica',
  passkey: 'una firma electrónica avanzada',
  totp: 'una firma electrónica avanzada',
}

/** What the signer will be asked for. */
const PROOF: Record<PlannedMethod, string> = {
  sms: 'Recibirá un código por SMS.',
  voice: 'Recibirá un código por SMS o por llamada telefónica.',
  email: 'Recibirá un código por correo electrónico.',
  passkey:
    'Firmará con una llave de acceso (passkey) de su dispositivo; la primera vez recibirá también un código por SMS.',
  totp: 'Firmará con un código de su aplicación de autenticación; la primera vez recibirá también un código por SMS.',
}

/** The texts of mails, in Spanish. */
export const es: MessageWords = {
  hello: (name) => `Hola${name === '' ? '' : `, ${name}`}:`,
  mails: {
    invitation: {
      subject: ({ sender, document }) => `${sender} le pide que firme «${document}»`,
      heading: ({ document }) => `Documento para firmar: «${document}»`,
      text: ({ sender, hello, method }) =>
        `${hello} ${sender} le pide que lea un documento y lo firme con ${ASKED[method]} (eIDAS). Solo lleva unos dos minutos, con el teléfono o el ordenador, y no hace falta crear una cuenta. ${PROOF[method]}`,
      button: 'Leer y firmar',
    },
    reminder: {
      subject: ({ document }) => `Recordatorio: «${document}» espera su firma`,
      heading: ({ document }) => `«${document}» espera su firma`,
      text: ({ sender, hello }) => `${hello} ${sender} sigue esperando su firma.`,
      button: 'Leer y firmar',
    },
    completed: {
      subject: ({ document }) => `Firmado por todos: «${document}»`,
      heading: () => 'Todos han firmado',
      text: ({ hello, document, linkUntil, advanced }) =>
        `${hello} «${document}» ha sido firmado por todos, con una firma electrónica${advanced ? ' avanzada' : ''} (eIDAS) cada uno. Descargue su ejemplar y consérvelo: las firmas, los certificados y la prueba de cómo se firmó están dentro del archivo. El enlace funciona hasta el ${linkUntil}.`,
      button: 'Descargar el documento firmado',
    },
    declined: {
      subject: ({ document }) => `Rechazado: «${document}»`,
      heading: () => 'El documento se ha rechazado',
      text: ({ hello, document }) =>
        `${hello} «${document}» se ha rechazado y ya no se puede firmar. No tiene que hacer nada.`,
    },
    cancelled: {
      subject: ({ document }) => `Retirado: «${document}»`,
      heading: () => 'El documento se ha retirado',
      text: ({ hello, sender, document }) =>
        `${hello} ${sender} ha retirado «${document}». No tiene que hacer nada.`,
    },
    expired: {
      subject: ({ document }) => `Plazo vencido: «${document}»`,
      heading: () => 'El plazo para firmar ha vencido',
      text: ({ hello, document, sender }) =>
        `${hello} «${document}» no se firmó a tiempo. Si sigue siendo necesario, ${sender} puede enviarlo de nuevo.`,
    },
    failed: {
      subject: ({ document }) => `No finalizado: «${document}»`,
      heading: () => 'No se ha podido finalizar el documento',
      text: ({ hello, document, sender }) =>
        `${hello} «${document}» no se ha podido finalizar por un motivo técnico. No tiene que hacer nada; si sigue siendo necesario, ${sender} puede enviarlo de nuevo.`,
    },
  },
  frame: {
    document: 'Documento',
    sender: 'Enviado por',
    until: 'Fecha límite para firmar',
    reason: 'Motivo',
    test: 'Mensaje de prueba: lo que se firma aquí no tiene valor jurídico.',
    foot: ({ sender, document }) => [
      `Recibe este mensaje porque ${sender} solicita su firma en «${document}».`,
    ],
    personal: 'Este enlace es personal: no lo comparta.',
  },
  code: {
    subject: (document) => `Su código para firmar «${document}»`,
    heading: 'Su código',
    text: ({ hello, document, mark, minutes }) =>
      `${hello} Introduzca este código para firmar «${document}» (ref. ${mark}). Es válido durante ${minutes} minutos.`,
    secret: 'No comparta este código. Si no lo ha solicitado, ignore este mensaje.',
  },
  copy: {
    subject: ({ document }) => `Su copia: «${document}»`,
    heading: 'Su copia del documento firmado',
    text: ({ hello, document, sender, advanced, linkUntil }) =>
      `${hello} «${document}» ha sido firmado por todos, con una firma electrónica${advanced ? ' avanzada' : ''} (eIDAS) cada uno. ${sender} nos ha pedido que le enviemos una copia; no tiene que firmar nada. El enlace funciona hasta el ${linkUntil}.`,
    button: 'Abrir el documento firmado',
    foot: ({ sender, document }) =>
      `Recibe este mensaje porque ${sender} desea que tenga una copia de «${document}».`,
  },
  notices: {
    completed: {
      subject: ({ document }) => `Firmado por todos: «${document}»`,
      heading: 'Todos han firmado',
      text: ({ document }) =>
        `«${document}» ha sido firmado por todos. El archivo firmado contiene las firmas y el certificado de prueba.`,
      button: 'Abrir el documento firmado',
    },
    declined: {
      subject: ({ person, document }) => `${person} ha rechazado firmar «${document}»`,
      heading: 'Su documento se ha rechazado',
      text: ({ person, document }) =>
        `${person} ha rechazado firmar «${document}». Ya nadie puede firmarlo; se ha informado a las demás personas que habían recibido la invitación.`,
      button: 'Abrir la solicitud',
    },
    expired: {
      subject: ({ document }) => `No se firmó a tiempo: «${document}»`,
      heading: 'El plazo para firmar ha vencido',
      text: ({ document }) =>
        `No todos firmaron «${document}» antes de la fecha límite. Si aún necesita las firmas, cree una nueva solicitud con un plazo más largo.`,
      button: 'Abrir la solicitud',
    },
    failed: {
      subject: ({ document }) => `No finalizado: «${document}»`,
      heading: 'No se ha podido finalizar su documento',
      text: ({ document, service }) =>
        `«${document}» no se ha podido finalizar por un motivo técnico. Se ha informado a los firmantes. Póngase en contacto con el operador de ${service} e indíquele el identificador que figura abajo, o cree una nueva solicitud.`,
      button: 'Abrir la solicitud',
    },
    bounced: {
      subject: ({ person, document }) =>
        `Correo electrónico no entregado a ${person}: «${document}»`,
      heading: 'No se puede contactar con un firmante',
      text: ({ person, document }) =>
        `No se ha podido entregar a ${person} nuestro correo electrónico sobre «${document}». Compruebe la dirección: en cuanto la corrija, se enviará a ella un nuevo enlace.`,
      button: 'Comprobar la dirección',
    },
  },
  noticeFrame: {
    document: 'Documento',
    reference: 'Su referencia',
    id: 'Identificador',
    signers: 'Firmantes',
    unsigned: 'No han firmado',
    others: (count) => (count === 1 ? 'y 1 más' : `y ${count} más`),
    reason: 'Motivo',
    address: 'Dirección',
    reply: 'Respuesta del servidor',
    attached: 'El archivo firmado se adjunta a este mensaje.',
    test: 'Mensaje de prueba: lo que se firma aquí no tiene valor jurídico.',
    foot: ({ document, service, settings }) => [
      `Recibe este mensaje porque envió «${document}» a firmar con ${service}.`,
      { text: 'Elegir qué correos electrónicos recibe', url: settings },
    ],
  },
}
