import type { Decimal } from '../decimal.ts';
import type { DocumentProgress } from './states.ts';

/** Steps of a sales order, in display order. */
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

/** Facts of an approved sales order, each from a separate ledger or record. */
export interface ProgressFacts {
  /** Purchases covering the order; `none`: nothing purchased. */
  readonly purchased: DocumentProgress;
  readonly coming: boolean;
  readonly tallying: boolean;
  /** Picks and packing; `none`: nothing picked. */
  readonly packed: DocumentProgress;
  /** Freight of the order; `none`: no freight, `complete`: confirmed. */
  readonly freighted: DocumentProgress;
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
  readonly progress: DocumentProgress;
  /** Counted steps say how much of how much. */
  readonly part: Decimal | null;
  readonly whole: Decimal | null;
}

const progressOfPart = (part: Decimal, whole: Decimal): DocumentProgress => {
  if (part.gte(whole)) return 'complete';
  return part.gt(0) ? 'partial' : 'none';
};

const plainStep = (step: ProgressStep, progress: DocumentProgress): StepProgress => ({
  step,
  progress,
  part: null,
  whole: null,
});

const countedStep = (step: ProgressStep, part: Decimal, whole: Decimal): StepProgress => ({
  step,
  progress: progressOfPart(part, whole),
  part,
  whole,
});

/** Returns a step only once begun: companies not using it never see it. */
const begunStep = (step: ProgressStep, progress: DocumentProgress): readonly StepProgress[] =>
  progress === 'none' ? [] : [plainStep(step, progress)];

/** Progress of an approved sales order, each step from one fact. */
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
