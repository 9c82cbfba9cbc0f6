import { describe, expect, test } from 'vitest';
import { decimal } from '../decimal.ts';
import { refusalOf } from '../testing.ts';
import {
  afterChange,
  isOrder,
  isStaged,
  orderSteps,
  stageOfOrder,
  applyOrderAction,
} from './orderLife.ts';
import type { OrderAction, OrderFacts, StageFacts } from './orderLife.ts';
import { kindCodes } from './kindCode.ts';

const draft: StageFacts & OrderFacts = {
  number: 'XSDD26110000001',
  approval: 'draft',
  deleted: false,
  closed: false,
  progress: 'none',
  purchaseProgress: 'none',
  confirmation: 'none',
  push: 'none',
  arrived: false,
  cancelReason: null,
  deposit: decimal(0),
  depositLeft: decimal(0),
  total: decimal(100),
  coming: false,
  tallying: false,
  freighted: false,
  packed: false,
};
const approved: StageFacts & OrderFacts = { ...draft, approval: 'approved' };
const orders = {
  draft,
  approved,
  'bought for': { ...approved, purchaseProgress: 'partial' },
  'partly delivered': { ...approved, progress: 'partial' },
  delivered: { ...approved, progress: 'complete' },
  arrived: { ...approved, progress: 'complete', arrived: true },
  completed: { ...approved, closed: true },
  cancelled: { ...approved, closed: true, cancelReason: 'out of season' },
  asked: { ...approved, confirmation: 'waiting' },
  confirmed: { ...approved, confirmation: 'confirmed' },
  pushed: { ...approved, push: 'pushed' },
  'changed since': { ...approved, push: 'changed' },
} as const satisfies Record<string, StageFacts & OrderFacts>;

const allowed: Record<keyof typeof orders, readonly OrderAction[]> = {
  draft: [],
  approved: ['complete', 'cancel', 'askConfirmation', 'push'],
  'bought for': ['complete', 'askConfirmation', 'push'],
  'partly delivered': ['complete', 'askConfirmation', 'push'],
  delivered: ['complete', 'askConfirmation', 'push', 'arrive'],
  arrived: ['complete', 'askConfirmation', 'push'],
  completed: ['unfreeze', 'push'],
  cancelled: ['push'],
  asked: ['complete', 'cancel', 'confirm', 'push'],
  confirmed: ['complete', 'cancel', 'push'],
  pushed: ['complete', 'cancel', 'askConfirmation'],
  'changed since': ['complete', 'cancel', 'askConfirmation', 'push'],
};

describe.each(Object.keys(orders) as (keyof typeof orders)[])('an order that is %s', (name) => {
  test.each(Object.keys(orderSteps) as OrderAction[])(
    'allows or refuses the action: %s',
    (action) => {
      expect(refusalOf(() => applyOrderAction(action, orders[name]))).toBe(
        allowed[name].includes(action) ? null : orderSteps[action].refusal,
      );
    },
  );
});

test('a deleted order refuses every action', () => {
  const deleted = { ...approved, deleted: true };
  for (const action of Object.keys(orderSteps) as OrderAction[])
    expect(refusalOf(() => applyOrderAction(action, deleted))).toBe('document.deleted');
});

test('an order with an unrefunded deposit cannot be cancelled, and a refunded order can', () => {
  const paid = { ...approved, deposit: decimal(10), depositLeft: decimal(4) };
  expect(refusalOf(() => applyOrderAction('cancel', paid))).toBe('order.depositKept');
  expect(
    refusalOf(() => applyOrderAction('cancel', { ...paid, depositLeft: decimal(0) })),
  ).toBeNull();
});

test('a change of agreed terms requires a new confirmation and marks a pushed order as changed', () => {
  const whole = { agreed: true, anything: true };
  expect(afterChange(orders.confirmed, whole)).toMatchObject({
    confirmation: 'waiting',
    push: 'none',
  });
  expect(afterChange(orders.pushed, whole)).toMatchObject({
    confirmation: 'none',
    push: 'changed',
  });
  expect(afterChange(orders['changed since'], whole)).toMatchObject({ push: 'changed' });
});

test('a change outside the agreed terms marks a pushed order as changed, an empty change nothing', () => {
  const both = { ...orders.confirmed, push: 'pushed' } as const;
  expect(afterChange(both, { agreed: false, anything: true })).toMatchObject({
    confirmation: 'confirmed',
    push: 'changed',
  });
  expect(afterChange(both, { agreed: false, anything: false })).toEqual(both);
});

test('only orders have a life cycle of confirmation, push and close', () => {
  expect(kindCodes.filter(isOrder)).toEqual(['purchaseOrder', 'saleOrder']);
  expect(kindCodes.filter(isStaged)).toEqual(['saleOrder']);
});

const paid = (amount: number) => ({ deposit: decimal(amount) });

test.each([
  ['created', draft, '10'],
  ['a deposit was received', { ...approved, ...paid(30) }, '20'],
  ['goods were bought for it', { ...orders['bought for'], ...paid(30) }, '30'],
  ['they came and are sorted', { ...orders['bought for'], ...paid(30), tallying: true }, '50'],
  ['they are on their way', { ...orders['bought for'], coming: true }, '40'],
  [
    'they came while others are on their way',
    { ...orders['bought for'], coming: true, tallying: true },
    '50',
  ],
  ['its freight was charged', { ...orders['bought for'], ...paid(100), freighted: true }, '70'],
  ['it is packed after that', { ...approved, freighted: true, packed: true }, '80'],
  ['it is paid whole before it goes', { ...orders['bought for'], ...paid(100) }, '60'],
  ['it is packed', { ...approved, ...paid(100), packed: true }, '80'],
  ['a part of what is packed went out', { ...orders['partly delivered'], packed: true }, '85'],
  ['a part went out', { ...orders['partly delivered'], ...paid(100) }, '85'],
  ['all went out', orders.delivered, '90'],
  ['its customer has it', orders.arrived, '95'],
  ['it was completed', { ...orders.arrived, closed: true }, '100'],
  ['it was cancelled', orders.cancelled, '-1'],
  ['an order of nothing is not paid', { ...approved, total: decimal(0) }, '10'],
] as const)('the stage of an order follows from its facts: %s', (_, order, stage) => {
  expect(stageOfOrder(order)).toBe(stage);
});
