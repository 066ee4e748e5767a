import { expect, test } from 'vitest'
import { withPlanAdvice } from '../../../src/accounts/plans.ts'
import { AppError } from '../../../src/kernel/errors.ts'

test('where a plan refuses, the operator’s way to a larger one stands at the end, and all else stays', () => {
  const refused = new AppError('quota_exceeded', 'Used up.', { retryAfterSeconds: 60 })
  expect(withPlanAdvice(refused, 'https://example.com/plans')).toMatchObject({
    code: 'quota_exceeded',
    message: 'Used up. Larger plans: https://example.com/plans',
    retryAfterSeconds: 60,
  })
})

test('without advice, and for what no plan would change, an error is the one that it was', () => {
  const refused = new AppError('quota_exceeded', 'Used up.')
  expect(withPlanAdvice(refused, '')).toBe(refused)
  const wrong = new AppError('validation_failed', 'Wrong.')
  expect(withPlanAdvice(wrong, 'https://example.com/plans')).toBe(wrong)
})
