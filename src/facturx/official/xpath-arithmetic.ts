/** Arithmetic of XPath 2.0 (3.4): exact for decimals, IEEE 754 for doubles. */
import Big from 'big.js'
import type { Arithmetic } from './xpath-syntax.ts'
import { type Atomic, asDouble, big, Double, numberOf, XPathError } from './xpath-values.ts'

function exact(operator: Arithmetic, a: Big, b: Big): Big {
  switch (operator) {
    case '+':
      return a.plus(b)
    case '-':
      return a.minus(b)
    case '*':
      return a.times(b)
    default:
      if (b.eq(0)) throw new XPathError('division by zero')
      if (operator === 'mod') return a.mod(b)
      return a.div(b)
  }
}

function floating(operator: Arithmetic, a: number, b: number): number {
  switch (operator) {
    case '+':
      return a + b
    case '-':
      return a - b
    case '*':
      return a * b
    case 'mod':
      return a % b
    default:
      return a / b
  }
}

/** Calculates with two values. @throws XPathError for what is no number, or divided by zero */
export function calculate(operator: Arithmetic, left: Atomic, right: Atomic): Atomic {
  const [a, b] = [numberOf(left), numberOf(right)]
  if (a instanceof Double || b instanceof Double) {
    const value = floating(operator, asDouble(a), asDouble(b))
    return operator === 'idiv' ? Math.trunc(value) : new Double(value)
  }
  if (typeof a === 'number' && typeof b === 'number' && operator !== 'div' && operator !== 'idiv') {
    if (operator === 'mod' && b === 0) throw new XPathError('division by zero')
    const value = floating(operator, a, b)
    if (Number.isSafeInteger(value)) return value
  }
  const value = exact(operator, big(a), big(b))
  return operator === 'idiv' ? Number(value.round(0, Big.roundDown)) : value
}

/** Rounds halves upwards (XPath 2.0 `fn:round`). */
export function rounded(value: number | Big | Double): Atomic {
  if (typeof value === 'number') return value
  if (value instanceof Double)
    return new Double(Number.isFinite(value.value) ? Math.floor(value.value + 0.5) : value.value)
  const down = value.round(0, Big.roundDown)
  const rest = value.minus(down)
  if (rest.gte(0.5)) return down.plus(1)
  return rest.lt(-0.5) ? down.minus(1) : down
}
