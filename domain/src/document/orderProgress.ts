import type { Decimal } from '../decimal.ts';
import type { Progress } from './states.ts';

/** Steps of a sales order, in the order they are shown. */
export const progressSteps = [
  'approve',
  'purchase',
  'transit',
  'tally',
  'pack',
  'freight',
  'deliver',
  'receive',
  'invoice',
  'arrive',
  'finish',
] as const;
export type ProgressStep = (typeof progressSteps)[number];

/** Facts of an approved sales order, each read from its own ledger or record. */
export interface ProgressFacts {
  /** Purchases that cover the order; `none` where nothing was bought for it. */
  readonly purchased: Progress;
  readonly coming: boolean;
  readonly tallying: boolean;
  /** Picks and packing; `none` where nothing of it was picked. */
  readonly packed: Progress;
  /** Freight of the order; `none` where it has none, `complete` once accepted. */
  readonly freighted: Progress;
  readonly ordered: Decimal;
  readonly delivered: Decimal;
  readonly payable: Decimal;
  readonly received: Decimal;
  readonly invoiced: Decimal;
  readonly arrived: boolean;
  readonly closed: boolean;
}

export interface StepProgress {
  readonly step: ProgressStep;
  readonly progress: Progress;
  /** Counted steps say how much of how much. */
  readonly part: Decimal | null;
  readonly whole: Decimal | null;
}

const partOf = (part: Decimal, whole: Decimal): Progress => {
  if (part.gte(whole)) return 'complete';
  return part.gt(0) ? 'partial' : 'none';
};

const plainStep = (step: ProgressStep, progress: Progress): StepProgress => ({
  step,
  progress,
  part: null,
  whole: null,
});

const countedStep = (step: ProgressStep, part: Decimal, whole: Decimal): StepProgress => ({
  step,
  progress: partOf(part, whole),
  part,
  whole,
});

/** A step that exists only once it has begun: companies that never use it never see it. */
const begunStep = (step: ProgressStep, progress: Progress): readonly StepProgress[] =>
  progress === 'none' ? [] : [plainStep(step, progress)];

/** Progress of an approved sales order, each step from its own fact alone. */
export function progressOfOrder(facts: ProgressFacts): readonly StepProgress[] {
  const deliver = countedStep('deliver', facts.delivered, facts.ordered);
  const receive = countedStep('receive', facts.received, facts.payable);
  const hasEnded = facts.closed || [deliver, receive].every((step) => step.progress === 'complete');
  return [
    plainStep('approve', 'complete'),
    ...begunStep('purchase', facts.purchased),
    ...begunStep('transit', facts.coming ? 'partial' : 'none'),
    ...begunStep('tally', facts.tallying ? 'partial' : 'none'),
    ...begunStep('pack', facts.packed),
    ...begunStep('freight', facts.freighted),
    deliver,
    receive,
    ...(facts.invoiced.isZero() ? [] : [countedStep('invoice', facts.invoiced, facts.payable)]),
    ...begunStep('arrive', facts.arrived ? 'complete' : 'none'),
    plainStep('finish', hasEnded ? 'complete' : 'none'),
  ];
}
