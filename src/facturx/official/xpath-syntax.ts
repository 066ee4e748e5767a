/** The syntax of the XPath 2.0 expressions in the official sheets. */

/** Operators that compare: of XPath 1 (`=`), any pair of two sequences; by name (`eq`), two single values. */
export type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>='
/** Operators on numbers. */
export type Arithmetic = '+' | '-' | '*' | 'div' | 'idiv' | 'mod'
/** The axes that occur. */
export type Axis =
  | ('self' | 'attribute' | 'child' | 'descendant' | 'descendant-or-self')
  | ('parent' | 'ancestor' | 'ancestor-or-self')
  | ('preceding' | 'preceding-sibling' | 'following-sibling')

/** A step along an axis (`test` is a prefixed name, `*` or `node()`), or an expression evaluated at each node. */
export type Step =
  | { axis: Axis; test: string; predicates: Expression[] }
  | { expression: Expression; predicates: Expression[] }

/** A variable and what it is bound to. */
export interface Binding {
  name: string
  value: Expression
}

/** What an expression binds, at least one variable. */
export type Bindings = [Binding, ...Binding[]]

/** A parsed expression. */
export type Expression =
  | { kind: 'integer'; value: number }
  | { kind: 'decimal'; value: string }
  | { kind: 'string'; value: string }
  | { kind: 'variable'; name: string }
  | { kind: 'context' }
  | { kind: 'sequence'; items: Expression[] }
  | { kind: 'for'; bindings: Bindings; body: Expression }
  | { kind: 'some' | 'every'; bindings: Bindings; body: Expression }
  | { kind: 'if'; test: Expression; then: Expression; otherwise: Expression }
  | { kind: 'or' | 'and'; left: Expression; right: Expression }
  | { kind: 'union'; left: Expression; right: Expression }
  | {
      kind: 'compare'
      operator: Comparison
      single: boolean
      left: Expression
      right: Expression
    }
  | { kind: 'arithmetic'; operator: Arithmetic; left: Expression; right: Expression }
  | { kind: 'negative'; operand: Expression }
  | { kind: 'castable'; operand: Expression; type: string }
  | { kind: 'path'; absolute: boolean; steps: Step[] }
  | { kind: 'call'; name: string; parameters: Expression[] }
