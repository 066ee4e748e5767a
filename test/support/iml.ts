/**
 * IML, the language of expressions in Make apps. Make publishes no parser of it as a package; this reads the part that our app
 * uses, and throws at any other.
 */

type Json = Record<string, unknown>

/** The variables of an expression: `parameters`, `connection`, `body` … */
export type Scope = Record<string, unknown>

const TOKEN = /\s*(?:('[^']*')|`([^`]+)`|([A-Za-z_]\w*)|(==|!=|&&|\|\||[().,]))/y

const FUNCTIONS: Record<string, (...given: unknown[]) => unknown> = {
  parseJSON: (text) => JSON.parse(String(text)),
  createJSON: (value) => JSON.stringify(value),
  replace: (text, what, by) => {
    const pattern = /^\/(.*)\/$/.exec(String(what))?.[1]
    return String(text).replace(
      pattern === undefined ? String(what) : new RegExp(pattern, 'g'),
      String(by),
    )
  },
}

/** One expression between `{{` and `}}`. */
class Expression {
  readonly #tokens: string[] = []
  readonly #scope: Scope

  constructor(text: string, scope: Scope) {
    this.#scope = scope
    TOKEN.lastIndex = 0
    for (let at = 0; at < text.trimEnd().length; at = TOKEN.lastIndex) {
      const found = TOKEN.exec(text)
      if (found === null) throw new Error(`not in the IML that is read here: ${text}`)
      const [, quoted, ticked, name, sign] = found
      this.#tokens.push(quoted ?? (ticked === undefined ? (name ?? sign ?? '') : `\`${ticked}`))
    }
  }

  value(): unknown {
    const value = this.#either()
    if (this.#tokens.length > 0) throw new Error(`unread: ${this.#tokens.join(' ')}`)
    return value
  }

  #either(): unknown {
    let value = this.#compared()
    while (this.#tokens[0] === '&&' || this.#tokens[0] === '||') {
      const isAnd = this.#tokens.shift() === '&&'
      const right = this.#compared()
      value = isAnd ? value && right : value || right
    }
    return value
  }

  #compared(): unknown {
    const left = this.#path()
    if (this.#tokens[0] !== '==' && this.#tokens[0] !== '!=') return left
    const wanted = this.#tokens.shift() === '=='
    return (left === this.#path()) === wanted
  }

  #path(): unknown {
    const name = this.#tokens.shift() ?? ''
    if (name.startsWith("'")) return name.slice(1, -1)
    if (this.#tokens[0] === '(') return this.#called(name)
    if (!(name in this.#scope)) throw new Error(`there is no variable ${name} here`)
    let value = this.#scope[name]
    while (this.#tokens[0] === '.') {
      this.#tokens.shift()
      const member = (this.#tokens.shift() ?? '').replace(/^`/, '')
      value = (value as Json | undefined)?.[member]
    }
    return value
  }

  #called(name: string): unknown {
    const given: unknown[] = []
    do {
      this.#tokens.shift()
      given.push(this.#either())
    } while (this.#tokens[0] === ',')
    if (this.#tokens.shift() !== ')') throw new Error(`${name} is not closed`)
    const run = FUNCTIONS[name]
    if (run === undefined) throw new Error(`there is no function ${name}`)
    return run(...given)
  }
}

/** A value with its expressions filled in; what is undefined is left out of objects. */
export function render(value: unknown, scope: Scope): unknown {
  if (typeof value === 'string') {
    const whole = /^\{\{((?:(?!\}\}).)*)\}\}$/s.exec(value)?.[1]
    if (whole !== undefined) return new Expression(whole, scope).value()
    return value.replace(/\{\{(.*?)\}\}/gs, (_all, text: string) =>
      String(new Expression(text, scope).value() ?? ''),
    )
  }
  if (Array.isArray(value)) return value.map((one) => render(one, scope))
  if (value === null || typeof value !== 'object' || Buffer.isBuffer(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, part]) => [name, render(part, scope)] as const)
      .filter(([, part]) => part !== undefined),
  )
}
