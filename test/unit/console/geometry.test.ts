import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Box,
  freeBox,
  onPage,
  pressed,
  resized,
  SIGNATURE,
} from '../../../src/browser/console/compose/geometry.ts'

const A4 = { width: 595, height: 842 }
const number = fc.double({ min: -2_000, max: 2_000, noNaN: true })
const boxes = fc.record({ x: number, y: number, width: number, height: number })

const isOn = ({ x, y, width, height }: Box): boolean =>
  x >= 0 &&
  y >= 0 &&
  width >= SIGNATURE.min.width &&
  height >= SIGNATURE.min.height &&
  x + width <= A4.width + 0.1 &&
  y + height <= A4.height + 0.1

describe('a place for a signature', () => {
  test('is on its page, large enough to be read, wherever it is dropped', () => {
    fc.assert(fc.property(boxes, (box) => isOn(onPage(box, A4))))
  })

  test('stays so whatever keys are pressed', () => {
    const key = fc.constantFrom('ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown')
    const presses = fc.array(fc.tuple(key, fc.boolean()), { maxLength: 300 })
    fc.assert(
      fc.property(presses, (list) => {
        let box: Box = freeBox(A4, [])
        for (const [name, shift] of list) {
          const next = pressed(name, shift, box, A4)
          if (next === undefined || !isOn(next)) return false
          box = next
        }
        return true
      }),
    )
  })

  test('moves by arrow keys, changes its size with Shift, and leaves other keys alone', () => {
    const box = { x: 100, y: 100, width: 170, height: 57 }
    expect(pressed('ArrowRight', false, box, A4)).toEqual({ ...box, x: 105 })
    expect(pressed('ArrowUp', false, box, A4)).toEqual({ ...box, y: 95 })
    expect(pressed('ArrowLeft', true, box, A4)).toEqual({ ...box, width: 165 })
    expect(pressed('Enter', false, box, A4)).toBeUndefined()
    expect(pressed('constructor', false, box, A4)).toBeUndefined()
  })

  test('is made larger up to the edge, its upper left corner where it was', () => {
    const box = { x: 400, y: 700, width: 100, height: 50 }
    const large = resized(box, { width: 900, height: 900 }, A4)
    expect(large).toEqual({ x: 400, y: 700, width: 195, height: 142 })
  })

  test('that is placed by key is put where nothing else is, as long as there is room', () => {
    const taken: Box[] = []
    for (let count = 0; count < 12; count += 1) {
      const box = freeBox(A4, taken)
      expect(isOn(box)).toBe(true)
      const covered = taken.some(
        (other) =>
          box.x < other.x + other.width &&
          other.x < box.x + box.width &&
          box.y < other.y + other.height &&
          other.y < box.y + box.height,
      )
      expect(covered).toBe(false)
      taken.push(box)
    }
    expect(taken[0]).toMatchObject({ width: SIGNATURE.width, height: SIGNATURE.height })
  })
})
