import { orderCalls } from '@tradehouse/contract';
import type { Button, DocumentReply } from '@tradehouse/contract';
import { decimal, isOrder, isStaged, orderSteps, keysOf } from '@tradehouse/domain';
import type { KindCode, OrderAction, OrderFacts } from '@tradehouse/domain';
import { callEndpoint } from '../../app/net/client.ts';
import { t } from '../../phrase/index.ts';

/** Order step offered by lists and papers; cancellation asks for a reason in a separate dialog. */
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

/** Returns the steps of a kind's orders; only goods sent to a customer arrive. */
export const orderChoices = (code: KindCode): readonly OrderStepChoice[] =>
  isOrder(code)
    ? keysOf(buttons)
        .filter((action) => action !== 'arrive' || isStaged(code))
        .map((action) => ({ action, button: buttons[action], label: t(`order.${action}`) }))
    : [];

/** Moves orders one step, all or none. Returns their number. */
export async function takeOrderStep(
  action: Exclude<OrderAction, 'cancel'>,
  ids: readonly string[],
): Promise<number> {
  return (await callEndpoint(orderCalls[action], { ids: ids.join(',') })).changed;
}

/** Returns the steps that an order currently allows. */
export function allowedStepsOfOrder(reply: DocumentReply): readonly OrderAction[] {
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
