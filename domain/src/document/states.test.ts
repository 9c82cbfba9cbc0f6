import { describe, expect, test } from 'vitest';
import { decimal } from '../decimal.ts';
import { refusalOf } from '../testing.ts';
import type { DocumentAction, StateFacts } from './states.ts';
import { documentSteps, expectAllowed, progressOfLines, wireStatus } from './states.ts';

const fresh: StateFacts = {
  number: 'XSDD26110000001',
  approval: 'draft',
  deleted: false,
  closed: false,
  progress: 'none',
  purchaseProgress: 'none',
};
const states = {
  draft: fresh,
  approved: { ...fresh, approval: 'approved' },
  partial: { ...fresh, approval: 'approved', progress: 'partial' },
  complete: { ...fresh, approval: 'approved', progress: 'complete' },
  closed: { ...fresh, approval: 'approved', progress: 'partial', closed: true },
  deleted: { ...fresh, deleted: true },
} as const satisfies Record<string, StateFacts>;

const allowed: Record<keyof typeof states, readonly DocumentAction[]> = {
  draft: ['edit', 'delete', 'approve'],
  approved: ['unapprove', 'convert'],
  partial: ['forceClose', 'convert'],
  complete: [],
  closed: [],
  deleted: [],
};

describe.each(Object.keys(states) as (keyof typeof states)[])('a document in state %s', (state) => {
  test.each(Object.keys(documentSteps) as DocumentAction[])(
    'allows or refuses the action: %s',
    (action) => {
      const refusal = state === 'deleted' ? 'document.deleted' : documentSteps[action].refusal;
      expect(refusalOf(() => expectAllowed(action, states[state]))).toBe(
        allowed[state].includes(action) ? null : refusal,
      );
    },
  );
});

test.each([
  ['partial', 'document.purchasePartial'],
  ['complete', 'document.purchaseComplete'],
] as const)('an order with a purchase in state %s stays approved', (purchaseProgress, refusal) => {
  expect(
    refusalOf(() => expectAllowed('unapprove', { ...states.approved, purchaseProgress })),
  ).toBe(refusal);
});

test.each([
  ['draft', '0'],
  ['approved', '1'],
  ['partial', '3'],
  ['complete', '2'],
  ['closed', '2'],
] as const)('a document in state %s has the wire status %s', (state, status) => {
  expect(wireStatus(states[state])).toBe(status);
});

const line = (quantity: number, done: number) => ({
  baseQuantity: decimal(quantity),
  done: decimal(done),
});

test.each([
  // An order of 10 x and 5 y.
  ['no receipt', [line(10, 0), line(5, 0)], 'none'],
  ['x 4', [line(10, 4), line(5, 0)], 'partial'],
  ['x 4 and x 6, y 5', [line(10, 10), line(5, 5)], 'complete'],
  ['more than ordered', [line(10, 12), line(5, 5)], 'complete'],
  ['one line done, one open', [line(10, 10), line(5, 0)], 'partial'],
  ['a line of nothing does not count', [line(10, 10), line(0, 0)], 'complete'],
  ['no lines at all', [], 'none'],
] as const)(
  'the progress of a document follows from its line quantities: %s',
  (_, lines, progress) => {
    expect(progressOfLines(lines)).toBe(progress);
  },
);
