/** What each message with arguments is given: written by `npm run texts` from en.json. */

/** Stands in the sentence as it is. */
type Text = string | number

/** The messages with arguments, by their names in the catalogue. */
export interface Arguments {
  signing: {
    pages: {
      sign: {
        pageTitle: (values: { name: Text }) => string
        from: (values: { sender: Text }) => string
        viewer: {
          page: (values: { page: Text; pages: Text }) => string
          pageShort: (values: { page: Text; pages: Text }) => string
          goToField: (values: { of: number; at: Text }) => string
          ready: (values: { pages: Text }) => string
        }
        code: {
          target: (values: { to: Text }) => string
          phoneWrong: (values: { example: Text }) => string
          sentTo: (values: { to: Text }) => string
          test: (values: { code: Text }) => string
          hint: (values: { isSent: boolean; time: Text }) => string
          attempts: (values: { left: number }) => string
          againIn: (values: { time: Text }) => string
          undelivered: (values: { to: Text; isChangeable: boolean }) => string
        }
        mailCode: {
          target: (values: { to: Text }) => string
          sentTo: (values: { to: Text }) => string
          hint: (values: { isSent: boolean; time: Text }) => string
          undelivered: (values: { to: Text }) => string
        }
        callCode: {
          target: (values: { to: Text }) => string
          phoneWrong: (values: { example: Text }) => string
          sentTo: (values: { to: Text }) => string
          hint: (values: { time: Text }) => string
          undelivered: (values: { to: Text; isChangeable: boolean }) => string
        }
        passkey: {
          register: (values: { sender: Text }) => string
        }
        totp: {
          register: (values: { sender: Text }) => string
        }
        sign: {
          legal: (values: { name: Text }) => string
          submit: (values: { name: Text }) => string
        }
        fill: {
          least: (values: { bound: Text }) => string
          most: (values: { bound: Text }) => string
          long: (values: { max: Text }) => string
        }
        files: {
          hint: (values: { mb: Text }) => string
        }
        declining: {
          text: (values: { sender: Text }) => string
        }
        outcomes: {
          signed: {
            text: (values: { name: Text }) => string
          }
          completed: {
            text: (values: { name: Text }) => string
          }
          declined: {
            text: (values: { sender: Text }) => string
            own: (values: { sender: Text }) => string
          }
          cancelled: {
            text: (values: { sender: Text }) => string
          }
          expired: {
            text: (values: { sender: Text }) => string
          }
          blocked: {
            text: (values: { sender: Text }) => string
            handed: (values: { sender: Text }) => string
          }
          failed: {
            text: (values: { sender: Text }) => string
          }
          backTo: (values: { host: Text }) => string
        }
        errors: {
          retryAt: (values: { time: Text }) => string
        }
      }
      approve: {
        pageTitle: (values: { name: Text }) => string
        from: (values: { sender: Text }) => string
        legal: (values: { name: Text }) => string
        submit: (values: { name: Text }) => string
        declined: (values: { sender: Text }) => string
        done: {
          text: (values: { name: Text }) => string
        }
      }
      witness: {
        from: (values: { sender: Text }) => string
        legal: (values: { name: Text }) => string
        submit: (values: { name: Text }) => string
      }
      files: {
        together: (values: { files: Text }) => string
        approved: (values: { files: Text }) => string
        pages: (values: { pages: number }) => string
      }
      approverDialog: {
        text: (values: { sender: Text }) => string
      }
    }
    notifications: {
      mails: {
        hello: (values: { named: boolean; name: Text }) => string
        mails: {
          invitation: {
            subject: (values: { sender: Text; document: Text }) => string
            heading: (values: { document: Text }) => string
            text: (values: {
              hello: Text
              sender: Text
              method: 'sms' | 'voice' | 'email' | 'passkey' | 'totp'
            }) => string
          }
          reminder: {
            subject: (values: { document: Text }) => string
            heading: (values: { document: Text }) => string
            text: (values: { hello: Text; sender: Text }) => string
          }
          completed: {
            subject: (values: { document: Text }) => string
            text: (values: {
              hello: Text
              document: Text
              advanced: boolean
              linkUntil: Text
            }) => string
          }
          declined: {
            subject: (values: { document: Text }) => string
            text: (values: { hello: Text; document: Text }) => string
          }
          cancelled: {
            subject: (values: { document: Text }) => string
            text: (values: { hello: Text; sender: Text; document: Text }) => string
          }
          expired: {
            subject: (values: { document: Text }) => string
            text: (values: { hello: Text; document: Text; sender: Text }) => string
          }
          failed: {
            subject: (values: { document: Text }) => string
            text: (values: { hello: Text; document: Text; sender: Text }) => string
          }
          changed: {
            subject: (values: { document: Text }) => string
            text: (values: { hello: Text; sender: Text; document: Text; again: boolean }) => string
          }
          reactivated: {
            subject: (values: { document: Text }) => string
            text: (values: {
              hello: Text
              sender: Text
              document: Text
              until: Text
              again: boolean
            }) => string
          }
          removed: {
            subject: (values: { document: Text }) => string
            text: (values: { hello: Text; sender: Text; document: Text }) => string
          }
        }
        frame: {
          foot: (values: { sender: Text; document: Text }) => string
          changedPart: (values: {
            part: 'file' | 'name' | 'message' | 'signers' | 'fields' | 'expires_at'
          }) => string
        }
        code: {
          subject: (values: { document: Text }) => string
          text: (values: { hello: Text; document: Text; mark: Text; minutes: Text }) => string
        }
        copy: {
          subject: (values: { document: Text }) => string
          text: (values: {
            hello: Text
            document: Text
            advanced: boolean
            sender: Text
            linkUntil: Text
          }) => string
          foot: (values: { sender: Text; document: Text }) => string
        }
        notices: {
          completed: {
            subject: (values: { document: Text }) => string
            text: (values: { document: Text }) => string
          }
          declined: {
            subject: (values: { person: Text; document: Text }) => string
            text: (values: { person: Text; document: Text }) => string
          }
          expired: {
            subject: (values: { document: Text }) => string
            text: (values: { document: Text }) => string
          }
          failed: {
            subject: (values: { document: Text }) => string
            text: (values: { document: Text; service: Text }) => string
          }
          bounced: {
            subject: (values: { person: Text; document: Text }) => string
            text: (values: { document: Text; person: Text }) => string
          }
        }
        noticeFrame: {
          others: (values: { count: number }) => string
          foot: (values: { document: Text; service: Text }) => string
        }
      }
      asked: {
        approve: {
          invitation: (values: { document: Text }) => string
          text: (values: { hello: Text; sender: Text }) => string
          reminder: (values: { document: Text }) => string
          waits: (values: { hello: Text; sender: Text }) => string
          foot: (values: { sender: Text; document: Text }) => string
          code: {
            subject: (values: { document: Text }) => string
            text: (values: { hello: Text; document: Text; mark: Text; minutes: Text }) => string
          }
          completed: {
            subject: (values: { document: Text }) => string
            text: (values: { hello: Text; document: Text; linkUntil: Text }) => string
          }
          declined: {
            subject: (values: { person: Text; document: Text }) => string
            text: (values: { person: Text; document: Text }) => string
          }
        }
        witness: {
          invitation: (values: { document: Text }) => string
          text: (values: { hello: Text; sender: Text }) => string
          reminder: (values: { document: Text }) => string
          waits: (values: { hello: Text; sender: Text }) => string
          foot: (values: { sender: Text; document: Text }) => string
          code: {
            subject: (values: { document: Text }) => string
            text: (values: { hello: Text; document: Text; mark: Text; minutes: Text }) => string
          }
        }
      }
      delegator: {
        subject: (values: { document: Text }) => string
        text: (values: { hello: Text; document: Text; person: Text; sender: Text }) => string
        foot: (values: { sender: Text; document: Text }) => string
      }
    }
    proof: {
      certificate: {
        page: (values: { number: Text; of: Text }) => string
        pages: (values: { pages: number; size: Text }) => string
        bytes: (values: { size: Text }) => string
        statement: (values: {
          signers: number
          nature: 'all' | 'none' | 'some'
          handed: boolean
          means: Text
          mixed: boolean
          stated: boolean
        }) => string
        consentVersion: (values: { version: Text; language: Text }) => string
        outerClaim: (values: { claim: Text }) => string
        step: (values: { step: Text }) => string
        registered: {
          passkey: {
            text: (values: { day: Text; phone: Text }) => string
          }
          totp: {
            text: (values: { day: Text; phone: Text }) => string
          }
        }
        statedText: (values: { day: Text; facts: Text }) => string
        codesText: (values: { sent: number; wrong: number }) => string
        embeddedIn: (values: { origin: Text }) => string
        keyDestroyed: (values: { type: Text; at: Text }) => string
        keyUsed: (values: { type: Text }) => string
        more: (values: { count: number }) => string
      }
      files: {
        file: (values: { number: Text }) => string
        text: (values: { files: Text; name: Text; id: Text }) => string
      }
      values: {
        rest: (values: { characters: Text; hash: Text }) => string
        shownIf: (values: { conditions: Text }) => string
        hidden: (values: { conditions: Text }) => string
        computed: (values: { formula: Text }) => string
        condition: (values: {
          operator:
            | 'equals'
            | 'not_equals'
            | 'filled'
            | 'empty'
            | 'checked'
            | 'unchecked'
            | 'one_of'
            | 'greater_than'
            | 'less_than'
          field: Text
          value: Text
        }) => string
      }
      asked: {
        approvals: (values: { count: number }) => string
        witnesses: (values: { count: number }) => string
        witnessOf: (values: { name: Text }) => string
      }
      summary: {
        signed: (values: { signed: Text; of: Text }) => string
        approved: (values: { approved: Text; of: Text }) => string
        identified: (values: { means: Text }) => string
        reduced: (values: { percent: Text }) => string
      }
    }
    codes: {
      consent: (values: { agree: Text; means: Text; level: Text; kept: Text }) => string
      spoken: {
        code: (values: { digits: Text }) => string
      }
      sms: (values: { code: Text; name: Text; mark: Text }) => string
    }
    certificates: {
      consent: (values: { service: Text }) => string
      page: {
        legal: (values: { service: Text }) => string
        submit: (values: { service: Text }) => string
        reading: (values: { service: Text }) => string
        issuer: (values: { name: Text; until: Text }) => string
        go: (values: { service: Text }) => string
      }
      proof: {
        text: (values: { holder: Text; service: Text }) => string
        cover: (values: { holder: Text; issuer: Text; service: Text }) => string
        level: (values: { claim: Text }) => string
        own: (values: { names: Text }) => string
      }
    }
    consent: {
      approve: {
        consent: (values: { means: Text; kept: Text }) => string
        sms: (values: { code: Text; name: Text; mark: Text }) => string
      }
      witness: {
        sms: (values: { code: Text; name: Text; mark: Text }) => string
      }
    }
    inPerson: {
      notice: (values: { host: Text }) => string
      done: {
        text: (values: { host: Text }) => string
      }
      proof: {
        text: (values: { host: Text }) => string
      }
    }
    start: {
      title: (values: { document: Text }) => string
      lead: (values: { sender: Text }) => string
      invitationHint: (values: { sender: Text }) => string
      sent: (values: { email: Text; minutes: Text }) => string
      test: (values: { code: Text }) => string
      errors: {
        retryAt: (values: { time: Text }) => string
      }
      mail: {
        subject: (values: { document: Text }) => string
        text: (values: { document: Text; sender: Text; minutes: Text }) => string
        foot: (values: { sender: Text }) => string
      }
      proof: {
        text: (values: { at: Text; link: Text }) => string
      }
    }
    delegation: {
      form: {
        text: (values: { sender: Text }) => string
      }
      notice: (values: { from: Text }) => string
      proof: {
        text: (values: { from: Text; at: Text; reason: Text }) => string
      }
      sender: {
        subject: (values: { from: Text; document: Text }) => string
        text: (values: { from: Text; person: Text; document: Text }) => string
      }
    }
    fields: {
      signer: (values: { name: Text }) => string
      seal: (values: { page: Text }) => string
      outer: (values: { name: Text }) => string
    }
  }
  console: {
    settings: {
      text: (values: { email: Text }) => string
    }
    log: {
      anonymous: (values: { entries: Text; anonymous: Text }) => string
      erasedOf: (values: { entries: Text; before: Text }) => string
      stamped: (values: { stamps: number; after: number }) => string
      faults: {
        changed: (values: { seq: Text }) => string
        missing: (values: { seq: Text }) => string
      }
      moreFaults: (values: { count: Text }) => string
    }
    members: {
      chooseText: (values: { email: Text }) => string
      inviteTitle: (values: { organisation: Text }) => string
      inviteLead: (values: { by: Text; email: Text; role: Text }) => string
      other: (values: { email: Text }) => string
    }
    keys: {
      held: (values: { held: Text; max: Text }) => string
      heldAny: (values: { held: Text }) => string
    }
    home: {
      keyHave: (values: { count: number }) => string
      signText: (values: { email: Text }) => string
    }
    bulk: {
      pages: (values: { count: number }) => string
      listHint: (values: { rows: Text; limit: Text }) => string
      listOver: (values: { limit: Text }) => string
      of: (values: { done: Text; all: Text }) => string
      pace: (values: { count: Text }) => string
      left: (values: { count: Text }) => string
      start: (values: { count: Text }) => string
    }
    openLinks: {
      perDay: (values: { count: Text }) => string
      perNetwork: (values: { count: Text }) => string
      inTotal: (values: { count: Text }) => string
      openUntil: (values: { time: Text }) => string
    }
    entry: {
      mailed: {
        signUp: (values: { email: Text }) => string
        reset: (values: { email: Text }) => string
      }
      confirm: {
        text: (values: { email: Text }) => string
      }
      reset: {
        text: (values: { email: Text }) => string
      }
    }
    factors: {
      codesLeft: (values: { left: Text }) => string
    }
    facturx: {
      validText: (values: { profile: Text; rules: Text }) => string
      broken: (values: { count: number }) => string
      warnings: (values: { count: number }) => string
      shown: (values: { shown: Text; all: Text }) => string
      fileHint: (values: { size: Text }) => string
      fileOver: (values: { size: Text }) => string
      report: (values: { name: Text }) => string
    }
    fonts: {
      held: (values: { held: Text; most: Text }) => string
      fileHint: (values: { size: Text }) => string
      fileOver: (values: { size: Text }) => string
    }
    brand: {
      colors: (values: { light: Text; dark: Text }) => string
    }
    embedding: {
      wrong: (values: { line: Text }) => string
      tooMany: (values: { most: Text }) => string
    }
    oidc: {
      logIn: (values: { name: Text }) => string
      connectText: (values: { email: Text; name: Text }) => string
      confirmText: (values: { name: Text }) => string
    }
    templates: {
      kept: (values: { kept: Text; most: Text; plan: Text }) => string
      fileHint: (values: { size: Text }) => string
      fileOver: (values: { size: Text }) => string
      faults: (values: { count: number }) => string
      version: (values: { version: Text }) => string
      versions: (values: { count: number }) => string
      versionsText: (values: { most: Text }) => string
      restoreText: (values: { version: Text }) => string
      restoreDo: (values: { version: Text }) => string
      compared: (values: { from: Text; to: Text }) => string
      skipped: (values: { count: Text }) => string
    }
    webhooks: {
      held: (values: { held: Text; max: Text }) => string
      someEvents: (values: { count: Text }) => string
      failures: (values: { count: Text }) => string
      modeFull: (values: { max: Text }) => string
      full: (values: { max: Text }) => string
      attempts: (values: { count: number }) => string
      took: (values: { ms: Text }) => string
    }
    usage: {
      of: (values: { used: Text; limit: Text }) => string
    }
    inPerson: {
      readyTitle: (values: { name: Text }) => string
    }
    compose: {
      fileHint: (values: { limit: Text }) => string
      fileOver: (values: { limit: Text }) => string
      filesOver: (values: { limit: Text }) => string
      signer: (values: { number: Text }) => string
      daysMax: (values: { days: Text }) => string
      daysOf: (values: { days: Text }) => string
      remindOf: (values: { days: Text }) => string
      script: {
        signer: (values: { n: Text }) => string
        page: (values: { page: Text; pages: Text }) => string
        fieldBox: (values: { name: Text }) => string
        at: (values: { page: Text; x: Text; y: Text }) => string
        size: (values: { width: Text; height: Text }) => string
        placed: (values: { name: Text; page: Text }) => string
        removed: (values: { name: Text }) => string
        moved: (values: { page: Text; x: Text; y: Text }) => string
        resized: (values: { width: Text; height: Text }) => string
        found: (values: { count: Text }) => string
        ghost: (values: { page: Text; name: Text }) => string
        full: (values: { max: Text }) => string
        listed: (values: { page: Text }) => string
        fileListed: (values: { file: Text; text: Text }) => string
        noPlaceIn: (values: { files: Text }) => string
        fileOrder: (values: { file: Text; n: Text; files: Text }) => string
        fileRemoved: (values: { file: Text }) => string
      }
    }
    fields: {
      script: {
        newLabel: (values: { type: Text; n: Text }) => string
        input: (values: { type: Text; label: Text; name: Text }) => string
        properties: (values: { type: Text; name: Text; page: Text }) => string
        inputPlaced: (values: { label: Text; page: Text; name: Text }) => string
        inputRemoved: (values: { label: Text }) => string
        inputListed: (values: { label: Text; page: Text }) => string
        inputsFull: (values: { max: Text }) => string
      }
    }
    requests: {
      signedOf: (values: { signed: number; all: Text }) => string
      approvedOf: (values: { approved: number; all: Text }) => string
      step: (values: { step: Text }) => string
      place: (values: { page: Text }) => string
      uploadPlaces: (values: { list: Text }) => string
      uploadPage: (values: { page: Text; kind: Text }) => string
      delegated: (values: { from: Text }) => string
      pages: (values: { pages: number; size: Text }) => string
      chainWhole: (values: { entries: Text; stamps: number }) => string
      find: {
        since: (values: { day: Text }) => string
        until: (values: { day: Text }) => string
      }
      many: {
        pick: (values: { name: Text }) => string
        count: (values: { count: number }) => string
        cancelTitle: (values: { count: number }) => string
      }
    }
    faults: {
      tooMany: (values: { perSigner: Text; filesPerSigner: Text; perRequest: Text }) => string
      files: (values: { max: Text }) => string
      large: (values: { limit: Text }) => string
    }
    fieldFaults: {
      codes: {
        value_not_number: (values: { digits: Text }) => string
      }
      members: {
        name: (values: { name: Text }) => string
        label: (values: { label: Text }) => string
        options: (values: { options: Text; option: Text }) => string
        max_length: (values: { text: Text }) => string
        formula: (values: { formula: Text }) => string
      }
    }
    retention: {
      hint: (values: { least: Text; most: Text; operator: number }) => string
      wrong: (values: { least: Text; most: Text }) => string
      next: (values: { date: Text }) => string
      days: (values: { days: number }) => string
      confirmText: (values: { date: Text }) => string
      affected: (values: { count: number; kind: string }) => string
      banner: (values: { date: Text }) => string
    }
    findings: {
      line: (values: { line: Text }) => string
    }
    editor: {
      syntax: (values: { line: Text; column: Text; detail: Text }) => string
      twice: (values: { line: Text; detail: Text }) => string
      done: (values: { time: Text }) => string
      more: (values: { shown: Text; pages: Text }) => string
      problems: (values: { count: number }) => string
    }
    trail: {
      'document.created': (values: { signers: string }) => string
      'signer.certificate_chosen': (values: {
        who: Text
        holder: Text
        service: Text
        isOtherName: boolean
      }) => string
      'signer.certificate_failed': (values: { who: Text; service: Text; failure: Text }) => string
      'document.outer_sealed': (values: { seal: Text }) => string
      'document.completed': (values: { hasLevel: boolean; level: Text }) => string
      'document.renewed': (values: { hasUntil: boolean; until: Text }) => string
      'document.declined': (values: { hasReason: boolean; reason: Text }) => string
      'document.cancelled': (values: { hasReason: boolean; reason: Text }) => string
      'document.failed': (values: { hasReason: boolean; reason: Text }) => string
      'document.downloaded': (values: { person: Text }) => string
      'document.erased': (values: { reason: string }) => string
      'signer.invited': (values: { who: Text; hasAddress: boolean; address: Text }) => string
      'signer.opened': (values: {
        who: Text
        hasOrigin: boolean
        origin: Text
        hasHost: boolean
        host: Text
      }) => string
      'signer.consented': (values: { who: Text }) => string
      'signer.phone_given': (values: { who: Text; hasPhone: boolean; phone: Text }) => string
      'signer.otp_sent': (values: {
        channel: string
        who: Text
        hasPhone: boolean
        phone: Text
      }) => string
      'signer.code_spoken': (values: { who: Text; hasPhone: boolean; phone: Text }) => string
      'signer.otp_failed': (values: { who: Text; left: Text }) => string
      'signer.phone_verified': (values: { who: Text }) => string
      'signer.passkey_registered': (values: { who: Text; hasSite: boolean; site: Text }) => string
      'signer.verified': (values: { method: string; who: Text }) => string
      'signature.intended': (values: { who: Text }) => string
      'signer.signed': (values: { who: Text; hasHost: boolean; host: Text }) => string
      'signer.approved': (values: { who: Text; hasHost: boolean; host: Text }) => string
      'signer.key_destroyed': (values: { who: Text }) => string
      'signing.abandoned': (values: { who: Text }) => string
      'signer.delegated': (values: { who: Text; named: Text; reason: Text }) => string
      'signer.declined': (values: { who: Text; hasReason: boolean; reason: Text }) => string
      'signer.blocked': (values: { who: Text }) => string
      'signer.unblocked': (values: { who: Text }) => string
      'signer.updated': (values: { who: Text; hasChanged: boolean; changed: Text }) => string
      'signer.reminded': (values: { who: Text }) => string
      'signer.link_issued': (values: {
        who: Text
        hasOrigin: boolean
        origin: Text
        hasHost: boolean
        host: Text
      }) => string
      'signer.delivery_failed': (values: { who: Text; hasReason: boolean; reason: Text }) => string
      'message.sent': (values: { to: string; person: Text }) => string
      'sender.delivery_failed': (values: { hasReason: boolean; reason: Text }) => string
      'delegator.delivery_failed': (values: {
        person: Text
        hasReason: boolean
        reason: Text
      }) => string
      'copy.delivery_failed': (values: { person: Text; hasReason: boolean; reason: Text }) => string
      'message.kept': (values: { person: Text }) => string
      'document.updated': (values: {
        changed: Text
        hasRemoved: boolean
        removed: Text
        hasAdded: boolean
        added: Text
      }) => string
      'document.reactivated': (values: { deadline: Text }) => string
    }
    retentionMail: {
      subject: (values: { organisation: Text }) => string
      text: (values: { who: Text; organisation: Text; date: Text }) => string
      footer: (values: { email: Text; organisation: Text }) => string
      change: (values: { days: Text; before: Text }) => string
    }
    said: {
      retry: (values: { problem: Text; seconds: Text }) => string
      place: {
        line: (values: { line: Text }) => string
        header: (values: { number: Text }) => string
        column: (values: { column: Text }) => string
        before: (values: { places: Text; text: Text }) => string
      }
    }
  }
  verification: {
    page: {
      testText: (values: { names: Text }) => string
      counted: {
        signed: (values: { count: number }) => string
        seals: (values: { count: number }) => string
        stamps: (values: { count: number }) => string
      }
    }
    problems: {
      objects_unreadable: (values: { why: Text }) => string
      revision_incomplete: (values: { why: Text }) => string
      format_unknown: (values: { why: Text }) => string
      signature_unreadable: (values: { why: Text }) => string
      algorithm_unknown: (values: { why: Text }) => string
      algorithm_wrong: (values: { why: Text }) => string
      signature_broken: (values: { name: Text }) => string
      key_weak: (values: { name: Text }) => string
      timestamp_purpose: (values: { name: Text }) => string
      timestamp_invalid: (values: { why: Text }) => string
      timestamp_untrusted: (values: { name: Text }) => string
      issuer_untrusted: (values: { name: Text }) => string
      certificate_expired: (values: { name: Text }) => string
      certificate_revoked: (values: { name: Text }) => string
      certificate_purpose: (values: { name: Text }) => string
      certificate_unprocessable: (values: { name: Text; why: Text }) => string
      certificate_name_forbidden: (values: { name: Text }) => string
      certificate_weak: (values: { name: Text }) => string
      revocation_unknown: (values: { name: Text }) => string
      certification_violated: (values: { why: Text }) => string
      field_locked: (values: { why: Text }) => string
      changedAfter: (values: { name: Text; why: Text }) => string
    }
    changes: {
      signature_added: (values: { field: Text }) => string
      visible_signature_added: (values: { field: Text }) => string
      visible_field_added: (values: { field: Text }) => string
      signature_field_added: (values: { field: Text }) => string
      form_filled: (values: { field: Text; after: Text }) => string
      field_redrawn: (values: { field: Text }) => string
      page_changed: (values: { page: Text }) => string
      annotation_added: (values: { page: Text }) => string
      annotation_removed: (values: { page: Text }) => string
      field_changed: (values: { field: Text }) => string
      form_value_replaced: (values: { field: Text; before: Text; after: Text }) => string
      field_appearance_changed: (values: { field: Text; after: Text; before: Text }) => string
      field_covers_page: (values: { field: Text }) => string
      form_changed: (values: { part: Text }) => string
      signature_changed: (values: { field: Text }) => string
      field_covered: (values: { field: Text; part: Text }) => string
      false_signature_added: (values: { field: Text }) => string
      catalog_changed: (values: { part: Text }) => string
      object_changed: (values: { part: Text }) => string
      object_removed: (values: { part: Text }) => string
      object_slipped_in: (values: { part: Text }) => string
    }
    signers: {
      sealed: (values: { name: Text; field: Text }) => string
      signed: (values: { name: Text; field: Text }) => string
    }
    summary: {
      filled: (values: { fields: Text }) => string
      others: (values: { count: Text }) => string
      signatures: (values: { count: number; names: Text }) => string
      seals: (values: { count: number; names: Text }) => string
      both: (values: { signatures: Text; seals: Text }) => string
      filledAllowed: (values: { fields: Text }) => string
      stamped: (values: { since: Text }) => string
      signed: (values: { what: Text; since: Text }) => string
      and: (values: { first: Text; last: Text }) => string
      given: (values: { field: Text; now: Text }) => string
      replaced: (values: { field: Text; before: Text; now: Text }) => string
    }
  }
  site: {
    guides: {
      found: (values: { count: number }) => string
      best: (values: { most: Text }) => string
    }
    plans: {
      megabytes: (values: { size: Text }) => string
      days: (values: { days: Text }) => string
    }
  }
  accountMails: {
    confirm: {
      text: (values: { email: Text }) => string
    }
    known: {
      text: (values: { email: Text }) => string
    }
    reset: {
      text: (values: { email: Text }) => string
    }
    changed: {
      text: (values: { email: Text }) => string
    }
    factor: {
      text: (values: { email: Text }) => string
    }
    invitation: {
      subject: (values: { organisation: Text }) => string
      text: (values: { invitedBy: Text; email: Text; organisation: Text; role: Text }) => string
      footer: (values: { invitedBy: Text; email: Text }) => string
    }
    footers: {
      entered: (values: { email: Text }) => string
      owned: (values: { email: Text }) => string
    }
  }
  findings: {
    json_syntax: {
      detail: (values: { line: number; column: Text }) => string
    }
  }
  documentWarnings: {
    times: {
      many: (values: { count: Text }) => string
    }
    glyph_missing: {
      detail: (values: { text: Text; times: Text }) => string
    }
    font_replaced: {
      detail: (values: { text: Text; by: Text }) => string
    }
    embedded_font_ignored: {
      detail: (values: { text: Text }) => string
    }
    object_removed: {
      detail: (values: { text: Text }) => string
    }
    link_removed: {
      detail: (values: { text: Text }) => string
    }
    picture_not_loaded: {
      detail: (values: { text: Text }) => string
    }
    picture_unknown: {
      detail: (values: { text: Text }) => string
    }
    content_removed: {
      detail: (values: { text: Text }) => string
    }
    merge_field_left: {
      detail: (values: { text: Text; times: Text }) => string
    }
    field_frozen: {
      detail: (values: { text: Text }) => string
    }
  }
  faults: {
    messages: {
      callsPerDay: (values: { count: Text }) => string
    }
    phones: {
      ambiguous: (values: { place: Text }) => string
      worldwide: (values: { place: Text }) => string
      unknown: (values: { place: Text }) => string
      kind: (values: { place: Text; kind: Text }) => string
      extension: (values: { place: Text }) => string
      country: (values: { place: Text; country: Text }) => string
      mobile: (values: { national: Text; international: Text }) => string
      mobileAbroad: (values: { international: Text }) => string
      theseCountries: (values: { countries: Text }) => string
    }
    names: {
      disguised: {
        detail: (values: { place: Text }) => string
      }
      link: {
        detail: (values: { place: Text }) => string
      }
      mixed: {
        detail: (values: { place: Text }) => string
      }
      address: {
        detail: (values: { place: Text }) => string
      }
      reserved: {
        detail: (values: { place: Text }) => string
      }
      notifyAddress: {
        detail: (values: { place: Text; email: Text }) => string
        fix: (values: { email: Text }) => string
      }
    }
    tags: {
      doubledFix: (values: { inner: Text; written: Text }) => string
      otherwise: (values: { shown: Text }) => string
      otherTool: (values: { shown: Text; tool: Text }) => string
      write: (values: { tag: Text }) => string
    }
    values: {
      required: (values: { place: Text }) => string
      unknown: (values: { place: Text }) => string
      knownAre: (values: { place: Text; known: Text }) => string
      oneOf: (values: { place: Text; values: Text }) => string
      id: (values: { place: Text; prefix: Text }) => string
      type: (values: { place: Text; type: Text }) => string
      minLength: (values: { place: Text; limit: Text }) => string
      maxLength: (values: { place: Text; limit: Text }) => string
      minItems: (values: { place: Text; limit: Text }) => string
      maxItems: (values: { place: Text; limit: Text }) => string
      minimum: (values: { place: Text; limit: Text }) => string
      maximum: (values: { place: Text; limit: Text }) => string
      format: (values: { place: Text; format: Text }) => string
      uniqueItems: (values: { place: Text }) => string
      form: (values: { place: Text; form: string }) => string
    }
    documents: {
      refused: (values: { count: number; first: Text }) => string
    }
  }
  formNotes: {
    used: (values: { list: Text }) => string
    left: (values: { list: Text; why: Text }) => string
  }
  details: {
    accounts: {
      wrongKeys: (values: { max: Text; wait: Text }) => string
      publicCalls: (values: { max: Text; wait: Text }) => string
      planLacks: (values: { plan: Text; wanted: Text }) => string
      addressNotAllowed: (values: { ip: Text }) => string
      scopeMissing: (values: { wanted: string; held: string }) => string
      keysFull: (values: { plan: Text; limit: number; mode: 'live' | 'test' }) => string
      largerPlans: (values: { detail: Text; advice: Text }) => string
      quota: (values: {
        plan: Text
        limit: Text
        metric: 'documents' | 'signatures' | 'sms'
        used: Text
        running: number
        amount: Text
        resets: Text
      }) => string
      slots: (values: { plan: Text; slots: number }) => string
      rate: (values: { plan: Text; limit: Text; counted: Text; wait: Text }) => string
    }
    service: {
      otherRole: (values: { role: Text }) => string
      clockBack: (values: { seconds: Text }) => string
    }
    console: {
      price: (values: { max: Text }) => string
    }
    fields: {
      length: (values: { name: Text; max: Text }) => string
      trueFalse: (values: { name: Text }) => string
      json: (values: { name: Text }) => string
      notBoth: (values: { one: Text; other: Text }) => string
      oneOf: (values: { name: Text; words: Text }) => string
      oneOfNot: (values: { name: Text; values: Text; given: Text }) => string
      among: (values: { name: Text; values: Text }) => string
    }
    pdf: {
      pagesSearched: (values: { pages: Text; max: Text }) => string
      neither: (values: { kind: string }) => string
      encrypted: (values: { why: Text }) => string
      picture: (values: { why: Text }) => string
      unreadable: (values: { why: Text }) => string
      openAgain: (values: { why: Text }) => string
      notSignable: (values: { reasons: Text }) => string
      notDecrypted: (values: { why: Text }) => string
      budget: (values: {
        what: 'decoded' | 'objects' | 'parsed' | 'depth' | 'stream' | 'string' | 'name' | 'number'
        max: Text
      }) => string
      xmpTwice: (values: { title: Text }) => string
      damagedFile: (values: { why: Text }) => string
      signedDamaged: (values: { why: Text }) => string
    }
    fonts: {
      exists: (values: { family: Text; style: Text; id: Text }) => string
      most: (values: { max: Text }) => string
      bytes: (values: { max: Text }) => string
    }
    http: {
      bodyTooLarge: (values: { size: Text }) => string
      partNotUtf8: (values: { name: Text }) => string
      partTooLarge: (values: { name: Text; size: Text }) => string
      bytesMax: (values: { max: Text }) => string
      partTwice: (values: { name: Text }) => string
      charset: (values: { charset: Text }) => string
      sendAs: (values: { types: Text }) => string
      headersLarge: (values: { max: Text }) => string
      methods: (values: { allow: Text }) => string
      noSuchCall: (values: { method: Text; url: Text }) => string
      uploadsMost: (values: { max: Text; anonymous: boolean }) => string
      uploadsAll: (values: { running: Text }) => string
      encoding: (values: { encoding: Text }) => string
      partKind: (values: { name: Text; wanted: 'file' | 'text'; came: 'file' | 'text' }) => string
      partMissing: (values: { name: Text; what: Text }) => string
      partUnknown: (values: { name: Text; known: Text }) => string
      partNull: (values: { name: Text }) => string
    }
    messages: {
      textsMany: (values: {
        who: 'key' | 'account' | 'prefix'
        hour: Text
        day: Text
        minutes: Text
      }) => string
      recipients: (values: { max: Text; mailed: Text; fresh: Text; batches: boolean }) => string
    }
    authority: {
      notPublished: (values: { file: Text }) => string
      notConnected: (values: { name: Text }) => string
      noOuterSeal: (values: { why: Text }) => string
    }
    templates: {
      noVersion: (values: { version: Text }) => string
      most: (values: { max: Text }) => string
      errors: (values: { count: Text }) => string
    }
    webhooks: {
      most: (values: { max: Text; mode: 'live' | 'test' }) => string
      refused: (values: { problem: Text }) => string
      notPublic: (values: { host: Text; allowing: string }) => string
      long: (values: { max: Text }) => string
      https: (values: { allowing: Text }) => string
      port: (values: { port: Text }) => string
      host: (values: { host: Text; allowing: Text }) => string
    }
    codes: {
      perHour: (values: { max: Text; minutes: Text }) => string
      nextIn: (values: { seconds: Text }) => string
      wrong: (values: { left: Text }) => string
    }
    links: {
      ownCertificate: (values: { service: Text }) => string
      downloads: (values: { max: Text }) => string
      picture: (values: { max: Text }) => string
    }
    signers: {
      noFile: (values: { id: Text }) => string
      unknown: (values: { id: Text }) => string
      justMailed: (values: { email: Text }) => string
      notBlocked: (values: { status: Text }) => string
      actionsMost: (values: { done: 'reminded' | 'corrected'; max: Text; each: Text }) => string
      states: (values: { person: Text; document: Text }) => string
      linksMost: (values: { max: Text }) => string
      notRegistered: (values: { method: Text }) => string
      listedTwice: (values: { id: Text }) => string
      most: (values: { count: Text; max: Text }) => string
    }
    documents: {
      erased: (values: { ended: Text; erased: Text }) => string
      changed: (values: { id: Text }) => string
      pendingDelete: (values: { id: Text }) => string
      notDraft: (values: { status: Text }) => string
      notCancelled: (values: { status: Text }) => string
      noReminder: (values: { status: Text }) => string
      noSigned: (values: { status: Text }) => string
      noProof: (values: { status: Text }) => string
      noEvidence: (values: { status: Text }) => string
      notEditable: (values: { status: Text }) => string
      hasSigned: (values: { person: Text; members: Text }) => string
      isSigning: (values: { person: Text }) => string
      editsMost: (values: { max: Text }) => string
      notExpired: (values: { status: Text }) => string
    }
    branding: {
      logo: (values: { max: Text }) => string
    }
    requests: {
      filesMany: (values: { count: Text; max: Text }) => string
      filesLarge: (values: { size: Text; max: Text }) => string
      filesBytes: (values: { max: Text }) => string
      expiry: (values: { days: Text }) => string
      origin: (values: { allowed: string; path: Text }) => string
      file: (values: { pointer: Text; filename: Text; detail: Text }) => string
      tagsMany: (values: { max: Text }) => string
      archiveBytes: (values: { max: Text }) => string
      evidenceMany: (values: { max: Text }) => string
    }
    bulk: {
      unfinished: (values: { max: Text }) => string
      badRows: (values: { choices: Text }) => string
      notStarted: (values: { status: Text }) => string
      already: (values: { status: Text }) => string
    }
    drafts: {
      most: (values: { held: Text; max: Text }) => string
      bytes: (values: { held: Text; max: Text; size: Text }) => string
    }
    requestTemplates: {
      most: (values: { held: Text }) => string
      bytes: (values: { max: Text }) => string
      rendered: (values: { id: Text }) => string
    }
    openLinks: {
      most: (values: { max: Text }) => string
      role: (values: { at: Text; names: Text }) => string
      roleFixed: (values: { at: Text }) => string
      roleStated: (values: { at: Text }) => string
      other: (values: { at: Text; role: Text }) => string
      past: (values: { at: Text }) => string
      work: (values: { at: Text }) => string
      invitation: (values: { at: Text }) => string
      codes: (values: { minutes: number }) => string
    }
    orders: {
      ended: (values: { why: Text }) => string
      problem: (values: { title: Text; why: Text }) => string
    }
    rendering: {
      password: (values: { format: Text }) => string
      pictureTwice: (values: { name: Text }) => string
    }
    data: {
      unusable: (values: { detail: Text; pointer: string }) => string
      unusables: (values: { count: Text }) => string
      wrong: (values: { count: number; detail: Text }) => string
      missing: (values: { count: number }) => string
      templateError: (values: { detail: Text }) => string
      templateErrors: (values: { count: Text }) => string
      filterWork: (values: { max: Text }) => string
      tagsMost: (values: { max: Text }) => string
      sectionsMost: (values: { max: Text; part: Text }) => string
      partXml: (values: { name: Text }) => string
      expansionMost: (values: { max: Text }) => string
      outputMost: (values: { max: Text }) => string
      partDamaged: (values: { name: Text }) => string
      lint: (values: { detail: Text; more: number }) => string
      mapping: (values: { count: Text; detail: Text }) => string
    }
    converter: {
      fullOwn: (values: { max: Text }) => string
      fullAll: (values: { max: Text }) => string
      late: (values: { seconds: Text }) => string
      time: (values: { seconds: Text }) => string
      memory: (values: { memoryMb: Text }) => string
      again: (values: { detail: Text }) => string
      refused: (values: { stage: string; reason: Text }) => string
      hopeless: (values: { count: Text; what: Text; seconds: Text }) => string
      hopelessFix: (values: { count: Text }) => string
    }
    inputs: {
      hidden: (values: { at: Text }) => string
      markup: (values: { at: Text }) => string
      blank: (values: { at: Text }) => string
      bound: (values: { at: Text; isDay: boolean }) => string
      boundOrder: (values: { at: Text }) => string
      options: (values: { at: Text; type: Text }) => string
      optionSpace: (values: { at: Text }) => string
      optionTwice: (values: { at: Text }) => string
      sender: (values: { at: Text; fault: string }) => string
      given: (values: {
        at: Text
        fault: string
        isRequired: boolean
        length: Text
        min: Text
        max: Text
      }) => string
      noRoom: (values: { at: Text }) => string
      nameMissing: (values: { at: Text; type: Text }) => string
      nameProto: (values: { at: Text }) => string
      member: (values: { at: Text; type: Text }) => string
      signatureMember: (values: { at: Text }) => string
      signatureHidden: (values: { at: Text }) => string
      signaturePages: (values: { at: Text }) => string
      keptLong: (values: { at: Text; max: Text }) => string
      strokes: (values: { at: Text; count: Text; max: Text }) => string
      computedMember: (values: { at: Text }) => string
      formula: (values: { at: Text; rest: string }) => string
      formulaKind: (values: { at: Text; isDay: boolean }) => string
      ruleUnknown: (values: {
        at: Text
        name: Text
        isOwn: boolean
        signer: Text
        names: string
      }) => string
      ruleSigner: (values: { at: Text; signer: Text }) => string
      ruleLater: (values: { at: Text; name: Text; signer: Text }) => string
      ruleCircle: (values: { at: Text; path: Text }) => string
      ruleKind: (values: {
        at: Text
        operator: Text
        name: Text
        type: Text
        operators: Text
      }) => string
      ruleValue: (values: { at: Text; kind: string; name: Text }) => string
      fileUnknown: (values: { at: Text; number: Text; count: number }) => string
      tooMany: (values: {
        at: Text
        count: Text
        what: 'places' | 'placesFile' | 'inputs' | 'files' | 'allInputs' | 'allFiles'
        max: Text
      }) => string
      spotsMany: (values: { at: Text; count: Text; max: Text }) => string
      repeated: (values: { at: Text }) => string
    }
    places: {
      overlaps: (values: { at: Text; other: Text }) => string
      noPage: (values: { at: Text; page: Text; pages: number }) => string
      small: (values: {
        at: Text
        width: Text
        height: Text
        minWidth: Text
        minHeight: Text
      }) => string
      outside: (values: { at: Text; page: Text; width: Text; height: Text }) => string
      covers: (values: {
        at: Text
        name: Text
        page: Text
        x: Text
        y: Text
        width: Text
        height: Text
      }) => string
      nobody: (values: { name: Text; count: number }) => string
      twoTags: (values: { name: Text; signer: Text }) => string
      tagsMany: (values: { count: Text; what: 'inputs' | 'files'; max: Text }) => string
      tagOf: (values: { name: Text; detail: Text }) => string
      formMany: (values: {
        perSigner: Text
        perRequest: Text
        places: Text
        signatures: Text
      }) => string
      filesDiffer: (values: { one: Text; other: Text; name: Text }) => string
      noText: (values: { anchor: Text; near: string; page: Text }) => string
      noOccurrence: (values: { anchor: Text; count: number; occurrence: Text }) => string
      tagUnusable: (values: { tag: Text; why: Text }) => string
      tagUnclosed: (values: { tag: Text }) => string
      kept: (values: { name: Text; page: Text; pages: number }) => string
    }
    people: {
      noService: (values: { at: Text }) => string
      otherService: (values: { at: Text; name: Text }) => string
      certificateAction: (values: { at: Text }) => string
      certificateDelegation: (values: { at: Text }) => string
      certificateStep: (values: { at: Text; step: Text }) => string
      certificateName: (values: { at: Text }) => string
      certificateFiles: (values: { at: Text }) => string
      certificatePlaces: (values: { at: Text; count: Text }) => string
      hasPart: (values: { at: Text }) => string
      ownPhone: (values: { at: Text }) => string
      delegateMail: (values: { at: Text }) => string
      nobodySigns: (values: { at: Text }) => string
      approverFields: (values: { at: Text }) => string
      notWitness: (values: { at: Text }) => string
      witnessOf: (values: { at: Text }) => string
      witnessSame: (values: { at: Text }) => string
      witnessOrder: (values: { at: Text; step: Text }) => string
      witnessPair: (values: { at: Text }) => string
      copyTwice: (values: { at: Text }) => string
      copyTaken: (values: { at: Text }) => string
      host: (values: { at: Text }) => string
      signerTwice: (values: { at: Text }) => string
      phoneMissing: (values: { at: Text }) => string
      level: (values: { at: Text; method: Text; level: Text; others: Text }) => string
      method: (values: { at: Text; method: Text; others: Text }) => string
      verifiedAt: (values: { at: Text }) => string
      fileNumber: (values: { number: Text; count: number }) => string
      noMails: (values: { at: Text; what: 'link' | 'codes' }) => string
      noTexts: (values: { at: Text; method: Text }) => string
      period: (values: { name: Text; min: Text; max: Text }) => string
      originsMost: (values: { max: Text }) => string
      originInvalid: (values: { text: Text }) => string
    }
    roles: {
      missing: (values: { key: Text; names: Text }) => string
      dataUnused: (values: { member: Text }) => string
      twice: (values: { at: Text }) => string
      witnessOf: (values: { at: Text; names: string }) => string
      fieldUnknown: (values: { at: Text; names: string }) => string
      unknown: (values: { at: Text; names: Text }) => string
      personTwice: (values: { at: Text }) => string
      noPerson: (values: { role: Text }) => string
      named: (values: { role: Text }) => string
    }
    lists: {
      line: (values: { line: Text; detail: Text }) => string
      most: (values: { max: Text }) => string
      quote: (values: { line: Text }) => string
      csv: (values: { line: Text }) => string
      columnsMost: (values: { line: Text; count: Text; max: Text }) => string
      noColumn: (values: { number: Text }) => string
      cellLong: (values: { column: Text; count: Text; max: Text }) => string
      cellHidden: (values: { column: Text }) => string
      lineLong: (values: { count: Text; max: Text }) => string
      columnTwice: (values: { line: Text; number: Text; name: Text }) => string
      columnUnknown: (values: { line: Text; number: Text; name: Text; known: Text }) => string
      noHeader: (values: { line: Text; known: Text }) => string
      encoding: (values: { encoding: Text }) => string
    }
    tagFaults: {
      answer: (values: { text: Text; key: Text }) => string
      length: (values: { text: Text; key: Text }) => string
      optionLength: (values: { max: Text }) => string
      optionsMany: (values: { count: Text; max: Text }) => string
      whole: (values: { text: Text; key: Text; max: Text }) => string
      noSetting: (values: { text: Text }) => string
      settingUnknown: (values: { name: Text; known: Text }) => string
      twice: (values: { name: Text }) => string
      noValue: (values: { name: Text }) => string
      type: (values: { text: Text; known: Text }) => string
      label: (values: { max: Text }) => string
      optionsMissing: (values: { type: Text }) => string
      signer: (values: { text: Text }) => string
      name: (values: { text: Text }) => string
    }
    exceeded: {
      signing: (values: { seconds: Text; memoryMb: Text }) => string
      reading: (values: { seconds: Text; memoryMb: Text }) => string
      merging: (values: { seconds: Text; memoryMb: Text }) => string
      searching: (values: { seconds: Text; memoryMb: Text }) => string
      finishing: (values: { seconds: Text; memoryMb: Text }) => string
      invoices: (values: { seconds: Text; memoryMb: Text }) => string
    }
    images: {
      unusable: (values: { name: string; why: Text }) => string
      kind: (values: { kind: string; accepted: Text }) => string
      bytes: (values: { bytes: Text; max: Text }) => string
      pixels: (values: { width: Text; height: Text; max: Text }) => string
      megapixels: (values: { width: Text; height: Text; max: Text }) => string
      damaged: (values: { format: Text }) => string
    }
    invoices: {
      invalid: (values: {
        count: number
        profile: Text
        max: number
        code: Text
        place: string
        detail: Text
      }) => string
      fileKind: (values: { kind: Text }) => string
      part: (values: { part: Text; detail: Text; fix: Text }) => string
      packed: (values: { filters: Text }) => string
      unpacked: (values: { max: Text }) => string
      none: (values: { names: Text }) => string
      notHeld: (values: { name: Text }) => string
      notCii: (values: { root: Text }) => string
      xmlEncoding: (values: { encoding: Text }) => string
      xmlBytes: (values: { max: Text }) => string
      xmlUnreadable: (values: { why: Text }) => string
      xmlElements: (values: { max: Text }) => string
      xmlDepth: (values: { max: Text }) => string
    }
    invoiceFaults: {
      wrongKind: (values: {
        wanted: 'object' | 'list' | 'decimal' | 'text'
        given: string
      }) => string
      unknownField: (values: { name: Text }) => string
      listLong: (values: { count: Text; max: Text }) => string
      notDecimal: (values: { text: Text }) => string
      notListed: (values: { text: Text; values: Text }) => string
      notDate: (values: { text: Text }) => string
      hiddenCharacter: (values: { character: Text }) => string
      conflict: (values: { name: Text; wanted: Text; given: Text }) => string
      mappedList: (values: { kind: Text }) => string
      mappedValue: (values: { message: Text }) => string
      sum: (values: { value: Text; formula: Text; expected: Text }) => string
      price: (values: { net: Text; expected: Text }) => string
      negative: (values: { amount: Text }) => string
      exemptions: (values: { vat: Text; one: Text; other: Text }) => string
      emptyRow: (values: { vat: Text }) => string
      noParent: (values: { id: Text }) => string
      twoSirens: (values: { siren: Text; legalId: Text }) => string
      rounding: (values: { profile: Text }) => string
      dropped: (values: { profile: Text }) => string
      lineIdTwice: (values: { id: Text }) => string
      termPart: (values: { part: 'days' | 'percent' | 'dueDate' }) => string
      parts: (values: { total: Text; due: Text }) => string
      termsInWords: (values: { profile: Text }) => string
      takenName: (values: { isReserved: boolean }) => string
      attachments: (values: {
        isMany: boolean
        count: Text
        size: Text
        max: Text
        sizeMax: Text
      }) => string
      unknownProfile: (values: { guideline: Text }) => string
      notRead: (values: { path: Text }) => string
      schema: (values: {
        path: Text
        kind:
          | 'missing'
          | 'notExpected'
          | 'text'
          | 'value'
          | 'attributeMissing'
          | 'attributeNotExpected'
        name: Text
      }) => string
      'BR-FR-CPRO-02': (values: { max: Text }) => string
      'BR-FR-CPRO-14': (values: { max: Text }) => string
      'BR-FR-CPRO-15': (values: { max: Text }) => string
      'BR-FR-CPRO-30': (values: { max: Text }) => string
      'BR-FR-CPRO-31': (values: { max: Text }) => string
      'BR-FR-CPRO-34': (values: { max: Text }) => string
      'BR-FR-CPRO-35': (values: { max: Text }) => string
      'BR-FR-CPRO-36': (values: { max: Text }) => string
      'BR-FR-CPRO-37': (values: { max: Text }) => string
      'BR-FR-CPRO-38': (values: { max: Text }) => string
      'BR-FR-CPRO-39': (values: { max: Text }) => string
      'BR-FR-CPRO-41': (values: { max: Text }) => string
      'BR-FR-CPRO-42': (values: { max: Text }) => string
      'BR-FR-CPRO-43': (values: { max: Text }) => string
      'BR-FR-CPRO-44': (values: { max: Text }) => string
    }
    invoiceFixes: {
      unknownField: (values: { hasMeant: boolean; meant: Text; valid: Text }) => string
      listLong: (values: { max: Text }) => string
      negative: (values: { isCredit: boolean }) => string
      dropped: (values: { needed: Text }) => string
    }
    formulas: {
      rowBase: (values: { vat: Text }) => string
    }
    invoiceWords: {
      given: (values: { given: Text }) => string
      compared: (values: { given: Text; expected: Text }) => string
      percentOfNothing: (values: { percent: Text; why: string; vat: Text }) => string
      field: (values: { path: Text }) => string
      french: (values: { text: Text; path: Text }) => string
    }
    credit: {
      isNote: (values: { type: Text }) => string
      other: (values: { name: Text; invoice: Text }) => string
      twice: (values: { name: Text }) => string
      strangeLine: (values: { name: Text; line: Text }) => string
      noLines: (values: { profile: string }) => string
      done: (values: { line: Text }) => string
      quantity: (values: { quantity: Text; line: Text; left: Text; all: Text }) => string
      quantityFix: (values: { left: Text }) => string
      amount: (values: { amount: Text; line: Text; left: Text; all: Text }) => string
      amountFix: (values: { left: Text }) => string
      noLine: (values: { line: Text }) => string
      twoLines: (values: { line: Text }) => string
      lineFix: (values: { lines: Text }) => string
      namedTwice: (values: { line: Text }) => string
    }
    mappings: {
      overlap: (values: { one: Text; other: Text }) => string
      rule: (values: { target: Text }) => string
      noList: (values: { target: Text }) => string
      depth: (values: { max: Text }) => string
      target: (values: { name: Text }) => string
      most: (values: { max: Text }) => string
      valid: (values: { names: string }) => string
    }
    unsignable: {
      contains: (values: { what: Text }) => string
      fieldTaken: (values: { name: Text }) => string
      differsOnPaper: (values: { page: Text }) => string
      differsByZoom: (values: { page: Text }) => string
      tooMuchToDraw: (values: { drawn: Text; pages: Text }) => string
      undrawable: (values: { why: Text }) => string
    }
  }
}
