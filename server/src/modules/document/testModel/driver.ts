// Sends the commands of the model test to the server.
import type { ErrorKey } from '@tradehouse/domain';
import { Refused } from '../../../testing.ts';
import type { Act } from './acts.ts';
import type { State } from './books.ts';
import { sendActivity } from './driveActivities.ts';
import { sendCount } from './driveCounts.ts';
import { removeMaster } from './driveMasters.ts';
import { add, edit, receive, step } from './drivePapers.ts';
import { timeOf } from './papers.ts';
import type { World } from './world.ts';

/** Sends a command to the server. Returns the key of a refusal, or null on success. */
export async function send(act: Act, state: State, world: World): Promise<ErrorKey | null> {
  try {
    await sent(act, state, world);
    return null;
  } catch (error) {
    if (error instanceof Refused && error.refusal.status < 500) return error.refusal.key;
    throw error;
  }
}

async function sent(act: Act, state: State, world: World): Promise<void> {
  const { shop, saved } = world;
  switch (act.act) {
    case 'add':
      saved.push(await add(act, state, world));
      return;
    case 'edit':
      saved[act.at] = await edit(act, state, world);
      return;
    case 'batch':
      await step(act.step, act.all, state, world);
      return;
    case 'receive':
      saved.push(await receive(act.paper, act.at, world));
      return;
    case 'count':
    case 'recount':
    case 'postCount':
    case 'unpostCount':
      await sendCount(act, world);
      return;
    case 'switch':
      await shop.set(settingOf(act.name, act.on));
      return;
    case 'close':
      await shop.set({ closed_until: closingDay(act.until) });
      return;
    case 'activity':
    case 'retarget':
    case 'endActivity':
    case 'dropActivity':
      await sendActivity(act, world);
      return;
    case 'remove':
      await removeMaster(act.master, world);
      return;
    default:
      await step(act.act, [act.at], state, world);
  }
}

const closingDay = (until: number | null): string | null =>
  until === null ? null : (timeOf(until).time?.slice(0, 10) ?? null);

const columns = {
  negativeStock: 'negative_stock',
  overLink: 'over_link',
  reserveOnOrder: 'reserve_on_order',
  forceApproval: 'force_approval',
  bonusProRata: 'bonus_use',
} as const;

const settingOf = (name: keyof typeof columns, on: boolean) => ({
  [columns[name]]: name !== 'bonusProRata' ? on : on ? 'proRata' : 'cashFirst',
});
