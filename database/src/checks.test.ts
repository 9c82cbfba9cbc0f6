import { broughtTo, documentKinds, takesDeposit, unusualDigits } from '@tradehouse/domain';
import type { AnyKindCode } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  bonusKinds,
  cashKinds,
  currenciesByDigits,
  debtKinds,
  depositKinds,
  fulfilledKinds,
  goodsKinds,
  kindPrefixes,
  purchasingKinds,
  retailKinds,
  settlingPurses,
  taxedKinds,
} from './checkFragments.ts';
import { readChecks } from './checks.ts';
import type { Check } from './checks.ts';
import { openDatabasePool } from './connect.ts';
import type { Database } from './database.generated.ts';
import { tradeWays } from './tradedGoods.ts';
import { testDatabase } from './testing.ts';
import type { TestDatabase } from './testing.ts';
import { writeBooks } from './testBooks.ts';
import type { Books } from './testBooks.ts';
import { planForAll, verifyDatabase, verifyIn } from './verify.ts';
import type { VerifyOptions, Violation } from './verify.ts';

let db: TestDatabase;
/** Where books are corrupted: no trigger fires there. One connection, which keeps the plans of the checks. */
let corrupting: Kysely<Database>;
let books: Books;
let checks: readonly Check[];

beforeAll(async () => {
  db = await testDatabase();
  checks = await readChecks();
  // The neighbour has the same books: what is broken next door must not show here, nor hide behind it.
  await writeBooks(db.admin, 'neighbour');
  books = await writeBooks(db.admin, 'books');
  // The database refuses most corruptions by itself; here they are let in.
  await sql`
    alter table sku_cost drop constraint sku_cost__no_value_without_goods, drop constraint sku_cost__sign;
    alter table stock_balance drop constraint stock_balance__not_below_zero;
    alter table stock_lock drop constraint stock_lock__not_below_zero;
    alter table document drop constraint document__amounts, drop constraint document__number_once;
    alter table stock_move drop constraint stock_move__moves_something`.execute(db.admin);
  corrupting = openDatabasePool(db.connections.admin, { size: 1 });
  await sql`set session_replication_role = replica`.execute(corrupting);
  await sql`set plan_cache_mode = force_generic_plan`.execute(corrupting);
});
afterAll(async () => {
  await corrupting.destroy();
  await db.drop();
});

test('ledgers written by hand without errors pass every check', async () => {
  const { violations, tenants, total } = await verifyDatabase(db.connections.admin);
  expect(violations).toEqual([]);
  expect({ tenants, total }).toEqual({ tenants: 2, total: 0 });
});

test('a bank row matched with the amount of its receipt passes every check', async () => {
  expect(await violationsAfter(aMatch({ row: 9, matched: 9 }))).toEqual([]);
});

test('freight of an order, unpaid with an outbound of the order or paid with another, passes M17', async () => {
  const carried = 'update freight_info set carried_by_id = :XSCK1';
  for (const freight of [
    `${bookedFreight('XSDD1')}; ${carried} where tenant_id = :t`,
    `${bookedFreight('XSDD2')}; ${carried}, actual = 3, confirmed_at = now(), confirmed_by = creator_id,
      payment_id = :XSCK1 where tenant_id = :t`,
  ]) {
    const violations = await violationsAfter(freight);
    expect(violations.filter(({ check }) => check === 'M17_freight_of_orders')).toEqual([]);
  }
});

test('verifyDatabase runs on the server role’s connection, in a read-only transaction', async () => {
  expect((await verifyDatabase(db.connections.app)).total).toBe(0);
});

/** Runs a corruption, answers what the checks find, and takes it back. */
async function violationsAfter(
  corruption: string,
  options: VerifyOptions = { tenant: 'books' },
): Promise<readonly Violation[]> {
  const undo = new Error('undone');
  let found: readonly Violation[] = [];
  await corrupting
    .transaction()
    .execute(async (tx) => {
      await sql.raw(filled(corruption)).execute(tx);
      found = (await verifyIn(tx, checks, options)).violations;
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return found;
}

/** Replaces `:name` by the id that the books have for it. */
function filled(text: string): string {
  const { tenantId, documents, skus, warehouses, accounts, partners } = books;
  const ids: Record<string, string> = {
    ...documents,
    ...skus,
    ...partners,
    t: tenantId,
    w1: warehouses[0],
    w2: warehouses[1],
    cash: accounts[0],
    bank: accounts[1],
    skuLot: skus.lot,
  };
  return text.replaceAll(/(?<!:):([A-Za-z]\w*)/g, (_, name: string) => ids[name] ?? `no ${name}`);
}

const update = (table: string, set: string, where: string) =>
  `update ${table} set ${set} where tenant_id = :t and ${where}`;

/** Freight in the books of a document, without its entries. */
const bookedFreight = (document: string) => `
  insert into freight_info (tenant_id, company_id, document_id, direction, freight_date, payment_kind,
    currency, estimated, booked, creator_id)
  select tenant_id, 1, id, 'out', business_date, 'cycle', 'CNY', 3, 3, creator_id
  from document where tenant_id = :t and id = :${document}`;

interface MatchWish {
  readonly row: number;
  /** With what document SK1 is said to have moved on the till, which is 9. */
  readonly matched: number;
  /** How many rows the statement says it has; absent: the one. */
  readonly rows?: number;
  /** A further statement of the till in this currency. */
  readonly other?: string;
}

/** A statement of the till with one row, matched with a receipt. */
const aMatch = ({ row, matched, rows = 1, other }: MatchWish) => {
  const statement = (currency: string, count: number) => `
    insert into bank_statement (tenant_id, account_id, name, since, until, row_count, open_count, amount_in, amount_out, creator_id,
      foreign_currency)
    select :t, :cash, 'January', '2024-02-20', '2024-02-20', ${count}, 0, ${row}, 0, creator_id, ${currency}
    from document where tenant_id = :t and id = :SK1 returning id`;
  const more = other === undefined ? '' : `, beside as (${statement(`'${other}'`, 0)})`;
  return `with made as (${statement('null', rows)})${more}, entry as (
      insert into bank_row (tenant_id, statement_id, row, account_id, booked_on, amount)
      select :t, id, 1, :cash, '2024-02-20', ${row} from made)
    insert into bank_match (tenant_id, account_id, document_id, statement_id, row, business_date, amount)
    select :t, :cash, :SK1, id, 1, '2024-02-20', ${matched} from made`;
};

/** Check → a way to break what it watches. */
const corruptions: readonly (readonly [check: string, story: string, sql: string])[] = [
  [
    'S1_on_hand',
    'a balance is one too high',
    update('stock_balance', 'quantity = quantity + 1', 'sku_id = :plain and warehouse_id = :w1'),
  ],
  [
    'S1_on_hand',
    'a balance is gone',
    'delete from stock_balance where tenant_id = :t and sku_id = :whole',
  ],
  [
    'S1_on_hand',
    'a move was taken out of the ledger',
    'delete from stock_move where tenant_id = :t and document_id = :XSCK1',
  ],
  [
    'S2_now',
    'a balance is below zero',
    update('stock_balance', 'quantity = -1', 'sku_id = :plain and warehouse_id = :w1'),
  ],
  [
    'S2_every_posting',
    'more was posted out than there was, and in again',
    `
    update stock_move set quantity = 11 where tenant_id = :t and document_id = :XSCK1`,
  ],
  [
    'S2_every_day',
    'a receipt is dated after the sale',
    update(
      'stock_period',
      `starts_on = '2024-02-03'`,
      `sku_id = :plain and grain = 'd' and starts_on = '2024-01-05'`,
    ),
  ],
  [
    'S3_stock_days',
    'a day is off',
    update('stock_period', 'quantity = quantity + 1', `grain = 'd' and sku_id = :skuLot`),
  ],
  [
    'S3_stock_days',
    'a day says that nothing came',
    update('stock_period', 'came = 0', `grain = 'd' and came > 0`),
  ],
  [
    'S3_stock_months',
    'a month says that more came than in its days',
    update('stock_period', 'came = came + 1', `grain = 'm' and sku_id = :skuLot`),
  ],
  [
    'S3_stock_months',
    'a month is off',
    update('stock_period', 'quantity = quantity + 1', `grain = 'm' and sku_id = :skuLot`),
  ],
  [
    'S3_company',
    'a SKU counts one more than its warehouses',
    update('sku_cost', 'quantity = quantity + 1', 'sku_id = :plain'),
  ],
  [
    'S3_sku_days',
    'a SKU’s day has another value',
    update('sku_period', 'value = value + 0.000001', `grain = 'd' and sku_id = :whole`),
  ],
  [
    'S3_sku_months',
    'a SKU’s month has another value',
    update('sku_period', 'value = value + 0.000001', `grain = 'm' and sku_id = :whole`),
  ],
  [
    'S4_inside',
    'a move within the company has a value',
    update('stock_move', 'value = 1', 'document_id = :DBCK1'),
  ],
  [
    'S4_inside',
    'goods go from the supplier to the customer',
    update('stock_move', `to_place = 'customer', to_id = :customer`, 'document_id = :CGRK1'),
  ],
  [
    'S4_transfer',
    'a transfer loses goods',
    update('stock_move', `to_place = 'adjustment', to_id = 0`, 'document_id = :DBCK1'),
  ],
  [
    'S4_transit',
    'goods are received that no one sent',
    update('stock_move', `from_place = 'transit', from_id = :w2`, 'document_id = :DBCK1'),
  ],
  [
    'S4_on_the_way',
    'a transfer says that its goods travel, and they arrived at once',
    update('document', 'travels = true', 'id = :DBCK1'),
  ],
  [
    'S5_undone_goods',
    'a deleted document was not posted back',
    'delete from stock_move where tenant_id = :t and document_id = :XSCK3 and seq = 1',
  ],
  [
    'S5_undone_goods',
    'a document was deleted without posting it back',
    update('document', 'in_force = false, deleted_at = now()', 'id = :ZZD1'),
  ],
  [
    'S5_undone_money',
    'its debt was not posted back',
    'delete from money_entry where tenant_id = :t and document_id = :XSCK3 and seq = 2',
  ],
  [
    'S5_posted_goods',
    'a line was changed without posting the difference',
    update(
      'document_line',
      'quantity = 5, base_quantity = 5, amount = 50, total = 50',
      'document_id = :XSCK1',
    ),
  ],
  [
    'S5_posted_goods',
    'goods went to another warehouse than the paper says',
    update('document_line', 'target_warehouse_id = :w1', 'document_id = :DBCK1'),
  ],
  [
    'S6_units',
    'the ratio doesn’t make the base quantity',
    update('document_line', 'ratio = 12', 'document_id = :LSCK1'),
  ],
  [
    'S6_units',
    'allocations share out less than the line',
    `
    insert into line_allocation (tenant_id, document_id, line, allocation, quantity) values (:t, :LSCK1, 1, 1, 0.5)`,
  ],
  [
    'S7_assembly',
    'the whole is worth more than its parts and the fee',
    update('stock_move', 'value = 11', `document_id = :ZZD1 and to_place = 'warehouse'`),
  ],
  [
    'S8_lots',
    'a lot-managed SKU moved without a lot',
    update('stock_move', `lot = ''`, 'sku_id = :skuLot'),
  ],
  [
    'S8_lots',
    'a move names a lot that no one knows',
    update('stock_move', `lot = 'y'`, 'sku_id = :skuLot'),
  ],
  [
    'S8_serials',
    'a serial-managed SKU moved with one serial too few',
    update('stock_move', `serials = '{a,b}'`, 'document_id = :CGRK2 and sku_id = :serial'),
  ],
  [
    'S8_serials',
    'the same serial counts twice',
    update('stock_move', `serials = '{a,a,b}'`, 'document_id = :CGRK2 and sku_id = :serial'),
  ],
  [
    'S9_alternates',
    'a serial leaves that never came',
    update('stock_move', `serials = '{d}'`, 'document_id = :XSCK2'),
  ],
  [
    'S9_whereabouts',
    'the card of a sold serial says it is here',
    update('serial_number', 'warehouse_id = :w1', `serial = 'a'`),
  ],
  [
    'S9_whereabouts',
    'a serial has no card',
    `delete from serial_number where tenant_id = :t and serial = 'c'`,
  ],
  [
    'S9_whereabouts',
    'the card of a sold serial says that it travels',
    update('serial_number', 'warehouse_id = null, in_transit_by = :XSCK2', `serial = 'a'`),
  ],
  [
    'S9_counted',
    'a serial lies here that no stock counts',
    `
    insert into serial_number (tenant_id, sku_id, serial, warehouse_id, in_document_id, in_line) values (:t, :serial, 'd', :w1, :CGRK2, 1)`,
  ],
  ['S10_locked', 'more is locked than there is', update('stock_lock', 'quantity = 3', 'true')],
  ['S10_locked', 'less than nothing is locked', update('stock_lock', 'quantity = -1', 'true')],
  [
    'S10_reservations',
    'somebody reserves what is not locked',
    update('stock_reservation', 'quantity = 2', 'true'),
  ],
  [
    'S10_reservations',
    'it is locked for no one',
    `delete from stock_reservation where tenant_id = :t`,
  ],
  [
    'S12_counted',
    'a count posted another difference than it found',
    `
    insert into count_sheet (tenant_id, number, warehouse_id, document_id, creator_id)
      select tenant_id, 'count', :w1, id, creator_id from document where tenant_id = :t and id = :CGRK1;
    update document set approval = 'approved' where tenant_id = :t and id = :CGRK1;
    insert into count_line (tenant_id, sheet_id, sku_id) select tenant_id, id, :skuLot from count_sheet where tenant_id = :t;
    insert into count_result (tenant_id, sheet_id, line_id, pass, book, counted)
      select tenant_id, sheet_id, id, 1, 5, 3 from count_line where tenant_id = :t`,
  ],
  [
    'V3_nothing_left',
    'value is left where no goods are',
    update('sku_cost', 'quantity = 0', 'sku_id = :whole'),
  ],
  [
    'V4_value',
    'a cent of value appeared',
    update('sku_cost', 'value = value + 0.01', 'sku_id = :plain'),
  ],
  [
    'V4_value',
    'the counter of postings fell behind',
    update('sku_cost', 'last_posting = last_posting - 1', 'sku_id = :plain'),
  ],
  [
    'V5_every_day',
    'a sale took more value than its day had',
    `
    update sku_period set value = value - 1000 where tenant_id = :t and sku_id = :plain and grain = 'd' and starts_on = '2024-01-05';
    insert into sku_period (tenant_id, sku_id, grain, starts_on, quantity, value) values (:t, :plain, 'd', '2030-01-01', 0, 1000)`,
  ],
  [
    'V5_every_day',
    'value is left on a day without goods',
    `
    insert into sku_period (tenant_id, sku_id, grain, starts_on, quantity, value)
      values (:t, :plain, 'd', '2000-01-01', 0, 1), (:t, :plain, 'd', '2000-01-02', 0, -1)`,
  ],
  [
    'S2_last_day',
    'a day comes after the last of a balance',
    update('stock_balance', `last_day = '2000-01-01'`, 'sku_id = :plain'),
  ],
  [
    'V5_last_day',
    'a day comes after the last',
    update('sku_cost', `last_day = '2000-01-01'`, 'sku_id = :plain'),
  ],
  [
    'V5_unit_cost',
    'goods are worth less than nothing',
    update('sku_cost', 'value = -1', 'sku_id = :plain'),
  ],
  [
    'V6_inventory',
    'the inventory purse is off',
    update('money_balance', 'amount = amount + 1', `purse = 'inventory'`),
  ],
  [
    'V6_document',
    'a sale has no cost of sales',
    `delete from money_entry where tenant_id = :t and document_id = :XSCK1 and to_purse = 'costOfSales'`,
  ],
  ['M14_carriers', 'a carrier is owed nothing for booked freight', bookedFreight('XSCK1')],
  [
    'M17_freight_of_orders',
    'freight of a delivery is carried by a delivery',
    `${bookedFreight('XSCK1')}; update freight_info set carried_by_id = document_id where tenant_id = :t`,
  ],
  [
    'M17_freight_of_orders',
    'freight of an order is carried by an outbound of another order',
    `${bookedFreight('XSDD2')}; update freight_info set carried_by_id = :XSCK1 where tenant_id = :t`,
  ],
  [
    'M15_freight_shares',
    'a line bears freight that the books do not know',
    update('document_line', 'freight_cost = 1', 'document_id = :XSCK1'),
  ],
  [
    'M18_payment_fees',
    'a line bears a payment fee that the books do not know',
    update('document_line', 'payment_fee = 1', 'document_id = :XSCK1'),
  ],
  [
    'M18_payment_fees',
    'a fee of an account is in no book',
    update('document_settlement', 'fee = 1', 'document_id = :SK1'),
  ],
  [
    'V7_fee_shares',
    'the freight is not shared out',
    update('document_line', 'fee_share = 3', 'document_id = :CGRK1'),
  ],
  [
    'D1_lines',
    'the amount is not quantity × price',
    update('document_line', 'unit_price = 6', 'document_id = :XSCK1'),
  ],
  [
    'D1_lines',
    'the tax is not its rate',
    update('document_line', 'tax_rate = 6', 'document_id = :CGRK1'),
  ],
  [
    'D1_lines',
    'retail has tax',
    update('document_line', 'tax = 1, total = total + 1', 'document_id = :LSCK1'),
  ],
  [
    'D2_services',
    'a head has fees of services that it has not',
    update('document', 'service_fees = 1, payable = payable + 1', 'id = :XSCK2'),
  ],
  [
    'D2_sums',
    'the head’s total is not its lines’',
    update('document', 'total_amount = total_amount + 1', 'id = :XSCK2'),
  ],
  [
    'D2_sums',
    'the discount is not taken off',
    update('document', 'payable = payable + discount', 'id = :CGRK1'),
  ],
  [
    'D3_split',
    'payable is more than deposit, paid and debt',
    update('document', 'debt = debt - 1', 'id = :XSCK1'),
  ],
  [
    'D3_split',
    'retail leaves a debt',
    update('document', 'paid_now = 10, debt = 2', 'id = :LSCK1'),
  ],
  [
    'D4_accounts',
    'two accounts give less than was paid',
    update(
      'document_settlement',
      'amount = amount - 1',
      'document_id = :CGRK2 and account_id = :bank',
    ),
  ],
  [
    'D6_discount_shares',
    'the discount is not shared out',
    update('document_line', 'discount_share = 6', 'document_id = :CGRK1'),
  ],
  [
    'D7_linked',
    'the order forgot what was delivered',
    update('document_line', 'done_quantity = 0', 'document_id = :XSDD1'),
  ],
  [
    'D7_linked',
    'a deleted child still counts',
    update('document', 'deleted_at = now()', 'id = :XSTH1'),
  ],
  [
    'D7_progress',
    'the order is said to be complete',
    update('document', `progress = 'complete'`, 'id = :XSDD1'),
  ],
  [
    'D7_purchased',
    'the order is said to be purchased',
    update('document', `purchase_progress = 'complete'`, 'id = :XSDD1'),
  ],
  [
    'D8_returned_lots',
    'more of a lot went back than came',
    update('line_allocation', 'quantity = 6', `document_id = :CGTH1 and lot = 'x'`),
  ],
  [
    'D8_returned_serials',
    'a serial went back that never came',
    update('line_allocation', `serials = '{d}'`, 'document_id = :CGTH1 and line = 1'),
  ],
  [
    'D8_returned',
    'more came back than went',
    update('document_link', 'quantity = 5', 'target_document_id = :XSTH1'),
  ],
  [
    'D10_number',
    'two outbounds have one number',
    update('document', `number = 'XSCK1'`, 'id = :XSCK2'),
  ],
  ['D10_number', 'a document has no number', update('document', 'number = null', 'id = :XSCK2')],
  [
    'D10_counter',
    'the counter fell behind',
    update('document', `number = 'XSCK24030000010'`, 'id = :XSCK2'),
  ],
  [
    'D12_deposits',
    'more of the deposit is used than was taken',
    update('document', 'deposit_taken = 16', 'id = :XSDD1'),
  ],
  [
    'D12_booked',
    'a deposit that is used whole leaves a cent in the books',
    update('document', 'deposit_booked = 14.99', 'id = :XSCK1'),
  ],
  [
    'D12_deposits',
    'a deposit that was given back is noted as waiting',
    update('document', 'deposit_taken = 0', 'id = :XSDD2'),
  ],
  [
    'D12_booked',
    'a deposit that was given back leaves a cent in the books',
    update('document_line', 'booked = 5.99', 'document_id = :TDJ1'),
  ],
  [
    'D12_purse',
    'a deposit was given back in the books alone',
    update('document', 'in_force = false', 'id = :TDJ1'),
  ],
  [
    'M5_applied',
    'a refund gives back more than its lines say',
    update('document', 'paid_now = 7', 'id = :TDJ1'),
  ],
  [
    'D12_purse',
    'a deposit was used at another rate than it was taken at',
    update('document', 'exchange_rate = 6', 'id = :XSDD1'),
  ],
  [
    'D12_purse',
    'the customer used a deposit that was never paid',
    update('money_balance', 'amount = 1', `purse = 'deposit'`),
  ],
  [
    'G7_partner_trade',
    'a day counts a sale twice',
    update('partner_trade', 'documents = documents + 1', `kind = 'retailOut' and grain = 'd'`),
  ],
  [
    'G7_partner_trade',
    'a month counts a line twice',
    update('partner_trade', 'lines = lines + 1', `kind = 'retailOut' and grain = 'm'`),
  ],
  [
    'G7_partner_trade',
    'a sale is told of those who did not sell it',
    update('partner_trade', 'salesperson_ids = array[7]', `kind = 'saleOut' and grain = 'm'`),
  ],
  [
    'G7_goods_trade',
    'a receipt leaves the discount of a month out',
    update('goods_trade', 'discount = 0', `kind = 'purchaseIn'`),
  ],
  [
    'G7_goods_trade',
    'a month counts the goods of another',
    update('goods_trade', 'sku_id = sku_id + 1', `kind = 'saleBack'`),
  ],
  [
    'G7_goods_trade',
    'a sale is missing from its month',
    `delete from goods_trade where tenant_id = :t and kind = 'retailOut'`,
  ],
  [
    'G7_sku_trade',
    'a month traded less of a SKU than its warehouses did',
    update('sku_trade', 'amount = amount - 0.01', `kind = 'saleOut'`),
  ],
  [
    'G7_sku_trade',
    'a receipt is missing from the month of its SKU',
    `delete from sku_trade where tenant_id = :t and kind = 'purchaseIn'`,
  ],
  [
    'G7_trade_periods',
    'a month traded more than its cuts',
    update('trade_period', 'amount = amount + 1', `kind = 'retailOut' and grain = 'm'`),
  ],
  [
    'G7_document_days',
    'a day adds up to more than its documents',
    update('document_day', 'debt = debt + 1', `kind = 'saleOut'`),
  ],
  [
    'G7_document_days',
    'a debt is open and its day counts it as settled',
    update('document_day', `debt_state = 'settled'`, `kind = 'saleOut' and debt_state = 'open'`),
  ],
  [
    'G7_document_days',
    'a kind has no totals',
    `delete from document_day where tenant_id = :t and kind = 'saleOut'`,
  ],
  [
    'G1_in_force',
    'a draft is in force where approval is needed',
    update('document', 'needs_approval = true', 'id = :XSCK1'),
  ],
  [
    'G1_in_force',
    'a deleted document is in force',
    update('document', 'deleted_at = now()', 'id = :XSCK1'),
  ],
  [
    'M1_zero',
    'money came from nowhere',
    update('money_balance', 'amount = amount + 1', `purse = 'account' and holder_id = :cash`),
  ],
  [
    'M2_balance',
    'an account has more than its entries brought',
    update('money_balance', 'amount = amount + 1', `purse = 'account' and holder_id = :bank`),
  ],
  [
    'M2_days',
    'a day of an account counts a document twice',
    update(
      'money_period',
      'documents = documents + 1',
      `grain = 'd' and purse = 'account' and holder_id = :bank`,
    ),
  ],
  [
    'M2_days',
    'more was settled on a day than money documents brought',
    update('money_period', 'settled = settled - 1', `grain = 'd' and purse = 'receivable'`),
  ],
  [
    'M2_days',
    'a day has a line that no document brought',
    update('money_period', 'debits = debits + 1', `grain = 'd' and purse = 'receivable'`),
  ],
  [
    'M2_days',
    'a day has less that was brought and taken than its documents',
    update('money_period', 'passed = passed - 1', `grain = 'd' and purse = 'receivable'`),
  ],
  [
    'M2_months',
    'a month has fewer lines than its days',
    update('money_period', 'credits = credits - 1', `grain = 'm' and purse = 'payable'`),
  ],
  [
    'M2_months',
    'a month counts other documents than its days',
    update('money_period', 'documents = documents + 1', `grain = 'm' and purse = 'payable'`),
  ],
  [
    'M2_days',
    'a day of an account is off',
    update(
      'money_period',
      'amount = amount + 1, amount_in = amount_in + 1',
      `grain = 'd' and purse = 'account' and holder_id = :bank`,
    ),
  ],
  [
    'M2_months',
    'a month of an account is off',
    update(
      'money_period',
      'amount_out = amount_out + 1',
      `grain = 'm' and purse = 'account' and holder_id = :cash`,
    ),
  ],
  [
    'M2_document',
    'the money went to another account than the paper says',
    update('document_settlement', 'account_id = :bank', 'document_id = :XSCK2'),
  ],
  [
    'M3_giro',
    'a transfer of funds ends in a fee',
    update('money_entry', `to_purse = 'fee', to_id = 0`, 'document_id = :ZZ1'),
  ],
  [
    'M4_document',
    'the debt on paper is not the debt in the ledger',
    update('document', 'debt = debt + 1, paid_now = paid_now - 1', 'id = :XSCK1'),
  ],
  [
    'M4_partner',
    'a partner abroad owes a cent for a bill that is settled',
    update(
      'money_balance',
      'amount = amount - 0.01',
      `purse = 'receivable' and holder_id = :abroad`,
    ),
  ],
  [
    'M5_booked',
    'a bill abroad that is settled whole leaves a cent in the books',
    update('document_line', 'booked = 699.99', 'document_id = :SK2'),
  ],
  [
    'D4_accounts',
    'an account pays a part of a cent',
    `update document_settlement set amount = amount + case account_id when :cash then 0.004 else -0.004 end
      where tenant_id = :t and document_id = :CGRK2`,
  ],
  [
    'M4_document',
    'a bill abroad is settled at another rate than it was booked at',
    update('document', 'exchange_rate = 6', 'id = :XSCK4'),
  ],
  [
    'M4_partner',
    'the customer owes more than its open bills',
    update(
      'money_balance',
      'amount = amount + 1',
      `purse = 'receivable' and holder_id = :customer`,
    ),
  ],
  [
    'M4_partner',
    'the opening balance on the card was changed',
    update('partner', 'opening_receivable = 5', 'id = :customer'),
  ],
  [
    'M5_settled',
    'a bill is settled by more than was paid',
    update('document', 'settled = 9', 'id = :XSCK1'),
  ],
  [
    'M5_settled',
    'a bill is settled beyond its debt',
    update('document', 'debt = 7', 'id = :XSCK1'),
  ],
  [
    'M5_kept',
    'more is used of what a customer paid beyond than was kept',
    update('document_line', 'amount = -2', 'document_id = :SK1 and line = 2'),
  ],
  [
    'M5_kept',
    'what was kept in another currency is used up and stays in the books',
    update('document_line', 'settled_document_id = null, amount = 0', 'document_id = :SK2'),
  ],
  [
    'M5_applied',
    'a receipt applies more than it received',
    update('document_line', 'amount = 3', 'document_id = :SK1 and line = 2'),
  ],
  [
    'M6_prepaid',
    'a member used more than was prepaid',
    update('money_balance', 'amount = 1', `purse = 'prepaid'`),
  ],
  [
    'M6_prepaid',
    'a member used more of its bonus than it was given',
    update('money_balance', 'amount = 1', `purse = 'bonus'`),
  ],
  [
    'M6_bonus',
    'a prepayment gave another bonus than it says',
    update('document', 'bonus = 6', 'id = :SYF1'),
  ],
  [
    'M6_bonus',
    'a sale used another bonus than it says',
    update('document', 'bonus = 2', 'id = :LSCK1'),
  ],
  [
    'M6_bonus',
    'members have a bonus that no one gave',
    update('money_balance', 'amount = amount + 1', `purse = 'bonusGiven'`),
  ],
  [
    'M7_bonus_back',
    'a return gives back more of a bonus than its sale used',
    `update document set bonus = 3 where tenant_id = :t and id = (
      select min(target_document_id) from document_link where tenant_id = :t)`,
  ],
  [
    'M9_invoiced',
    'more of a bill is invoiced than it is',
    `with made as (
      insert into invoice (tenant_id, direction, kind, number, invoice_date, partner_id, currency, net, tax, gross, creator_id)
      select tenant_id, 'issued', 'vat', 'FP1', business_date, partner_id, currency, payable + 1, 0, payable + 1, creator_id
      from document where tenant_id = :t and id = :XSCK1 returning id, net)
    insert into invoice_bill (tenant_id, invoice_id, document_id, amount) select :t, id, :XSCK1, net from made`,
  ],
  ...(
    [
      ['a row is matched with less than it is', { row: 10, matched: 9 }],
      ['a document is matched with what it never moved', { row: 8, matched: 8 }],
      ['a row that is no document is counted as one', { row: 9, matched: 9, rows: 2 }],
      ['an account has statements in two currencies', { row: 9, matched: 9, other: 'EUR' }],
    ] as const
  ).map(([what, wish]) => ['M11_matched', what, aMatch(wish)] as const),
  [
    'D7_elsewhere',
    'an order from elsewhere has no lines',
    `insert into external_order (tenant_id, platform, number, partner_id, creator_id) values (:t, 'shop', '7', 1, 1)`,
  ],
  [
    'M10_trial_balance',
    'a purse stands under no account',
    `delete from ledger_role where tenant_id = :t and role = 'sales'`,
  ],
  [
    'M10_trial_balance',
    'a month came out uneven',
    update('money_period', 'amount = amount + 1', `purse = 'sales' and grain = 'm'`),
  ],
  [
    'M10_balance_sheet',
    'what is owed stands under no account',
    `delete from ledger_role where tenant_id = :t and role = 'payable'`,
  ],
  [
    'M10_balance_sheet',
    'stock is worth more than was paid for it',
    update('sku_cost', 'value = value + 1', 'sku_id = :plain'),
  ],
  [
    'M12_leaves',
    'an item points at a class with others below it',
    `with top as (
      insert into revenue_class (tenant_id, type, name, number) values (:t, 'income', 'Top', '1') returning id),
    low as (
      insert into revenue_class (tenant_id, type, name, number, parent_id) select :t, 'income', 'Low', '2', id from top)
    insert into in_out_item (tenant_id, type, name, class_id) select :t, 'income', 'Points above', id from top`,
  ],
  [
    'M13_revalued',
    'a revaluation names a document that posted none of its rows',
    `with one as (
      insert into revaluation (tenant_id, day, deposits, document_id, user_id)
      select :t, '2025-01-31', true, min(id), min(creator_id) from document where tenant_id = :t returning id)
    insert into revaluation_row
      (tenant_id, revaluation_id, line, purse, holder_id, currency, amount, booked, rate, value)
    select :t, one.id, 1, 'account', holder.id, 'EUR', 10, 70, 7.5, 75
    from one, (select min(id) as id from account where tenant_id = :t) holder`,
  ],
  [
    'M13_revalued',
    'a revaluation with differences names no document',
    `with one as (
      insert into revaluation (tenant_id, day, deposits, user_id)
      select :t, '2025-01-31', true, min(creator_id) from document where tenant_id = :t returning id)
    insert into revaluation_row
      (tenant_id, revaluation_id, line, purse, holder_id, currency, amount, booked, rate, value)
    select :t, one.id, 1, 'account', holder.id, 'EUR', 10, 70, 7.5, 75
    from one, (select min(id) as id from account where tenant_id = :t) holder`,
  ],
  [
    'M13_revalued',
    'a reversed revaluation with differences names no reversal',
    `with one as (
      insert into revaluation (tenant_id, day, deposits, document_id, reversed_on, user_id)
      select :t, '2025-01-31', true, min(id), '2025-02-01', min(creator_id)
      from document where tenant_id = :t returning id),
    paper as (
      insert into revaluation_row
        (tenant_id, revaluation_id, line, purse, holder_id, currency, amount, booked, rate, value)
      select :t, one.id, at, 'account', holder.id, currency, 10, booked, 7.5, 75
      from one, (select min(id) as id from account where tenant_id = :t) holder,
        (values (1, 'EUR', 70), (2, 'USD', 80)) as rows(at, currency, booked)
      returning revaluation_id)
    select from paper`,
  ],
  [
    'M16_opening_debt',
    'an opening debt names a document of another partner',
    `insert into opening_debt
      (tenant_id, partner_id, side, number, business_date, due_on, currency, exchange_rate, amount,
        document_id)
    select :t, min(partner_id), 'receivable', 'OLD', '2024-01-01', '2024-01-01', 'CNY', 1, 5, min(id)
    from document where tenant_id = :t`,
  ],
  [
    'X12_logged',
    'no one is known to have made a document',
    `delete from audit_log where tenant_id = :t and number = 'ZZ1'`,
  ],
  [
    'X1_references',
    'a serial came by a document of no one',
    update('serial_number', 'in_document_id = 0', `serial = 'b'`),
  ],
  [
    'X1_references',
    'an account purse belongs to no one',
    update('money_balance', 'holder_id = 0', `purse = 'account' and holder_id = :bank`),
  ],
  [
    'X4_alike_names',
    'two names that differ in width were apart before',
    `insert into brand (tenant_id, name, code, colliding_name)
     values (:t, 'Brand', 'b1', null), (:t, 'Ｂrand', 'b2', 'Ｂrand')`,
  ],
  ['X1_user_login', 'a user can’t sign in', `delete from login where tenant_id = :t`],
  [
    'X3_line_days',
    'a line stands on another day than its document',
    update('document_line', 'business_date = business_date + 1', 'document_id = :XSCK1'),
  ],
  [
    'X3_warehouses',
    'a document hides one of its warehouses',
    update('document', `warehouse_ids = '{}'`, 'id = :XSCK1'),
  ],
  [
    'D13_promotions',
    'a promoted line has no regular price',
    update('document_line', `promotions = 'Spring'`, 'document_id = :XSCK1'),
  ],
  [
    'X5_list_prices',
    'a list has two prices of a barcode on a day',
    `with list as (insert into price_list (tenant_id, name) values (:t, 'Twice') returning id)
    insert into list_price (tenant_id, list_id, barcode_id, price, first_day, last_day)
    select :t, list.id, 1, 1, said.first::date, said.last::date
    from list, (values (null, '2026-05-31'), ('2026-05-31', null)) said(first, last)`,
  ],
  [
    'S13_kits',
    'a kit has stock',
    `update product set kit = true from sku
     where product.tenant_id = :t and sku.tenant_id = :t and sku.product_id = product.id and sku.id = :plain`,
  ],
  [
    'S13_kits',
    'a line of another product moves parts',
    `insert into line_part (tenant_id, document_id, line, sku_id, quantity)
     values (:t, :XSCK1, 1, :whole, 1)`,
  ],
  [
    'X6_product_parts',
    'a product contains itself',
    `with made as (
        insert into product (tenant_id, name, unit_name) values (:t, 'Round', 'piece') returning id),
      coded as (
        insert into barcode (tenant_id, sku_id, product_id, code, unit)
        select :t, 1, made.id, '999999', 'piece' from made returning id, product_id)
    insert into product_part (tenant_id, product_id, barcode_id, quantity)
    select :t, coded.product_id, coded.id, 1 from coded`,
  ],
];

test.each(corruptions)('the check %s finds the corruption: %s', async (check, _, corruption) => {
  const found = await violationsAfter(corruption);
  expect(found.map((violation) => violation.check)).toContain(check);
});

test('every check is tested with a corruption of the data', () => {
  expect([...new Set(corruptions.map(([check]) => check))].toSorted()).toEqual(
    checks.map(({ name }) => name),
  );
});

test('a violation in another company is not reported', async () => {
  const broken = update('money_balance', 'amount = amount + 1', `purse = 'prepaid'`);
  expect(await violationsAfter(broken, { tenant: 'neighbour' })).toEqual([]);
  const everywhere = await violationsAfter(broken, {});
  expect(new Set(everywhere.map(({ tenant }) => tenant))).toEqual(new Set(['books']));
});

test('a violation names the company, the invariant, the document and the error', async () => {
  const violations = await violationsAfter(
    update('document_line', 'fee_share = 3', 'document_id = :ZZD1 and fee_share = 1'),
  );
  expect(violations).toEqual([
    {
      tenant: 'books',
      invariant: 'V7',
      check: 'V7_fee_shares',
      subject: 'ZZD1, assemble',
      detail: 'shares 3.000000, fees 1.000000',
    },
  ]);
});

describe('the texts of the checks', () => {
  const tables = /\b(?:from|join)\s+([a-z_]+)\b(?!\s*\()/g;

  test('state the invariant, and restrict every table to a company', async () => {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class where relkind in ('r', 'v') and relnamespace = 'public'::regnamespace`.execute(
      db.admin,
    );
    const known = new Set(rows.map(({ name }) => name));
    for (const { name, sentence, sql: text } of checks) {
      const code = text.replaceAll(/--.*$/gm, '');
      const used = [...code.matchAll(tables)].filter(([, table]) => known.has(table ?? '')).length;
      const scoped = code.split('tenant_id = $1').length - 1;
      expect([name, scoped >= used, used > 0]).toEqual([name, true, true]);
      expect(sentence).toMatch(/^[A-Z].+[.]$/);
    }
  });
});

describe('how the checks are planned', () => {
  interface Plan {
    readonly 'Node Type': string;
    readonly 'Relation Name'?: string;
    readonly 'Parent Relationship'?: string;
    readonly Plans?: readonly Plan[];
  }
  const scans = (plan: Plan): string[] => [
    ...(plan['Relation Name'] === undefined ? [] : [plan['Relation Name']]),
    ...(plan.Plans ?? []).flatMap(scans),
  ];
  /** Tables that are read once for each row of another. */
  const perRow = (plan: Plan): string[] => {
    const parts = plan.Plans ?? [];
    const [, inner] = plan['Node Type'] === 'Nested Loop' ? parts : [];
    const asked = parts.filter((part) => part['Parent Relationship'] === 'SubPlan');
    // A sub-plan that is hashed is read once.
    const hashed = JSON.stringify({ ...plan, Plans: [] }).includes('hashed SubPlan');
    const own = [...(inner === undefined ? [] : [inner]), ...(hashed ? [] : asked)];
    return [...own.flatMap(scans), ...parts.flatMap(perRow)];
  };

  test('no check scans a table once per row of another table, even without table statistics', async () => {
    const found: unknown[] = [];
    await db.admin.transaction().execute(async (tx) => {
      await planForAll(tx);
      await sql`delete from pg_statistic where starelid = any(select oid from pg_class where relnamespace = 'public'::regnamespace)`.execute(
        tx,
      );
      await sql`update pg_class set reltuples = -1, relpages = 0 where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(
        tx,
      );
      for (const { name, sql: text } of checks) {
        const { rows } = await sql<{ 'QUERY PLAN': readonly { Plan: Plan }[] }>`
          explain (format json) ${sql.raw(text.replaceAll('$1', books.tenantId))}`.execute(tx);
        const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
        const again = plan === undefined ? ['no plan'] : perRow(plan);
        if (again.length > 0) found.push([name, ...again]);
      }
    });
    expect(found).toEqual([]);
  });

  test('verifyDatabase analyzes the tables before it runs the checks', async () => {
    const { rows: before } = await sql<{ tuples: number }>`
      select reltuples as tuples from pg_class where relname = 'document'`.execute(db.admin);
    await verifyDatabase(db.connections.admin);
    const { rows: after } = await sql<{ tuples: number }>`
      select reltuples as tuples from pg_class where relname = 'document'`.execute(db.admin);
    expect([before.length, Number(after[0]?.tuples)]).toEqual([1, expect.any(Number)]);
    expect(Number(after[0]?.tuples)).toBeGreaterThan(0);
  });
});

describe('document kinds in the database checks', () => {
  const codes = Object.keys(documentKinds) as AnyKindCode[];
  const warehouseSign = (place: string) => (place === 'warehouse' ? 1 : 0);

  test('move goods between the places declared in the package domain', () => {
    const declared = codes.flatMap((kind) =>
      Object.entries(documentKinds[kind].goods).flatMap(([role, { from, to, valueOnly }]) =>
        valueOnly
          ? []
          : [
              {
                kind,
                role,
                own: warehouseSign(to) - warehouseSign(from),
                target: to === 'targetWarehouse' ? 1 : 0,
              },
            ],
      ),
    );
    expect(new Set(goodsKinds.map((one) => JSON.stringify(one)))).toEqual(
      new Set(declared.map((one) => JSON.stringify(one))),
    );
  });

  test('have the number prefixes declared in the package domain', () => {
    expect(kindPrefixes).toEqual(codes.map((kind) => [kind, documentKinds[kind].prefix]));
  });

  test('are paid through accounts if declared in the package domain', () => {
    const direction = (kind: AnyKindCode, end: string) =>
      documentKinds[kind].cash.reduce(
        (sum, { from, to }) => sum + Number(to === end) - Number(from === end),
        0,
      );
    const declared = codes
      .map((kind) => ({
        kind,
        sign: direction(kind, 'account'),
        lineSign: direction(kind, 'targetAccount'),
      }))
      .filter(({ sign, lineSign }) => sign !== 0 || lineSign !== 0);
    const byKind = (one: { readonly kind: string }, other: { readonly kind: string }) =>
      one.kind < other.kind ? -1 : 1;
    expect(cashKinds.toSorted(byKind)).toEqual(declared.toSorted(byKind));
  });

  test('use the decimals of each currency declared in the package domain', () => {
    const known = Object.entries(currenciesByDigits).flatMap(([digits, currencies]) =>
      currencies.map((currency) => [currency, Number(digits)] as const),
    );
    expect(Object.fromEntries(known)).toEqual(unusualDigits);
  });

  test('have the debt, tax, change, bonus, deposit, trade and fulfilment of the package domain', () => {
    const having = (amount: 'debt' | 'tax' | 'change') =>
      codes.filter((kind) => documentKinds[kind].amounts.includes(amount)).toSorted();
    const owing = debtKinds.filter(({ sign }) => sign !== 0).map(({ kind }) => kind);
    expect(owing.toSorted()).toEqual(having('debt'));
    expect(taxedKinds.toSorted()).toEqual(having('tax'));
    expect(retailKinds.toSorted()).toEqual(having('change'));
    const settling = codes.flatMap((kind) => broughtTo(kind).map((purse) => [kind, purse]));
    expect(settlingPurses.toSorted()).toEqual(settling.toSorted());
    expect(bonusKinds.toSorted()).toEqual(
      codes
        .flatMap((kind) => {
          const flow = documentKinds[kind].deposit.find((one) =>
            [one.from, one.to].includes('bonus'),
          );
          return flow === undefined ? [] : [[kind, flow.from === 'bonus' ? 1 : -1]];
        })
        .toSorted(),
    );
    expect(depositKinds.toSorted()).toEqual(
      codes.filter((kind) => takesDeposit(documentKinds[kind])).toSorted(),
    );
    expect(Object.fromEntries(tradeWays)).toEqual(
      Object.fromEntries(
        codes
          .filter((kind) => documentKinds[kind].trade !== null)
          .map((kind) => [kind, documentKinds[kind].goods.item?.to === 'warehouse' ? 1 : -1]),
      ),
    );
    const linked = codes.flatMap((target) =>
      Object.entries(documentKinds[target].sources).map(([source, progress]) => ({
        source,
        target,
        progress,
      })),
    );
    expect(purchasingKinds).toEqual(
      linked.flatMap(({ source, target, progress }) =>
        progress === 'purchased' ? [[source, target]] : [],
      ),
    );
    const returning = linked
      .filter(({ progress }) => progress === 'returned')
      .map(({ target }) => target);
    expect(returning.toSorted()).toEqual(['purchaseBack', 'retailBack', 'saleBack']);
    const fulfilled = codes.flatMap((kind) =>
      Object.entries(documentKinds[kind].sources).flatMap(([source, progress]) =>
        progress === 'fulfilled' ? [source] : [],
      ),
    );
    expect(new Set(fulfilledKinds)).toEqual(new Set(fulfilled));
  });
});
