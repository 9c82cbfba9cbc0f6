import type { Decimal } from '../decimal.ts';
import { DomainError } from '../error/domainError.ts';
import type { ErrorKey } from '../error/errors.ts';
import type { DocumentKind } from './kind.ts';
import type { AnyKindCode } from './kindCode.ts';
import { documentKinds } from './kinds.ts';
import type { StateFacts } from './states.ts';
import { stateOfDocument } from './states.ts';

// Order life besides approval and progress: completed, confirmed, pushed, cancelled.

/** Confirmation by the partner: not requested, requested, confirmed. */
export type Confirmation = 'none' | 'waiting' | 'confirmed';
/** Push state towards other systems: not pushed, pushed, changed after the push. */
export type PushState = 'none' | 'pushed' | 'changed';

/**
 * Stored life of an order. Completed and cancelled orders are also `closed`: the remaining quantities are
 * given up.
 */
export interface OrderLife {
  readonly confirmation: Confirmation;
  readonly push: PushState;
  /** Customer has received the goods. */
  readonly arrived: boolean;
  /** Reason of the cancellation; null: not cancelled. */
  readonly cancelReason: string | null;
}

type Ended = Pick<StateFacts, 'closed'>;

export interface OrderFacts extends StateFacts, OrderLife {
  /** Deposit neither used nor refunded. */
  readonly depositLeft: Decimal;
}

/** Facts deciding the stage of a sales order. */
export interface StageFacts extends StateFacts, OrderLife {
  /** Deposit paid with the order and not refunded. */
  readonly deposit: Decimal;
  readonly total: Decimal;
  /** Goods purchased for the order are in transit. */
  readonly coming: boolean;
  /** Goods purchased for the order have arrived and are being graded. */
  readonly tallying: boolean;
  /** Freight of the order is confirmed. */
  readonly freighted: boolean;
  /** All goods are picked and packed. */
  readonly packed: boolean;
}

export type OrderAction =
  | 'complete'
  | 'unfreeze'
  | 'cancel'
  | 'askConfirmation'
  | 'confirm'
  | 'push'
  | 'arrive';

interface OrderStep {
  readonly allowed: (order: OrderFacts) => boolean;
  /** Refusal if the step is not allowed. */
  readonly refusal: ErrorKey;
  readonly to: Partial<OrderLife & Ended>;
}

const isApprovedOrder = (order: OrderFacts): boolean =>
  order.approval === 'approved' && !order.deleted;
const isOpen = (order: OrderFacts): boolean => isApprovedOrder(order) && !order.closed;
const isUntouched = (order: OrderFacts): boolean =>
  stateOfDocument(order) === 'approved' && order.purchaseProgress === 'none';

/** Conditions and results of the order actions. */
export const orderSteps: Readonly<Record<OrderAction, OrderStep>> = {
  complete: { allowed: isOpen, refusal: 'order.notOpen', to: { closed: true } },
  unfreeze: {
    allowed: ({ closed, cancelReason }) => closed && cancelReason === null,
    refusal: 'order.notCompleted',
    to: { closed: false },
  },
  cancel: { allowed: isUntouched, refusal: 'order.notCancellable', to: { closed: true } },
  askConfirmation: {
    allowed: (order) => isOpen(order) && order.confirmation === 'none',
    refusal: 'order.alreadyAsked',
    to: { confirmation: 'waiting' },
  },
  confirm: {
    allowed: (order) => isOpen(order) && order.confirmation === 'waiting',
    refusal: 'order.notAsked',
    to: { confirmation: 'confirmed' },
  },
  push: {
    allowed: (order) => isApprovedOrder(order) && order.push !== 'pushed',
    refusal: 'order.alreadyPushed',
    to: { push: 'pushed' },
  },
  arrive: {
    allowed: (order) => isApprovedOrder(order) && order.progress === 'complete' && !order.arrived,
    refusal: 'order.notShipped',
    to: { arrived: true },
  },
};

/** Checks if a kind may use a foreign currency: agreements with partners abroad, and money. */
export const hasCurrency = ({ subject, amounts }: DocumentKind): boolean =>
  subject === 'money' || amounts.includes('tax');

/** Checks if payments are held in a deposit until used or refunded. */
export const takesDeposit = ({ subject, cash }: DocumentKind): boolean =>
  subject === 'both' && cash.some(({ from, to }) => from === 'deposit' || to === 'deposit');

/** Checks for an order: kinds with payments held until later documents. */
export const isOrder = (code: AnyKindCode): boolean => takesDeposit(documentKinds[code]);

/** Requests and orders have no successors before approval, forced or not. */
export const isPlan = (code: AnyKindCode): boolean => documentKinds[code].asks || isOrder(code);

/** Checks for a customer order, tracked by stage until delivery. */
export const isStaged = (code: AnyKindCode): boolean =>
  isOrder(code) && documentKinds[code].partner?.type === 'customer';

/**
 * Applies an action to an order. The caller ensures a cancelled order has no live child. Throws the step's
 * refusal, `document.deleted` for a deleted order, and `order.depositKept` on cancelling an order with a
 * remaining deposit.
 */
export function applyOrderAction(
  action: OrderAction,
  order: OrderFacts,
): Partial<OrderLife & Ended> {
  const number = { number: order.number ?? '' };
  const { allowed, refusal, to } = orderSteps[action];
  if (order.deleted) throw new DomainError('document.deleted', number);
  if (!allowed(order)) throw new DomainError(refusal, number);
  if (action === 'cancel' && !order.depositLeft.isZero())
    throw new DomainError('order.depositKept', number);
  return to;
}

/** Changes by a save: to confirmed terms, or to anything. */
export interface OrderChange {
  readonly agreed: boolean;
  readonly anything: boolean;
}

/**
 * Updates an order after a save: changed terms need new confirmation; any change marks a
 * pushed order changed.
 */
export const afterChange = (life: OrderLife, { agreed, anything }: OrderChange): OrderLife => ({
  ...life,
  confirmation: agreed && life.confirmation === 'confirmed' ? 'waiting' : life.confirmation,
  push: anything && life.push === 'pushed' ? 'changed' : life.push,
});

/** 0: not requested, 1: requested, 2: confirmed. */
export const wireConfirmation = { none: '0', waiting: '1', confirmed: '2' } as const;
/** 0 not pushed, 1 pushed, 2 changed since. */
export const wirePush = { none: '0', pushed: '1', changed: '2' } as const;

/** Stage of a sales order: the furthest stage with a true condition. */
export type OrderStage = (typeof orderStages)[number];

/**
 * Order: created, deposit received, goods bought, in transit, graded, paid, freight charged, packed, partly
 * out, out, arrived, completed; cancelled.
 */
export const orderStages = [
  '10',
  '20',
  '30',
  '40',
  '50',
  '60',
  '70',
  '80',
  '85',
  '90',
  '95',
  '100',
  '-1',
] as const;

/** Finds the furthest stage reached by an order. */
export function stageOfOrder(order: StageFacts): OrderStage {
  const { deposit, total, progress } = order;
  if (order.cancelReason !== null) return '-1';
  if (order.closed) return '100';
  if (order.arrived) return '95';
  if (progress !== 'none') return progress === 'complete' ? '90' : '85';
  if (order.packed) return '80';
  if (order.freighted) return '70';
  if (deposit.gt(0) && deposit.gte(total)) return '60';
  if (order.tallying) return '50';
  if (order.coming) return '40';
  if (order.purchaseProgress !== 'none') return '30';
  return deposit.gt(0) ? '20' : '10';
}
