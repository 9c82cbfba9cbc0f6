// Plays the counts of a history on the server.
import {
  approveCount,
  enterCount,
  finishCount,
  reverseCount,
  startCount,
} from '@tradehouse/contract';
import { sql } from 'kysely';
import type { Saved, TestProduct } from '../testShop.ts';
import type { CountAct, Sheet } from './counts.ts';
import type { World } from './world.ts';

export async function sendCount(act: CountAct, world: World): Promise<void> {
  const { shop, saved, sheets } = world;
  const { server } = shop;
  if (act.act === 'count') {
    const { barcode } = world.goods[act.sheet.product] as TestProduct;
    const warehouseId = world.ids[act.sheet.spot];
    const { id } = await server.call(startCount, { warehouseId, keyword: barcode });
    await enter(act.sheet, id, world);
    sheets.push(id);
    return;
  }
  const id = sheets[act.at] ?? '';
  switch (act.act) {
    case 'recount':
      await server.call(finishCount, { id });
      if (act.again !== null) await enter(act.again, id, world);
      return;
    case 'postCount': {
      await server.call(approveCount, { ids: id });
      // Its document takes the next place among the papers, where it has one.
      const posted = await countDocument(id, world);
      if (posted !== null) saved.push(posted);
      return;
    }
    default:
      await server.call(reverseCount, { ids: id });
  }
}

async function enter(sheet: Sheet, id: string, { shop, goods }: World): Promise<void> {
  const { product, lot, stockType, counted, serials } = sheet;
  const entry = {
    code: goods[product]?.barcode ?? '',
    stockType,
    ...(lot === '' ? {} : { lot }),
    ...(product === 2 ? { serials: [...serials] } : { quantity: String(counted) }),
  };
  await shop.server.call(enterCount, { id, entries: [entry] });
}

async function countDocument(sheetId: string, { shop }: World): Promise<Saved | null> {
  return shop.server.arrange(shop.company, async (tx) => {
    const { tenantId } = shop.company;
    const { rows } = await sql<Saved>`
      select d.id, d.version, coalesce(d.number, '') as number, '1' as status from count_sheet s
      join document d on d.tenant_id = ${tenantId} and d.id = s.document_id
      where s.tenant_id = ${tenantId} and s.id = ${sheetId}`.execute(tx);
    return rows[0] ?? null;
  });
}
