/** The words of the signer's pages in Spanish. */
import { unbroken } from './unbroken.ts'
import type { SignWords } from './words-en.ts'

/** The texts of the signer's pages, in Spanish. */
export const es: SignWords = {
  pageTitle: (name) => `Firmar «${name}»`,
  from: (sender) => `${sender} solicita su firma`,
  steps: {
    label: 'Pasos',
    read: 'Leer',
    agree: 'Aceptar',
    code: 'Código',
    sign: 'Firmar',
    done: 'Fin',
  },
  test: 'Documento de prueba: lo que se firma aquí no tiene valor jurídico.',
  noScript: {
    title: 'JavaScript está desactivado',
    text: 'El documento, el código y la firma necesitan JavaScript. Actívelo en su navegador y vuelva a cargar esta página. Puede leer el documento sin él:',
  },
  decline: 'Rechazar',
  back: 'Volver',
  next: 'Continuar',
  tryAgain: 'Volver a intentarlo',
  reload: 'Volver a cargar la página',
  facts: {
    title: 'Acerca de este documento',
    document: 'Documento',
    from: 'De',
    to: 'Para',
    pages: 'Páginas',
    sent: 'Enviado',
    expires: 'Fecha límite para firmar',
    message: 'Mensaje',
    others: 'También firman',
    fingerprint: 'Huella (SHA-256)',
  },
  status: {
    waiting: 'en espera',
    invited: 'invitación enviada',
    opened: 'ha abierto el documento',
    verified: 'a punto de firmar',
    signed: 'ha firmado',
    declined: 'ha rechazado',
    blocked: 'firma bloqueada',
  },
  viewer: {
    label: 'El documento',
    toolbar: 'Vista del documento',
    loading: 'Cargando el documento…',
    failed: 'No se ha podido cargar el documento. Compruebe su conexión; no se ha perdido nada.',
    page: (page, pages) => `Página ${page} de ${pages}`,
    pageShort: (page, pages) => `Pág. ${page}/${pages}`,
    appendix: 'Anexo',
    reserved:
      'Esta página está reservada para la prueba de las firmas: quién firmó, cuándo y cómo se identificó a cada persona. Se completa y se sella electrónicamente cuando todos han firmado.',
    zoomIn: 'Ampliar',
    zoomOut: 'Reducir',
    signHere: 'Firme aquí',
    goToField: (at, of) => (of > 1 ? `Mi firma ${at}/${of}` : 'Mi firma'),
    save: 'Guardar una copia',
    about: 'Mensaje y detalles',
    ready: (pages) => `Se muestra el documento. Páginas: ${pages}.`,
  },
  read: {
    title: 'Lea el documento',
    text: 'Este es exactamente el archivo que va a firmar. Tómese su tiempo: no se firma nada hasta el último paso.',
    next: 'Lo he leído: continuar',
  },
  agree: {
    title: 'Acepte firmar electrónicamente',
    next: 'Aceptar y continuar',
    show: 'Ver de nuevo el documento',
  },
  code: {
    title: 'Confirme su identidad',
    why: 'Le enviaremos un código de 6 cifras por SMS a su teléfono móvil. Demuestra que la firma es suya y de nadie más: no lo comparta.',
    whyTest:
      'En una solicitud real se envía un código de 6 cifras por SMS a su teléfono móvil. Esto es una prueba: el código se muestra aquí y no se envía ningún SMS.',
    target: (phone) => `El código se enviará al ${unbroken(phone)}.`,
    country: 'País',
    phone: 'Número de teléfono móvil',
    phoneHint: 'Solo se utiliza para esta firma y forma parte de su prueba.',
    phoneWrong: (example) => `No es un número de móvil de ese país. Ejemplo: ${example}`,
    send: 'Enviarme el código',
    sentTo: (phone) => `Hemos enviado un código al ${unbroken(phone)}.`,
    label: 'Código de 6 cifras',
    test: (code) => `Su código es ${code}.`,
    hint: (time, isSent) =>
      `${isSent ? 'El SMS puede tardar un minuto. ' : ''}El código es válido hasta las ${time} y se comprueba en cuanto está completo.`,
    attempts: (left) => (left === 1 ? 'Queda 1 intento.' : `Quedan ${left} intentos.`),
    incomplete: 'El código tiene 6 cifras.',
    check: 'Confirmar el código',
    again: 'Enviar otro código',
    againIn: (time) => `Otro código en ${time}`,
    change: 'Cambiar el número',
    over: 'Este código ya no es válido. Solicite otro.',
    undelivered: (phone, isChangeable) =>
      `No se ha podido entregar el SMS al ${unbroken(phone)}. Compruebe que el teléfono está encendido y tiene cobertura, y solicite otro código${isChangeable ? ' o cambie el número' : '. Si el número es incorrecto, pida al remitente que lo corrija'}.`,
    newCode: 'Otro código está en camino; el anterior ya no es válido.',
  },
  mailCode: {
    why: 'Le enviaremos un código de 6 cifras a su dirección de correo electrónico. No lo comparta.',
    whyTest:
      'En una solicitud real se envía un código de 6 cifras a su dirección de correo electrónico. Esto es una prueba: el código se muestra aquí y no se envía ningún mensaje.',
    target: (address) => `El código se enviará a ${address}.`,
    sentTo: (address) => `Hemos enviado un código a ${address}.`,
    hint: (time, isSent) =>
      `${isSent ? 'El mensaje puede tardar un minuto; mire también en el correo no deseado. ' : ''}El código es válido hasta las ${time} y se comprueba en cuanto está completo.`,
    undelivered: (address) =>
      `No se ha podido entregar el mensaje a ${address}. Si la dirección es incorrecta, pida al remitente que la corrija.`,
    wrong: 'No es el código del último mensaje.',
  },
  callCode: {
    why: 'Llamaremos a su teléfono. Responda y pulse una tecla: una voz le dictará un código de 6 cifras. Demuestra que es usted: no lo comparta.',
    whyEither:
      'Le enviaremos un código de 6 cifras por SMS a su teléfono móvil; en un teléfono fijo, una voz se lo dictará en una llamada. Demuestra que es usted: no lo comparta.',
    whyTest:
      'En una solicitud real se llama a su teléfono y se dicta un código de 6 cifras. Esto es una prueba: el código se muestra aquí y no se llama a nadie.',
    target: (phone) => `Llamaremos al ${unbroken(phone)}.`,
    phone: 'Número de teléfono',
    phoneWrong: (example) => `No es un número de teléfono de ese país. Ejemplo: ${example}`,
    send: 'Llamarme',
    sentTo: (phone) =>
      `Estamos llamando al ${unbroken(phone)}. Responda y pulse cualquier tecla para oír el código.`,
    hint: (time) => `El código es válido hasta las ${time} y se comprueba en cuanto está completo.`,
    again: 'Llamarme otra vez',
    instead: 'Prefiero una llamada',
    text: 'Prefiero un SMS',
    undelivered: (phone, isChangeable) =>
      `La llamada al ${unbroken(phone)} no se ha podido completar o no se ha pulsado ninguna tecla. Permanezca cerca del teléfono y solicite otra llamada${isChangeable ? ' o cambie el número' : '. Si el número es incorrecto, pida al remitente que lo corrija'}.`,
    wrong: 'No es el código de la última llamada.',
  },
  passkey: {
    whyCode:
      'El remitente le pide que firme con una llave de acceso (passkey). Primero le enviaremos por SMS un código de 6 cifras a su teléfono móvil; después creará la llave de acceso. No comparta el código.',
    ask: 'Confirme con su llave de acceso (passkey): la huella, el rostro o el PIN de su dispositivo. No sale de su dispositivo.',
    confirm: 'Usar mi llave de acceso',
    register: (sender) =>
      `El código es correcto. Cree ahora una llave de acceso (passkey): la huella, el rostro o el PIN de su dispositivo. El próximo documento de ${sender} no necesitará código; solo se conserva la parte pública de la llave.`,
    create: 'Crear una llave de acceso',
    failed:
      'La llave de acceso no se ha confirmado. Inténtelo de nuevo. Si ya no la tiene, pida al remitente que la restablezca.',
    unsupported:
      'Este navegador no ofrece llaves de acceso aquí. Abra el enlace en otro navegador o en otro dispositivo.',
    verified: 'Llave de acceso confirmada.',
  },
  totp: {
    whyCode:
      'El remitente le pide que firme con una aplicación de autenticación. Primero le enviaremos por SMS un código de 6 cifras a su teléfono móvil; después registrará la aplicación. No comparta el código.',
    ask: 'Introduzca el código que muestra su aplicación de autenticación.',
    hint: 'Cambia cada 30 segundos y cada código sirve una sola vez.',
    enter: 'Introducir el código de mi aplicación',
    again: 'Intentarlo de nuevo',
    wrong:
      'Este no es el código que la aplicación muestra ahora, o ya se ha usado. Espere al siguiente. Si ya no tiene la aplicación, pida al remitente que la restablezca.',
    register: (sender) =>
      `El código es correcto. Registre ahora una aplicación de autenticación: escanee la imagen con ella, ábrala en este dispositivo o introduzca la clave a mano. Después introduzca el código que muestra la aplicación. El próximo documento de ${sender} no necesitará SMS.`,
    open: 'Abrir mi aplicación de autenticación',
    secret: 'Clave',
    qr: 'Código QR para la aplicación de autenticación',
    verified: 'Código de la aplicación confirmado.',
  },
  sign: {
    title: 'Firmar',
    verified: 'Código confirmado.',
    how: '¿Cómo desea firmar?',
    drawn: 'Dibujar',
    typed: 'Escribir',
    image: 'Imagen',
    drawHint: 'Dibuje con el dedo, un lápiz o el ratón. Con el teclado, elija «Escribir».',
    drawArea: 'Zona para dibujar su firma',
    undo: 'Deshacer',
    clear: 'Borrar',
    text: 'Su nombre',
    look: 'Estilo',
    looks: ['Cursiva', 'Manuscrita', 'De imprenta'],
    file: 'Imagen de su firma',
    fileHint: 'PNG o JPEG, tinta oscura sobre papel blanco. Se reduce aquí, en su dispositivo.',
    fileWrong: 'Este archivo no es una imagen legible. Elija un PNG o un JPEG.',
    fileLarge: 'La imagen sigue siendo demasiado grande. Elija otra más pequeña o más sencilla.',
    fileDrop: 'Elija una imagen o suéltela aquí',
    preview: 'Su firma, en su lugar en el documento',
    missing: {
      drawn: 'Dibuje primero su firma.',
      typed: 'Escriba primero su nombre.',
      image: 'Elija primero una imagen.',
    },
    legal: (name) =>
      `Al pulsar el botón, firma «${name}» con una firma electrónica creada solo para usted.`,
    submit: (name) => `Firmar «${name}»`,
    busy: 'Firmando…',
    busyHint: 'Se está creando su certificado y aplicando su firma. Tarda unos segundos.',
  },
  fill: {
    title: 'Para rellenar',
    optional: 'opcional',
    choose: 'Elija',
    missing: 'Rellene este campo.',
    unticked: 'Marque esta casilla para continuar.',
    number: 'Introduzca un número.',
    date: 'Introduzca una fecha.',
    least: (bound) => `Introduzca un valor a partir de ${bound}.`,
    most: (bound) => `Introduzca un valor hasta ${bound}.`,
    long: (max) => `Acorte el texto a ${max} caracteres.`,
    choice: 'Elija una de las opciones.',
    hidden: 'El texto contiene caracteres invisibles. Escríbalo de nuevo.',
    room: 'El texto no cabe en su lugar del documento. Acórtelo.',
  },
  files: {
    hint: (mb: number) =>
      `Un PDF o una imagen JPEG o PNG, de ${mb} MB como máximo. De las fotografías se eliminan el lugar y los demás datos de la cámara. El remitente recibe el archivo cuando usted haya firmado.`,
    choose: 'Elija un archivo o haga una foto',
    sending: 'Subiendo…',
    remove: 'Quitar el archivo',
    missing: 'Añada un archivo.',
    busy: 'Espere a que el archivo se haya subido.',
    kind: 'Este tipo de archivo no se acepta. Elija un PDF, un JPEG o un PNG.',
    broken: 'Este archivo está dañado. Elija otro o fotografíe la página.',
    locked: 'Este PDF pide una contraseña. Elija uno sin contraseña o fotografíe la página.',
    large: 'Este archivo es demasiado grande. Elija uno más pequeño.',
    changed:
      'Este archivo se ha sustituido en otra ventana. Vuelva a cargar la página y compruébelo.',
  },
  declining: {
    title: '¿Rechazar la firma?',
    text: (sender) =>
      `Se informará a ${sender} de su motivo. Ya nadie podrá firmar este documento y no podrá deshacerlo.`,
    reason: '¿Por qué rechaza firmar?',
    missing: 'Indique el motivo en pocas palabras: el remitente lo necesita.',
    confirm: 'Rechazar la firma',
    cancel: 'Volver',
  },
  outcomes: {
    signed: {
      title: 'Ha firmado',
      text: (name) => `Su firma en «${name}» se ha aplicado y lleva sello de tiempo.`,
      next: 'Aún faltan otras firmas. Recibirá el documento final por correo electrónico en cuanto esté la última; puede cerrar esta página.',
      later: 'Aún faltan otras firmas. El documento final aparecerá aquí en cuanto esté la última.',
      sealing: 'Se está sellando el documento final. Aparecerá aquí en un momento.',
    },
    completed: {
      title: 'Firmado por todos',
      text: (name) => `«${name}» está completo.`,
      mailed: 'También se le ha enviado por correo electrónico.',
      download: 'Descargar el documento firmado',
      keep: 'Conserve el archivo tal cual: contiene las firmas, la prueba y todo lo necesario para verificarlas dentro de años. Una copia impresa no prueba nada.',
    },
    wait: {
      title: 'Aún no es su turno',
      text: 'Otras personas van antes que usted. Recibirá un correo electrónico cuando llegue su turno; este enlace seguirá siendo el mismo.',
      handed:
        'Otras personas van antes que usted. Vuelva cuando llegue su turno; este enlace seguirá siendo el mismo.',
    },
    declined: {
      title: 'Este documento se ha rechazado',
      text: (sender) =>
        `Ya no se puede firmar. Si es un error, pida a ${sender} que lo envíe de nuevo.`,
      own: (sender) =>
        `Ha rechazado firmar y se ha informado a ${sender}. Si es un error, pida que se le envíe de nuevo el documento.`,
    },
    cancelled: {
      title: 'El remitente ha retirado este documento',
      text: (sender) =>
        `Ya no se puede firmar y no tiene que hacer nada. ¿Alguna pregunta? Consulte a ${sender}.`,
    },
    expired: {
      title: 'El plazo para firmar ha vencido',
      text: (sender) =>
        `Pida a ${sender} que envíe de nuevo el documento; recibirá entonces otro enlace.`,
      since: 'Venció el',
    },
    blocked: {
      title: 'La firma está bloqueada por ahora',
      text: (sender) =>
        `Se han solicitado o introducido mal demasiados códigos, así que hemos detenido el proceso para protegerle. Pida a ${sender} que lo desbloquee; recibirá entonces un correo electrónico con otro enlace.`,
      handed: (sender) =>
        `Se han solicitado o introducido mal demasiados códigos, así que hemos detenido el proceso para protegerle. Pida a ${sender} que lo desbloquee y le dé otro enlace.`,
    },
    failed: {
      title: 'No se ha podido finalizar el documento',
      text: (sender) =>
        `El error es nuestro, no suyo. Pida a ${sender} que envíe de nuevo el documento.`,
    },
    unknown: {
      title: 'Este enlace no es válido',
      text: 'Abra de nuevo el enlace del correo electrónico: quizá se cortó al copiarlo. Si vuelve a ver esta página, pida otro enlace a la persona que le envió el documento.',
    },
    late: {
      title: 'Este enlace ha caducado',
      text: 'Solo era válido durante poco tiempo. Vuelva a la página donde lo encontró y abra de nuevo el documento para obtener otro enlace.',
    },
    ended: {
      title: 'Este enlace ha caducado',
      text: 'Todos firmaron este documento hace algún tiempo y sus enlaces han caducado. Para obtener una copia, diríjase a la persona que se lo envió.',
    },
    busy: {
      title: 'Demasiadas visitas a la vez',
      text: 'Espere un minuto y vuelva a cargar la página. No se ha perdido nada.',
    },
    backTo: (host) => `Continuar a ${host}`,
  },
  errors: {
    offline: 'Sin conexión. No se ha perdido nada: compruebe su red y vuelva a intentarlo.',
    server:
      'Se ha producido un error por nuestra parte. No se ha perdido nada: vuelva a intentarlo en un momento.',
    rate_limited: 'Demasiados intentos. Espere un minuto y vuelva a intentarlo.',
    consent_required: 'Falta su aceptación o su texto ha cambiado. Vuelva a cargar la página.',
    phone_required: 'Introduzca su número de teléfono móvil.',
    validation_failed: 'No se ha aceptado. Compruebe lo que ha introducido.',
    phone_not_mobile: 'No es un teléfono móvil: introduzca un número de móvil.',
    phone_country:
      'No se envían SMS a este país: introduzca un móvil de otro país o consulte al remitente.',
    phone_unknown: 'Este número no pertenece a ningún operador: compruebe las cifras y el país.',
    otp_invalid: 'No es el código del último SMS.',
    otp_expired: 'Este código ya no es válido. Solicite otro.',
    otp_locked: 'Se han introducido demasiados códigos incorrectos. Solicite otro.',
    otp_locked_today:
      'Se han introducido demasiados códigos incorrectos en un día. Pida al remitente que desbloquee la firma o vuelva a intentarlo mañana.',
    otp_rate_limited: 'Se han solicitado demasiados códigos.',
    sms_limit_reached: 'Se ha alcanzado el límite de SMS.',
    sms_unavailable: 'No se ha podido enviar el SMS. Vuelva a intentarlo dentro de unos minutos.',
    call_unavailable:
      'No se ha podido realizar la llamada. Vuelva a intentarlo dentro de unos minutos.',
    call_impossible: 'No se puede llamar a este número. Compruébelo o consulte al remitente.',
    call_limit:
      'Se ha llamado a este número tres veces en 24 horas. Vuelva a intentarlo mañana o consulte al remitente.',
    verification_required: 'Por su seguridad, hay que confirmar el código una vez más.',
    document_changed:
      'El documento ha cambiado entretanto. Vuelva a cargar la página y léalo de nuevo.',
    retryAt: (time) => `Vuelva a intentarlo a las ${time}.`,
  },
}
