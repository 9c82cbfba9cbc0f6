import type { Decimal } from '../decimal.ts';
import { DomainError } from '../error/domainError.ts';
import type { ErrorKey } from '../error/errors.ts';
import type { Kind } from './kind.ts';
import type { AnyKindCode } from './kindCode.ts';
import { documentKinds } from './kinds.ts';
import type { StateFacts } from './states.ts';
import { stateOf } from './states.ts';

// Beside its approval and progress an order is completed, confirmed, pushed, cancelled (spec §4; domain.md 13.2).

/** Whether the other side agreed: not asked, asked, agreed. */
export type Confirmation = 'none' | 'waiting' | 'confirmed';
/** Whether other systems know of it: not told, told, told before it changed. */
export type PushState = 'none' | 'pushed' | 'changed';

/**
 * What is kept of an order's life. What is completed or cancelled is `closed`, too: what is left of its lines is given
 * up.
 */
export interface OrderLife {
  readonly confirmation: Confirmation;
  readonly push: PushState;
  /** Its customer has the goods. */
  readonly arrived: boolean;
  /** Why it was cancelled; null where it was not. */
  readonly cancelReason: string | null;
}

type Ended = Pick<StateFacts, 'closed'>;

export interface OrderFacts extends StateFacts, OrderLife {
  /** What of its deposit is neither used nor given back. */
  readonly depositLeft: Decimal;
}

/** What tells how far a sales order is. */
export interface StageFacts extends StateFacts, OrderLife {
  /** What was paid with the order and not given back. */
  readonly deposit: Decimal;
  readonly total: Decimal;
  /** Goods that were bought for it are on their way. */
  readonly coming: boolean;
  /** Goods that were bought for it have come and are being sorted. */
  readonly tallying: boolean;
  /** What its freight comes to was accepted. */
  readonly freighted: boolean;
  /** Everything of it is picked and packed. */
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
  /** What is said where it is not. */
  readonly refusal: ErrorKey;
  readonly to: Partial<OrderLife & Ended>;
}

const isApproved = (order: OrderFacts): boolean => order.approval === 'approved' && !order.deleted;
const isOpen = (order: OrderFacts): boolean => isApproved(order) && !order.closed;
const isUntouched = (order: OrderFacts): boolean =>
  stateOf(order) === 'approved' && order.purchaseProgress === 'none';

/** Which action an order allows, and what it makes of it. */
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
    allowed: (order) => isApproved(order) && order.push !== 'pushed',
    refusal: 'order.alreadyPushed',
    to: { push: 'pushed' },
  },
  arrive: {
    allowed: (order) => isApproved(order) && order.progress === 'complete' && !order.arrived,
    refusal: 'order.notShipped',
    to: { arrived: true },
  },
};

/** It may be in another currency than the company's own: what is agreed with partners abroad, and money. */
export const hasCurrency = ({ subject, amounts }: Kind): boolean =>
  subject === 'money' || amounts.includes('tax');

/** What is paid with it waits as a deposit until it is used or given back. */
export const takesDeposit = ({ subject, cash }: Kind): boolean =>
  subject === 'both' && cash.some(({ from, to }) => from === 'deposit' || to === 'deposit');

/** Orders have such a life: the kinds whose payments wait for what comes of them. */
export const isOrder = (code: AnyKindCode): boolean => takesDeposit(documentKinds[code]);

/** What is ordered by a customer is also followed through its stages, until that customer has it (domain.md 13.2). */
export const isStaged = (code: AnyKindCode): boolean =>
  isOrder(code) && documentKinds[code].partner?.type === 'customer';

/**
 * What an action makes of an order; that no live document was made from one to be cancelled is for the caller to see to.
 * Throws the step's refusal, `document.deleted` for a deleted order, and `order.depositKept` where an order that still keeps
 * a deposit is to be cancelled.
 */
export function stepped(action: OrderAction, order: OrderFacts): Partial<OrderLife & Ended> {
  const number = { number: order.number ?? '' };
  const { allowed, refusal, to } = orderSteps[action];
  if (order.deleted) throw new DomainError('document.deleted', number);
  if (!allowed(order)) throw new DomainError(refusal, number);
  if (action === 'cancel' && !order.depositLeft.isZero())
    throw new DomainError('order.depositKept', number);
  return to;
}

/** What a save changed of an order: something of what its partner agreed to, anything at all. */
export interface OrderChange {
  readonly agreed: boolean;
  readonly anything: boolean;
}

/**
 * What a save makes of an order (domain.md 13.2): who agreed is asked again where it is no longer what was agreed, and who
 * was told of it was told of another once anything of it changed.
 */
export const afterChange = (life: OrderLife, { agreed, anything }: OrderChange): OrderLife => ({
  ...life,
  confirmation: agreed && life.confirmation === 'confirmed' ? 'waiting' : life.confirmation,
  push: anything && life.push === 'pushed' ? 'changed' : life.push,
});

/** 0 not asked, 1 asked, 2 confirmed. */
export const wireConfirmation = { none: '0', waiting: '1', confirmed: '2' } as const;
/** 0 not pushed, 1 pushed, 2 changed since. */
export const wirePush = { none: '0', pushed: '1', changed: '2' } as const;

/** How far a sales order is, the furthest stage whose condition holds. */
export type OrderStage = (typeof orderStages)[number];

/**
 * In the order they are reached: created, deposit received, goods bought, on their way, sorted, paid, freight charged, packed,
 * partly out, out, arrived, completed; cancelled.
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

/** The furthest stage that an order has reached. */
export function stageOf(order: StageFacts): OrderStage {
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
