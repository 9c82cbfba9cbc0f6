import { orderCalls } from '@tradehouse/contract';
import type { Button, DocumentReply } from '@tradehouse/contract';
import { decimal, isOrder, isStaged, orderSteps, keysOf } from '@tradehouse/domain';
import type { KindCode, OrderAction, OrderFacts } from '@tradehouse/domain';
import { call } from '../../app/net/client.ts';
import { t } from '../../phrase/index.ts';

/** A step of an order's life as lists and papers offer it; cancelling asks for its reason in a dialog of its own. */
export interface OrderStepChoice {
  readonly action: OrderAction;
  readonly button: Button;
  readonly label: string;
}

const buttons: Readonly<Record<OrderAction, Button>> = {
  complete: '1',
  unfreeze: '7',
  askConfirmation: '1',
  confirm: '2',
  push: '1',
  arrive: '1',
  cancel: '1',
};

/** The steps a kind's orders can take; only what goes to a customer arrives there. */
export const orderChoices = (code: KindCode): readonly OrderStepChoice[] =>
  isOrder(code)
    ? keysOf(buttons)
        .filter((action) => action !== 'arrive' || isStaged(code))
        .map((action) => ({ action, button: buttons[action], label: t(`order.${action}`) }))
    : [];

/** Takes orders one step; all of them or none. Answers how many. */
export async function takeOrderStep(
  action: Exclude<OrderAction, 'cancel'>,
  ids: readonly string[],
): Promise<number> {
  return (await call(orderCalls[action], { ids: ids.join(',') })).changed;
}

/** The steps that an order which is read allows now. */
export function stepsOf(reply: DocumentReply): readonly OrderAction[] {
  const { life } = reply;
  if (life === null) return [];
  const facts: OrderFacts = {
    number: reply.number,
    approval: reply.status === '0' ? 'draft' : 'approved',
    deleted: false,
    closed: reply.closed,
    progress: reply.status === '3' ? 'partial' : reply.status === '2' ? 'complete' : 'none',
    purchaseProgress: reply.purchaseStatus === '0' ? 'none' : 'partial',
    confirmation:
      ({ 0: 'none', 1: 'waiting', 2: 'confirmed' } as const)[life.confirmStatus] ?? 'none',
    push: ({ 0: 'none', 1: 'pushed', 2: 'changed' } as const)[life.pushStatus] ?? 'none',
    arrived: life.arrived,
    cancelReason: life.cancelReason,
    depositLeft: decimal(reply.depositLeft ?? 0),
  };
  const untouched = reply.children.length === 0;
  return keysOf(orderSteps).filter(
    (action) => orderSteps[action].allowed(facts) && (action !== 'cancel' || untouched),
  );
}
