// Counts as tests bring them.
import { enterCount, finishCount, startCount } from '@tradehouse/contract';
import type { TestServer } from '../../testing.ts';
import type { TestProduct } from '../document/testShop.ts';

/** A count of one product's shelf, counted and waiting to be approved. */
export async function counted(
  server: TestServer,
  warehouseId: string,
  { barcode }: TestProduct,
  quantity: string,
): Promise<string> {
  const { id } = await server.call(startCount, { warehouseId, keyword: barcode });
  await server.call(enterCount, { id, entries: [{ code: barcode, quantity }] });
  await server.call(finishCount, { id });
  return id;
}
