import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimal } from '../decimal.ts';
import { progressOfOrder } from './orderProgress.ts';
import type { ProgressFacts, ProgressStep } from './orderProgress.ts';

const approved: ProgressFacts = {
  purchased: 'none',
  coming: false,
  tallying: false,
  packed: 'none',
  freighted: 'none',
  ordered: decimal(20),
  delivered: decimal(0),
  payable: decimal(959),
  received: decimal(0),
  invoiced: decimal(0),
  arrived: false,
  closed: false,
};
const stepsOf = (facts: Partial<ProgressFacts>) =>
  progressOfOrder({ ...approved, ...facts }).map(({ step, progress }) => `${step} ${progress}`);
const has = (facts: Partial<ProgressFacts>, step: ProgressStep) =>
  progressOfOrder({ ...approved, ...facts }).find((one) => one.step === step)?.progress;

describe('progress of a sales order', () => {
  test('a partial unpaid delivery completes the approval step only', () => {
    expect(stepsOf({ delivered: decimal(8) })).toEqual([
      'approve complete',
      'deliver partial',
      'receive none',
      'finish none',
    ]);
  });

  test('the delivery step shows the delivered and the ordered quantity', () => {
    const deliver = progressOfOrder({ ...approved, delivered: decimal(8) })[1];
    expect([deliver?.part?.toString(), deliver?.whole?.toString()]).toEqual(['8', '20']);
  });

  test('an order is finished once it is delivered and paid, or closed', () => {
    expect(has({ delivered: decimal(20) }, 'finish')).toBe('none');
    expect(has({ delivered: decimal(20), received: decimal(959) }, 'finish')).toBe('complete');
    expect(has({ closed: true }, 'finish')).toBe('complete');
  });

  test('a fact about an order changes only the step of the fact and the last step', () => {
    const some = fc.record({
      purchased: fc.constantFrom('none', 'partial', 'complete'),
      packed: fc.constantFrom('none', 'partial', 'complete'),
      freighted: fc.constantFrom('none', 'partial', 'complete'),
      coming: fc.boolean(),
      tallying: fc.boolean(),
      arrived: fc.boolean(),
      delivered: fc.integer({ min: 0, max: 20 }).map(decimal),
      received: fc.integer({ min: 0, max: 959 }).map(decimal),
      invoiced: fc.integer({ min: 0, max: 959 }).map(decimal),
    });
    const stepOf = {
      purchased: 'purchase',
      packed: 'pack',
      freighted: 'freight',
      coming: 'transit',
      tallying: 'tally',
      arrived: 'arrive',
      delivered: 'deliver',
      received: 'receive',
      invoiced: 'invoice',
    } as const;
    fc.assert(
      fc.property(some, some, fc.constantFrom(...Object.keys(stepOf)), (facts, others, name) => {
        // SAFETY: the names come from the keys of `stepOf`.
        const fact = name as keyof typeof stepOf;
        const changed = { ...facts, [fact]: others[fact] };
        const kept = (all: Partial<ProgressFacts>) =>
          stepsOf(all).filter(
            (step) => !step.startsWith(stepOf[fact]) && !step.startsWith('finish'),
          );
        expect(kept(changed)).toEqual(kept(facts));
      }),
    );
  });
});
