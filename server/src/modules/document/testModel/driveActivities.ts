// Plays the activities of a history on the server.
import { activities, releaseActivity } from '@tradehouse/contract';
import type { ActivityAct, ActivityLine } from './activities.ts';
import { codeOf } from './bodies.ts';
import type { World } from './world.ts';

export async function sendActivity(act: ActivityAct, world: World): Promise<void> {
  const { server } = world.shop;
  if (act.act === 'activity') {
    const name = `Sale ${world.goods[0]?.barcode ?? ''} ${world.activities.length}`;
    const { id } = await server.call(activities.add, activityBody(name, act.lines, world));
    world.activities.push(id);
    return;
  }
  const id = world.activities[act.at] ?? '';
  switch (act.act) {
    case 'retarget': {
      const { name, version } = await server.call(activities.infoCall, { id });
      const body = activityBody(name, act.lines, world);
      await server.call(activities.update, { ...body, id, version });
      return;
    }
    case 'endActivity':
      await server.call(releaseActivity, { id });
      return;
    default:
      await server.call(activities.remove, { id });
  }
}

const activityBody = (name: string, lines: readonly ActivityLine[], world: World) => ({
  name,
  beginsAt: '2026-01-01T00:00:00Z',
  endsAt: `${new Date().getUTCFullYear() + 1}-12-01T00:00:00Z`,
  lines: lines.map(({ product, spot, target }) => ({
    barcode: codeOf(world, { product, boxed: false }),
    warehouseId: world.ids[spot],
    quantity: String(target),
  })),
});
