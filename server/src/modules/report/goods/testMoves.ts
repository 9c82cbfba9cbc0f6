// What tests of reports on goods share: months of documents of every kind that moves them, drawn the same each time.
import { goodsDocuments, receiveGoods } from '@tradehouse/contract';
import { lineOf } from '../../document/testShop.ts';
import type { Saved } from '../../document/testShop.ts';
import { rollUpPostings } from '../../posting/index.ts';
import { at, someBooks } from '../testBooks.ts';
import type { Books } from '../testBooks.ts';

const kinds = [
  'purchaseIn',
  'purchaseBack',
  'saleOut',
  'saleOut',
  'saleBack',
  'retailOut',
  'retailBack',
  'otherIn',
  'otherOut',
  'transfer',
  'assemble',
  'disassemble',
  'stockRecount',
] as const;

/** The year of `someBooks`, and forty documents more: in two warehouses, boxes, EUR; edited, deleted, on their way, unfolded. */
export async function movingBooks(): Promise<Books> {
  const books = await someBooks();
  const { server, shop, tea, cups } = books;
  const goods = [tea, cups, await shop.product()];
  let seed = 11;
  const draw = (most: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % most;
  };
  const one = <T>(of: readonly [T, ...T[]]): T => of[draw(of.length)] ?? of[0];
  for (const warehouseId of [shop.main, shop.branch])
    await shop.goods(
      'purchaseIn',
      goods.map((product, n) => lineOf(product, '400', String(3 + n), { warehouseId })),
      at(150),
    );
  const linesOf = (kind: string) => {
    const warehouseId = one([shop.main, shop.branch]);
    const count = kind.endsWith('assemble') ? 2 : 1 + draw(3);
    return goods.slice(0, count).map((product, at) => {
      const role = at === 0 ? ('composite' as const) : ('part' as const);
      return {
        barcode: draw(4) === 0 ? product.box : product.barcode,
        quantity:
          kind === 'stockRecount' && draw(2) === 0 ? `-${1 + draw(4)}` : String(1 + draw(4)),
        unitPrice: `${1 + draw(20)}.${10 + draw(89)}`,
        remark: draw(3) === 0 ? 'fragile' : '',
        warehouseId,
        ...(kind === 'transfer'
          ? { targetWarehouseId: warehouseId === shop.main ? shop.branch : shop.main }
          : {}),
        ...(kind.endsWith('assemble') ? { role } : {}),
        ...(/^(sale|purchase)/.test(kind) && draw(2) === 0 ? { taxRate: '13' } : {}),
      };
    });
  };
  const kept: Saved[] = [];
  for (let n = 0; n < 52; n += 1) {
    const kind = kinds[n % kinds.length] ?? 'saleOut';
    const isTrade = /^(sale|purchase)/.test(kind);
    const abroad = isTrade && draw(3) === 0 ? { currency: 'EUR', exchangeRate: '7.77' } : {};
    const more = {
      ...at(draw(100)),
      ...(isTrade ? { paidNow: '0', discount: '0.37', ...abroad } : {}),
      ...(kind === 'transfer' && draw(2) === 0 ? { travels: true, status: '1' as const } : {}),
    };
    const saved = await shop.goods(kind, linesOf(kind), more);
    if ('travels' in more)
      await server.call(receiveGoods, { id: saved.id, parts: [{ line: 1, arrived: '1' }] });
    else kept.push(saved);
    if (draw(6) === 0) {
      const id = kept.splice(draw(kept.length), 1)[0]?.id;
      if (id !== undefined) await server.call(goodsDocuments.remove, { id });
    }
    if (n === 30) await rollUpPostings(server.database.app, server.company.tenantId);
  }
  return books;
}
