// Bare route: the best possible result of this machine with Fastify, the driver and PostgreSQL. Writes only
// the rows of a ten-line sale: no sign-in, right, rule, rounding, repeat, event or roll-up.
import Fastify from 'fastify';
import pg from 'pg';
import { driverConfig } from '@tradehouse/database';
import type { BenchSale } from './posting.ts';
import type { BareOrder } from './bare.ts';

interface Goods {
  readonly code: string;
  readonly id: string;
  readonly sku_id: string;
  readonly product_id: string;
}

interface Cost {
  readonly sku_id: string;
  readonly last_posting: string;
  readonly cost: number;
}

const statements = {
  goods: `select code, id, sku_id, product_id from barcode where tenant_id = $1 and code = any($2)`,
  head: `
    insert into document (tenant_id, kind, business_time, business_date, partner_id, creator_id, warehouse_ids, in_force, currency,
      goods_amount, total_amount, payable, debt, due_on, total_quantity, summary)
    values ($1, $2, now(), current_date, $3, $4, array[$5::bigint], true, 'USD', $6, $6, $6, $6, current_date, $7, 'bare') returning id`,
  lines: `
    insert into document_line (tenant_id, document_id, business_date, line, position, sku_id, barcode_id, barcode, product_id, unit, quantity,
      base_quantity, unit_price, amount, total, warehouse_id)
    select $1, $2, current_date, line, line, sku_id, barcode_id, barcode, product_id, 'piece', quantity, quantity, price, amount, amount, warehouse_id
    from json_to_recordset($3) as one(line int, sku_id bigint, barcode_id bigint, barcode text, product_id bigint, quantity numeric,
      price numeric, amount numeric, warehouse_id bigint)`,
  costs: `
    with held as materialized (
      select c.sku_id, one.quantity from sku_cost c join json_to_recordset($2) as one(sku_id bigint, quantity numeric) using (sku_id)
      where c.tenant_id = $1 order by c.sku_id for update of c)
    update sku_cost c set quantity = c.quantity - held.quantity, value = c.value - held.quantity * c.value / c.quantity,
      basis_quantity = c.quantity, basis_value = c.value, last_posting = c.last_posting + 1, last_day = current_date
    from held where c.tenant_id = $1 and c.sku_id = held.sku_id
    returning c.sku_id, c.last_posting, (c.value / c.quantity)::float as cost`,
  balances: `
    update stock_balance b set quantity = b.quantity - one.quantity, last_day = current_date
    from json_to_recordset($2) as one(sku_id bigint, warehouse_id bigint, quantity numeric)
    where b.tenant_id = $1 and b.sku_id = one.sku_id and b.warehouse_id = one.warehouse_id and b.lot = '' and b.stock_type = 'formal'`,
  moves: `
    insert into stock_move (tenant_id, document_id, seq, line, sku_id, posting_number, stock_type, from_place, from_id, to_place, to_id,
      quantity, value, business_date)
    select $1, $2, line, line, sku_id, posting, 'formal', 'warehouse', warehouse_id, 'customer', $3, quantity, value, current_date
    from json_to_recordset($4) as one(line int, sku_id bigint, posting bigint, warehouse_id bigint, quantity numeric, value numeric)`,
  entries: `
    insert into money_entry (tenant_id, document_id, seq, from_purse, from_id, to_purse, to_id, partner_id, amount, currency,
      original_amount, business_date)
    values ($1, $2, 1, 'sales', 0, 'receivable', $3, $3, $4, 'USD', $4, current_date),
      ($1, $2, 2, 'inventory', 0, 'costOfSales', 0, null, $5, 'USD', 0, current_date)`,
  log: `
    insert into audit_log (tenant_id, user_id, action, subject, subject_id, after) values ($1, $2, 'add', $3, $4, $5)`,
  number: `
    with last as (
      insert into document_number (tenant_id, kind, period, value) values ($1, $2, to_char(current_date, 'YYMM'), 1)
      on conflict (tenant_id, kind, period) do update set value = document_number.value + 1 returning period, value)
    update document set number = 'BARE' || last.period || lpad(last.value::text, 7, '0') from last
    where tenant_id = $1 and id = $3 returning number`,
} as const;

// SAFETY: written by `measureBare`.
const { admin, tenantId, userId } = JSON.parse(process.env['SERVE'] ?? '{}') as BareOrder;
const pool = new pg.Pool({ ...driverConfig(admin), max: 8 });

async function writeBareSale(
  db: pg.PoolClient,
  sale: BenchSale,
): Promise<{ id: string; number: string }> {
  const ask = async <Row extends object>(name: keyof typeof statements, values: unknown[]) =>
    (await db.query<Row>({ name, text: statements[name], values: [tenantId, ...values] })).rows;
  const codes = sale.lines.map(({ barcode }) => barcode);
  const goods = new Map((await ask<Goods>('goods', [codes])).map((one) => [one.code, one]));
  const lines = sale.lines.map(({ barcode, warehouseId, quantity, unitPrice }, at) => {
    const { id, sku_id, product_id } = goods.get(barcode) ?? {};
    const amount = Number(quantity) * Number(unitPrice);
    const place = { sku_id, warehouse_id: warehouseId, quantity };
    return {
      ...place,
      line: at + 1,
      barcode_id: id,
      barcode,
      product_id,
      price: unitPrice,
      amount,
    };
  });
  const json = JSON.stringify(lines);
  const amount = lines.reduce((sum, line) => sum + line.amount, 0);
  const pieces = lines.reduce((sum, line) => sum + Number(line.quantity), 0);
  const { kind, partnerId } = sale;
  const [head] = await ask<{ id: string }>('head', [
    kind,
    partnerId,
    userId,
    lines[0]?.warehouse_id,
    amount,
    pieces,
  ]);
  const id = head?.id ?? '';
  await ask('lines', [id, json]);
  const costs = new Map((await ask<Cost>('costs', [json])).map((one) => [one.sku_id, one]));
  await ask('balances', [json]);
  const moves = lines.map((line) => {
    const { last_posting: posting, cost = 0 } = costs.get(line.sku_id ?? '') ?? {};
    return { ...line, posting, value: cost * Number(line.quantity) };
  });
  await ask('moves', [id, partnerId, JSON.stringify(moves)]);
  const value = moves.reduce((sum, move) => sum + move.value, 0);
  await ask('entries', [id, partnerId, amount, value]);
  await ask('log', [userId, kind, id, JSON.stringify(sale)]);
  const [numbered] = await ask<{ number: string }>('number', [kind, id]);
  return { id, number: numbered?.number ?? '' };
}

const app = Fastify();
app.post<{ Body: BenchSale }>('/api/sale', async ({ body }) => {
  const db = await pool.connect();
  try {
    await db.query('begin');
    const data = await writeBareSale(db, body);
    await db.query('commit');
    return { data };
  } catch (error) {
    await db.query('rollback');
    throw error;
  } finally {
    db.release();
  }
});

process.once('disconnect', () => process.exit(0));
process.once('SIGTERM', () => process.exit(0));
const address = await app.listen({ host: '127.0.0.1', port: 0 });
process.send?.({ port: Number(new URL(address).port) });
