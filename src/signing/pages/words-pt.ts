/** The words of the signer's pages in Portuguese, as written in Portugal. */
import { unbroken } from './unbroken.ts'
import type { SignWords } from './words-en.ts'

/** The texts of the signer's pages, in Portuguese. */
export const pt: SignWords = {
  pageTitle: (name) => `Assinar «${name}»`,
  from: (sender) => `${sender} solicita a sua assinatura`,
  steps: {
    label: 'Passos',
    read: 'Ler',
    agree: 'Aceitar',
    code: 'Código',
    sign: 'Assinar',
    done: 'Concluído',
  },
  test: 'Documento de teste: o que aqui se assina não tem valor jurídico.',
  noScript: {
    title: 'O JavaScript está desativado',
    text: 'O documento, o código e a assinatura precisam de JavaScript. Ative-o no navegador e volte a carregar esta página. Pode ler o documento sem ele:',
  },
  decline: 'Recusar',
  back: 'Voltar',
  next: 'Continuar',
  tryAgain: 'Tentar novamente',
  reload: 'Voltar a carregar a página',
  facts: {
    title: 'Sobre este documento',
    document: 'Documento',
    from: 'De',
    to: 'Para',
    pages: 'Páginas',
    sent: 'Enviado',
    expires: 'A assinar até',
    message: 'Mensagem',
    others: 'Também assinam',
    fingerprint: 'Impressão digital (SHA-256)',
  },
  status: {
    waiting: 'a aguardar',
    invited: 'convite enviado',
    opened: 'abriu o documento',
    verified: 'prestes a assinar',
    signed: 'assinou',
    declined: 'recusou',
    blocked: 'assinatura bloqueada',
  },
  viewer: {
    label: 'O documento',
    toolbar: 'Visualização do documento',
    loading: 'A carregar o documento…',
    failed: 'Não foi possível carregar o documento. Verifique a ligação; nada se perdeu.',
    page: (page, pages) => `Página ${page} de ${pages}`,
    pageShort: (page, pages) => `Pág. ${page}/${pages}`,
    appendix: 'Anexo',
    reserved:
      'Esta página está reservada à prova das assinaturas: quem assinou, quando e como cada pessoa foi identificada. É preenchida e recebe o selo eletrónico do serviço quando todos tiverem assinado.',
    zoomIn: 'Aumentar',
    zoomOut: 'Diminuir',
    signHere: 'Assine aqui',
    goToField: (at, of) => (of > 1 ? `Assinatura ${at}/${of}` : 'Assinatura'),
    save: 'Guardar uma cópia',
    about: 'Mensagem e detalhes',
    ready: (pages) => `O documento está visível. Páginas: ${pages}.`,
  },
  read: {
    title: 'Leia o documento',
    text: 'Este é exatamente o ficheiro que vai assinar. Leia com calma: nada é assinado até ao último passo.',
    next: 'Já li: continuar',
  },
  agree: {
    title: 'Aceite assinar eletronicamente',
    next: 'Aceitar e continuar',
    show: 'Ver novamente o documento',
  },
  code: {
    title: 'Confirme a sua identidade',
    why: 'Enviaremos um código de 6 algarismos por SMS para o seu telemóvel. O código prova que a assinatura é sua e de mais ninguém: não o partilhe.',
    whyTest:
      'Um pedido real envia um código de 6 algarismos por SMS para o seu telemóvel. Isto é um teste: o código é mostrado aqui e não é enviado nenhum SMS.',
    target: (phone) => `O código será enviado para ${unbroken(phone)}.`,
    country: 'País',
    phone: 'Número de telemóvel',
    phoneHint: 'Serve apenas para esta assinatura e passa a fazer parte da respetiva prova.',
    phoneWrong: (example) => `Não é um número de telemóvel desse país. Exemplo: ${example}`,
    send: 'Receber o código',
    sentTo: (phone) => `Enviámos um código para ${unbroken(phone)}.`,
    label: 'Código de 6 algarismos',
    test: (code) => `O seu código é ${code}.`,
    hint: (time, isSent) =>
      `${isSent ? 'O SMS pode demorar um minuto. ' : ''}O código é válido até às ${time} e é verificado assim que estiver completo.`,
    attempts: (left) => (left === 1 ? 'Resta 1 tentativa.' : `Restam ${left} tentativas.`),
    incomplete: 'O código tem 6 algarismos.',
    check: 'Confirmar o código',
    again: 'Enviar um novo código',
    againIn: (time) => `Novo código dentro de ${time}`,
    change: 'Alterar o número',
    over: 'Este código já não é válido. Peça um novo.',
    undelivered: (phone, isChangeable) =>
      `Não foi possível entregar o SMS a ${unbroken(phone)}. Verifique se o telemóvel está ligado e tem rede e peça um novo código${isChangeable ? ' ou altere o número' : '. Se o número estiver errado, peça ao remetente que o corrija'}.`,
    newCode: 'Um novo código vai a caminho; o anterior já não é válido.',
  },
  mailCode: {
    why: 'Enviaremos um código de 6 algarismos para o seu endereço de e-mail. Não o partilhe.',
    whyTest:
      'Um pedido real envia um código de 6 algarismos para o seu endereço de e-mail. Isto é um teste: o código é mostrado aqui e não é enviado nenhum e-mail.',
    target: (address) => `O código será enviado para ${address}.`,
    sentTo: (address) => `Enviámos um código para ${address}.`,
    hint: (time, isSent) =>
      `${isSent ? 'O e-mail pode demorar um minuto; veja também a pasta de correio não solicitado. ' : ''}O código é válido até às ${time} e é verificado assim que estiver completo.`,
    undelivered: (address) =>
      `Não foi possível entregar o e-mail a ${address}. Se o endereço estiver errado, peça ao remetente que o corrija.`,
    wrong: 'Não é o código do último e-mail.',
  },
  callCode: {
    why: 'Vamos ligar para o seu telefone. Atenda e prima uma tecla: uma voz dita-lhe um código de 6 algarismos. O código prova a sua identidade: não o partilhe.',
    whyEither:
      'Enviaremos um código de 6 algarismos por SMS para o seu telemóvel; num telefone fixo, uma voz dita-lhe o código numa chamada. O código prova a sua identidade: não o partilhe.',
    whyTest:
      'Um pedido real liga para o seu telefone e dita um código de 6 algarismos. Isto é um teste: o código é mostrado aqui e ninguém recebe uma chamada.',
    target: (phone) => `Vamos ligar para ${unbroken(phone)}.`,
    phone: 'Número de telefone',
    phoneWrong: (example) => `Não é um número de telefone desse país. Exemplo: ${example}`,
    send: 'Receber a chamada',
    sentTo: (phone) =>
      `Estamos a ligar para ${unbroken(phone)}. Atenda e prima qualquer tecla para ouvir o código.`,
    hint: (time) => `O código é válido até às ${time} e é verificado assim que estiver completo.`,
    again: 'Receber outra chamada',
    instead: 'Receber antes uma chamada',
    text: 'Receber antes um SMS',
    undelivered: (phone, isChangeable) =>
      `A chamada para ${unbroken(phone)} não foi atendida ou não foi premida nenhuma tecla. Fique perto do telefone e peça outra chamada${isChangeable ? ' ou altere o número' : '. Se o número estiver errado, peça ao remetente que o corrija'}.`,
    wrong: 'Não é o código da última chamada.',
  },
  passkey: {
    whyCode:
      'O remetente pede-lhe que assine com uma chave de acesso (passkey). Primeiro enviamos por SMS um código de 6 algarismos para o seu telemóvel; depois cria a chave de acesso. Não partilhe o código.',
    ask: 'Confirme com a sua chave de acesso (passkey): a impressão digital, o rosto ou o PIN do seu dispositivo. Não sai do seu dispositivo.',
    confirm: 'Usar a minha chave de acesso',
    register: (sender) =>
      `O código está certo. Crie agora uma chave de acesso (passkey): a impressão digital, o rosto ou o PIN do seu dispositivo. O próximo documento de ${sender} não precisará de código; só é guardada a parte pública da chave.`,
    create: 'Criar uma chave de acesso',
    failed:
      'A chave de acesso não foi confirmada. Tente novamente. Se já não a tem, peça ao remetente que a reponha.',
    unsupported:
      'Este navegador não oferece chaves de acesso aqui. Abra o link noutro navegador ou noutro dispositivo.',
    verified: 'Chave de acesso confirmada.',
  },
  totp: {
    whyCode:
      'O remetente pede-lhe que assine com uma aplicação de autenticação. Primeiro enviamos por SMS um código de 6 algarismos para o seu telemóvel; depois regista a aplicação. Não partilhe o código.',
    ask: 'Introduza o código que a sua aplicação de autenticação mostra.',
    hint: 'Muda a cada 30 segundos e cada código só funciona uma vez.',
    enter: 'Introduzir o código da minha aplicação',
    again: 'Tentar novamente',
    wrong:
      'Este não é o código que a aplicação mostra agora, ou já foi usado. Aguarde o próximo. Se já não tem a aplicação, peça ao remetente que a reponha.',
    register: (sender) =>
      `O código está certo. Registe agora uma aplicação de autenticação: leia a imagem com ela, abra-a neste dispositivo ou introduza a chave à mão. Depois introduza o código que a aplicação mostra. O próximo documento de ${sender} não precisará de SMS.`,
    open: 'Abrir a minha aplicação de autenticação',
    secret: 'Chave',
    qr: 'Código QR para a aplicação de autenticação',
    verified: 'Código da aplicação confirmado.',
  },
  sign: {
    title: 'Assinar',
    verified: 'Código confirmado.',
    how: 'Como pretende assinar?',
    drawn: 'Desenhar',
    typed: 'Escrever',
    image: 'Imagem',
    drawHint: 'Desenhe com o dedo, uma caneta ou o rato. Com o teclado, escolha «Escrever».',
    drawArea: 'Área para desenhar a sua assinatura',
    undo: 'Anular',
    clear: 'Apagar',
    text: 'O seu nome',
    look: 'Estilo',
    looks: ['Cursiva', 'Manuscrita', 'De imprensa'],
    file: 'Imagem da sua assinatura',
    fileHint: 'PNG ou JPEG, tinta escura em papel branco. É reduzida aqui, no seu dispositivo.',
    fileWrong: 'Este ficheiro não é uma imagem legível. Escolha um PNG ou um JPEG.',
    fileLarge: 'Esta imagem ainda é demasiado grande. Escolha uma mais pequena ou mais simples.',
    fileDrop: 'Escolha uma imagem ou largue-a aqui',
    preview: 'A sua assinatura no respetivo lugar do documento',
    missing: {
      drawn: 'Desenhe primeiro a sua assinatura.',
      typed: 'Escreva primeiro o seu nome.',
      image: 'Escolha primeiro uma imagem.',
    },
    legal: (name) =>
      `Ao premir o botão, assina «${name}» com uma assinatura eletrónica criada apenas para si.`,
    submit: (name) => `Assinar «${name}»`,
    busy: 'A assinar…',
    busyHint: 'O seu certificado está a ser criado e a assinatura aposta. Demora alguns segundos.',
  },
  fill: {
    title: 'A preencher',
    optional: 'opcional',
    choose: 'Escolha',
    missing: 'Preencha este campo.',
    unticked: 'Assinale esta caixa para continuar.',
    number: 'Introduza um número.',
    date: 'Introduza uma data.',
    least: (bound) => `Introduza um valor a partir de ${bound}.`,
    most: (bound) => `Introduza um valor até ${bound}.`,
    long: (max) => `Encurte o texto para ${max} carateres.`,
    choice: 'Escolha uma das opções.',
    hidden: 'O texto contém carateres invisíveis. Escreva-o de novo.',
    room: 'O texto não cabe no seu lugar no documento. Encurte-o.',
  },
  files: {
    hint: (mb: number) =>
      `Um PDF, ou uma imagem JPEG ou PNG, com ${mb} MB no máximo. O local e os outros dados da câmara são retirados das fotografias. O remetente recebe o ficheiro depois de assinar.`,
    choose: 'Escolha um ficheiro ou tire uma fotografia',
    sending: 'A enviar…',
    remove: 'Retirar o ficheiro',
    missing: 'Adicione um ficheiro.',
    busy: 'Aguarde até o ficheiro ser enviado.',
    kind: 'Este tipo de ficheiro não é aceite. Escolha um PDF, um JPEG ou um PNG.',
    broken: 'Este ficheiro está danificado. Escolha outro ou fotografe a página.',
    locked: 'Este PDF pede uma palavra-passe. Escolha um sem palavra-passe ou fotografe a página.',
    large: 'Este ficheiro é demasiado grande. Escolha um mais pequeno.',
    changed: 'Este ficheiro foi substituído noutra janela. Recarregue a página e verifique-o.',
  },
  declining: {
    title: 'Recusar assinar?',
    text: (sender) =>
      `${sender} receberá a informação, com o seu motivo. Mais ninguém poderá assinar este documento e não será possível voltar atrás.`,
    reason: 'Por que motivo recusa?',
    missing: 'Indique o motivo em poucas palavras: o remetente precisa dele.',
    confirm: 'Recusar assinar',
    cancel: 'Voltar',
  },
  outcomes: {
    signed: {
      title: 'Documento assinado por si',
      text: (name) => `A sua assinatura em «${name}» foi aposta e tem selo temporal.`,
      next: 'Ainda faltam outras assinaturas. Receberá o documento final por e-mail assim que houver a última; pode fechar esta página.',
      later:
        'Ainda faltam outras assinaturas. O documento final aparecerá aqui assim que houver a última.',
      sealing:
        'O selo eletrónico está a ser aposto. O documento final aparecerá aqui dentro de momentos.',
    },
    completed: {
      title: 'Assinado por todos',
      text: (name) => `«${name}» está completo.`,
      mailed: 'Também lhe foi enviado por e-mail.',
      download: 'Transferir o documento assinado',
      keep: 'Guarde o ficheiro tal como está: contém as assinaturas, a prova e tudo o que é preciso para as verificar daqui a anos. Uma impressão não prova nada.',
    },
    wait: {
      title: 'Ainda não é a sua vez',
      text: 'Há outras pessoas antes de si. Receberá um e-mail quando for a sua vez; este link mantém-se.',
      handed: 'Há outras pessoas antes de si. Volte quando for a sua vez; este link mantém-se.',
    },
    declined: {
      title: 'Este documento foi recusado',
      text: (sender) =>
        `Já não pode ser assinado. Se for um engano, peça a ${sender} que o envie novamente.`,
      own: (sender) =>
        `Recusou assinar e ${sender} recebeu essa informação. Se for um engano, peça que o documento seja enviado novamente.`,
    },
    cancelled: {
      title: 'O remetente retirou este documento',
      text: (sender) =>
        `Já não pode ser assinado e não tem de fazer nada. Dúvidas? Contacte ${sender}.`,
    },
    expired: {
      title: 'O prazo para assinar terminou',
      text: (sender) =>
        `Peça a ${sender} que envie o documento novamente; receberá então um novo link.`,
      since: 'Terminou em',
    },
    blocked: {
      title: 'A assinatura está bloqueada de momento',
      text: (sender) =>
        `Foram pedidos ou introduzidos incorretamente demasiados códigos, pelo que parámos tudo para sua proteção. Peça a ${sender} que desbloqueie a assinatura; receberá então um e-mail com um novo link.`,
      handed: (sender) =>
        `Foram pedidos ou introduzidos incorretamente demasiados códigos, pelo que parámos tudo para sua proteção. Peça a ${sender} que desbloqueie a assinatura e lhe dê um novo link.`,
    },
    failed: {
      title: 'Não foi possível concluir o documento',
      text: (sender) =>
        `O erro é nosso, não seu. Peça a ${sender} que envie o documento novamente.`,
    },
    unknown: {
      title: 'Este link não é válido',
      text: 'Abra novamente o link do e-mail: pode ter sido cortado ao copiar. Se esta página voltar a aparecer, peça um novo link à pessoa que lhe enviou o documento.',
    },
    late: {
      title: 'Este link expirou',
      text: 'Só era válido por pouco tempo. Volte à página onde o encontrou e abra novamente o documento para obter um novo link.',
    },
    ended: {
      title: 'Este link expirou',
      text: 'Todos assinaram este documento há algum tempo e os seus links expiraram. Para obter uma cópia, contacte a pessoa que lho enviou.',
    },
    busy: {
      title: 'Demasiadas visitas ao mesmo tempo',
      text: 'Aguarde um minuto e volte a carregar a página. Nada se perdeu.',
    },
    backTo: (host) => `Continuar para ${host}`,
  },
  errors: {
    offline: 'Sem ligação. Nada se perdeu: verifique a rede e tente novamente.',
    server: 'Ocorreu um erro do nosso lado. Nada se perdeu: tente novamente dentro de momentos.',
    rate_limited: 'Demasiadas tentativas. Aguarde um minuto e tente novamente.',
    consent_required: 'Falta a sua aceitação ou o texto mudou. Volte a carregar a página.',
    phone_required: 'Introduza o seu número de telemóvel.',
    validation_failed: 'Não foi aceite. Verifique o que introduziu.',
    phone_not_mobile: 'Não é um telemóvel: introduza um número de telemóvel.',
    phone_country:
      'Não são enviados SMS para este país: introduza um telemóvel de outro país ou contacte o remetente.',
    phone_unknown: 'Nenhum operador usa este número: verifique os algarismos e o país.',
    otp_invalid: 'Não é o código do último SMS.',
    otp_expired: 'Este código já não é válido. Peça um novo.',
    otp_locked: 'Foram introduzidos demasiados códigos errados. Peça um novo.',
    otp_locked_today:
      'Foram introduzidos demasiados códigos errados num dia. Peça ao remetente que desbloqueie a assinatura ou tente novamente amanhã.',
    otp_rate_limited: 'Foram pedidos demasiados códigos.',
    sms_limit_reached: 'Foi atingido o limite de SMS.',
    sms_unavailable: 'Não foi possível enviar o SMS. Tente novamente dentro de alguns minutos.',
    call_unavailable: 'Não foi possível fazer a chamada. Tente novamente dentro de alguns minutos.',
    call_impossible: 'Não é possível ligar para este número. Verifique-o ou contacte o remetente.',
    call_limit:
      'Este número recebeu três chamadas em 24 horas. Tente novamente amanhã ou contacte o remetente.',
    verification_required: 'Para sua segurança, é preciso confirmar o código mais uma vez.',
    document_changed:
      'Entretanto, o documento mudou. Volte a carregar a página e leia-o novamente.',
    retryAt: (time) => `Tente novamente às ${time}.`,
  },
}
