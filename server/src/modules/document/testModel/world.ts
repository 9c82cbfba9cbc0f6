// Where a history of the model test plays: a shop with goods of its own, and what its purses held before.
import { decimal } from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { Saved, Shop, TestProduct } from '../testShop.ts';

/** What the server knows the papers and sheets of one history by. */
export interface World {
  /** With a member of the history's own, whose prepayment begins at nothing. */
  readonly shop: Shop;
  readonly goods: readonly TestProduct[];
  readonly saved: Saved[];
  readonly sheets: string[];
  /** What the purses held before the history. */
  readonly purses: ReadonlyMap<string, Decimal>;
}

export async function aWorld(company: Shop): Promise<World> {
  const shop = { ...company, member: await aMember(company) };
  const goods = [
    await shop.product(),
    await shop.product({ lots: true }),
    await shop.product({ serials: true }),
    await shop.product(),
  ];
  return { shop, goods, saved: [], sheets: [], purses: await pursesNow(shop) };
}

const aMember = ({ server, company }: Shop): Promise<string> =>
  server.arrange(company, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      insert into partner (tenant_id, type, name)
      select ${company.tenantId}, 'member', 'Member ' || count(*) + 1 from partner
      where tenant_id = ${company.tenantId} and type = 'member'
      returning id`.execute(tx);
    return rows[0]?.id ?? '';
  });

const heldBy = [
  'supplier',
  'otherSupplier',
  'customer',
  'otherCustomer',
  'member',
] as const satisfies readonly (keyof Shop)[];
const withHolder = new Set(['receivable', 'payable', 'deposit', 'prepaid']);

/** What every purse holds, by its name and (of debts) whose it is. */
export async function pursesNow(shop: Shop): Promise<Map<string, Decimal>> {
  const { rows } = await shop.server.arrange(shop.company, (tx) =>
    sql<{ purse: string; holder: string; amount: string }>`
      select purse, holder_id as holder, amount from money_balance
      where tenant_id = ${shop.company.tenantId}`.execute(tx),
  );
  return new Map(
    rows.map(({ purse, holder, amount }) => {
      const name = heldBy.find((one) => shop[one] === holder) ?? holder;
      return [withHolder.has(purse) ? `${purse} ${name}` : purse, decimal(amount)];
    }),
  );
}
