import type { Client } from 'pg';
import { documentKinds } from '@tradehouse/domain';

// A company of any size, made by set-based SQL from a seed that never changes: the same size gives the same books.
// Each SKU is always bought at one price, so its moving average is that price and every balance can be derived by
// summing the ledgers. Rows are written in the order in which a company's days bring them: what lies side by side is
// what reads find side by side. Makes rows as the owner of the tables, with triggers off, then checks nothing: `verify`
// does.

export interface Size {
  readonly documents: number;
  readonly products: number;
  readonly partners: number;
}

/** From a hundred thousand documents on the company has the same goods and partners: what grows is its history. */
export const sizeOf = (documents: number): Size => ({
  documents,
  products: Math.max(200, Math.min(10_000, Math.floor(documents / 10))),
  partners: Math.max(50, Math.min(2_000, Math.floor(documents / 50))),
});

const WAREHOUSES = 4;
const LINES = 5;
/** Of a hundred documents: receipts, outbounds, retail; the rest are receipts of money. */
const SHARES = { purchaseIn: 25, saleOut: 50, retailOut: 15 };

const prefix = (kind: keyof typeof documentKinds): string => documentKinds[kind].prefix;

/** Steps of SQL in order; `$tenant`, `$user` and the sizes are replaced by digits only. */
const steps: readonly (readonly [string, string])[] = [
  [
    'master data',
    `
    insert into warehouse (tenant_id, name) select $tenant, 'Warehouse ' || n from generate_series(1, ${WAREHOUSES}) n;
    insert into partner (tenant_id, type, name, mnemonic, creator_id)
      select $tenant, case when n % 3 = 0 then 'supplier' else 'customer' end, '往来 ' || n, 'wl' || n, $user from generate_series(1, $partners) n;
    insert into product (tenant_id, name, mnemonic, standard, unit_name)
      select $tenant, '商品 ' || n, 'sp' || n, (n % 50) || ' ml', '个' from generate_series(1, $products) n;
    insert into sku (tenant_id, product_id) select $tenant, id from product where tenant_id = $tenant;
    insert into barcode (tenant_id, sku_id, product_id, code, unit, is_default, purchase_price, retail_price, sale_price)
      select $tenant, s.id, s.product_id, (1000000000 + s.id)::text, '个', true, 2 + s.id % 90, 4 + s.id % 90, 3 + s.id % 90
      from sku s where s.tenant_id = $tenant;`,
  ],
  [
    'numbered helpers',
    `
    create temp table g_sku as
      select row_number() over (order by s.id) - 1 as n, s.id as sku_id, s.product_id, b.id as barcode_id, b.code, 2 + s.id % 90 as cost
      from sku s join barcode b on b.tenant_id = s.tenant_id and b.sku_id = s.id where s.tenant_id = $tenant;
    create temp table g_warehouse as
      select row_number() over (order by id) - 1 as n, id from (select id from warehouse where tenant_id = $tenant order by id desc limit ${WAREHOUSES}) w;
    create temp table g_supplier as select row_number() over (order by id) - 1 as n, id from partner where tenant_id = $tenant and type = 'supplier';
    create temp table g_customer as select row_number() over (order by id) - 1 as n, id from partner where tenant_id = $tenant and type = 'customer';
    create unique index on g_sku (n); create unique index on g_warehouse (n); create unique index on g_supplier (n); create unique index on g_customer (n);
    analyze g_sku; analyze g_supplier; analyze g_customer;`,
  ],
  [
    'heads',
    `
    create temp table g_head as
      select n, case when n % 100 < ${SHARES.purchaseIn} then 'purchaseIn' when n % 100 < ${SHARES.purchaseIn + SHARES.saleOut} then 'saleOut'
          when n % 100 < ${SHARES.purchaseIn + SHARES.saleOut + SHARES.retailOut} then 'retailOut' else 'moneyIn' end as kind,
        $base + n as id,
        -- Two years, oldest first, ending yesterday.
        (current_date - 1 - ((1 - n::numeric / $documents) * 730)::int)::date as day,
        (n::bigint * 7919) % ${WAREHOUSES} as w, n % 3 <> 0 as paid
      from generate_series(0, $documents - 1) n;
    create temp table g_opening as
      select $base + $documents + w.n as id, w.n, w.id as warehouse_id from g_warehouse w;`,
  ],
  [
    'lines',
    `
    create temp table g_line as
      select h.id as document_id, h.kind, h.day, l.line, s.sku_id, s.product_id, s.barcode_id, s.code, w.id as warehouse_id,
        1 + (h.n * 31 + l.line) % 9 as quantity,
        case h.kind when 'purchaseIn' then s.cost when 'saleOut' then s.cost + 1 else s.cost + 2 end as price, s.cost
      from g_head h
      cross join generate_series(1, ${LINES}) as l(line)
      -- Squared: some products are traded far more than others.
      join g_sku s on s.n = floor(power(((h.n::bigint * 7919 + l.line * 104729) % 1000003) / 1000003.0, 2) * $products)
      join g_warehouse w on w.n = h.w
      where h.kind <> 'moneyIn';
    insert into g_line
      select o.id, 'openingStock', (current_date - 732)::date, (s.n + 1)::int, s.sku_id, s.product_id, s.barcode_id, s.code, o.warehouse_id, 100000, s.cost, s.cost
      from g_opening o cross join g_sku s;
    analyze g_line;`,
  ],
  [
    'documents',
    `
    create temp table g_sum as select document_id, sum(quantity * price) as amount, sum(quantity) as quantity from g_line group by 1;
    create unique index on g_sum (document_id); analyze g_sum;
    insert into document (tenant_id, id, kind, number, business_time, business_date, partner_id, creator_id, warehouse_ids, approval, approved_at, approver_id, in_force,
        currency, goods_amount, total_amount, payable, paid_now, debt, total_quantity, summary, received, change_given)
      overriding system value
      select $tenant, h.id, h.kind,
        (case h.kind when 'purchaseIn' then '${prefix('purchaseIn')}' when 'saleOut' then '${prefix('saleOut')}' else '${prefix('retailOut')}' end)
          || to_char(h.day, 'YYMM') || lpad((h.n + 1)::text, 7, '0'),
        h.day + time '01:00' + (h.n % 36000) * interval '1 second', h.day,
        case h.kind when 'purchaseIn' then p.id when 'saleOut' then c.id end, $user, array[w.id], 'approved', now(), $user, true,
        'USD', t.amount, t.amount, t.amount,
        case when h.kind = 'retailOut' or h.paid then t.amount else 0 end, case when h.kind = 'retailOut' or h.paid then 0 else t.amount end,
        t.quantity, '商品', case when h.kind = 'retailOut' then t.amount end, case when h.kind = 'retailOut' then 0 end
      from g_head h join g_sum t on t.document_id = h.id join g_warehouse w on w.n = h.w
      left join g_supplier p on p.n = h.n % (select count(*) from g_supplier)
      left join g_customer c on c.n = h.n % (select count(*) from g_customer)
      order by h.n;
    insert into document (tenant_id, id, kind, number, business_time, business_date, creator_id, warehouse_ids, approval, in_force, currency,
        goods_amount, total_amount, payable, total_quantity, summary, subject)
      overriding system value
      select $tenant, o.id, 'openingStock', '${prefix('openingStock')}' || to_char(current_date - 732, 'YYMM') || lpad((o.n + 1)::text, 7, '0'),
        (current_date - 732) + time '01:00', current_date - 732, $user, array[o.warehouse_id], 'approved', true, 'USD', t.amount, t.amount, t.amount, t.quantity, '期初', 'bench:' || o.warehouse_id
      from g_opening o join g_sum t on t.document_id = o.id;`,
  ],
  [
    'document lines',
    `
    insert into document_line (tenant_id, document_id, business_date, line, position, sku_id, barcode_id, barcode, product_id, unit, quantity, base_quantity, unit_price, amount, total, warehouse_id)
      select $tenant, document_id, day, line, line, sku_id, barcode_id, code, product_id, '个', quantity, quantity, price, quantity * price, quantity * price, warehouse_id
      from g_line order by day, document_id, line;
    insert into line_allocation (tenant_id, document_id, line, allocation, quantity)
      select $tenant, document_id, line, 1, quantity from g_line order by day, document_id, line;
    insert into document_settlement (tenant_id, document_id, account_id, amount)
      select $tenant, d.id, $account, d.paid_now from document d where d.tenant_id = $tenant and d.id >= $base and d.paid_now > 0;`,
  ],
  [
    'receipts of money',
    `
    -- Without knowing the sizes the planner would read the documents once for every receipt.
    analyze document; analyze g_head;
    -- Each settles, in full, one outbound of its hundred that was sold on credit (those whose n divides by 3).
    create temp table g_money as
      select h.id, h.day, h.n, d.id as bill_id, d.partner_id, d.debt from g_head h
      join document d on d.tenant_id = $tenant and d.kind = 'saleOut' and d.debt > 0
        and d.id = $base + h.n / 100 * 100 + 27 + 3 * (h.n % 10) - (h.n / 100) % 3
      where h.kind = 'moneyIn';
    insert into document (tenant_id, id, kind, number, business_time, business_date, partner_id, creator_id, approval, approved_at, approver_id, in_force, currency,
        goods_amount, total_amount, payable, paid_now)
      overriding system value
      select $tenant, id, 'moneyIn', '${prefix('moneyIn')}' || to_char(day, 'YYMM') || lpad((n + 1)::text, 7, '0'), day + time '10:00', day, partner_id, $user,
        'approved', now(), $user, true, 'USD', debt, debt, debt, debt from g_money;
    insert into document_line (tenant_id, document_id, business_date, line, position, amount, booked, total, settled_document_id)
      select $tenant, id, day, 1, 1, debt, debt, debt, bill_id from g_money;
    insert into document_settlement (tenant_id, document_id, account_id, amount) select $tenant, id, $account, debt from g_money;
    update document d set settled = m.debt from g_money m where d.tenant_id = $tenant and d.id = m.bill_id;`,
  ],
  [
    'stock ledger',
    `
    insert into stock_move (tenant_id, document_id, seq, line, sku_id, posting_number, stock_type, from_place, from_id, to_place, to_id, quantity, value, business_date)
      select $tenant, l.document_id, l.line, l.line, l.sku_id, row_number() over (partition by l.sku_id order by l.day, (l.kind <> 'openingStock'), l.document_id, l.line), 'formal',
        case l.kind when 'purchaseIn' then 'supplier' when 'openingStock' then 'opening' else 'warehouse' end,
        case l.kind when 'purchaseIn' then d.partner_id when 'openingStock' then 0 else l.warehouse_id end,
        case when l.kind in ('purchaseIn', 'openingStock') then 'warehouse' else 'customer' end,
        case when l.kind in ('purchaseIn', 'openingStock') then l.warehouse_id else coalesce(d.partner_id, 0) end,
        l.quantity, l.quantity * l.cost, l.day
      from g_line l join document d on d.tenant_id = $tenant and d.id = l.document_id order by l.day, l.document_id, l.line;`,
  ],
  [
    'stock balances',
    `
    create temp table g_flow as
      select m.sku_id, m.business_date, case when m.to_place = 'warehouse' then m.to_id else m.from_id end as warehouse_id,
        case when m.to_place = 'warehouse' then m.quantity else -m.quantity end as quantity,
        case when m.to_place = 'warehouse' then m.value else -m.value end as value
      from stock_move m where m.tenant_id = $tenant and m.document_id >= $base;
    insert into stock_balance (tenant_id, warehouse_id, sku_id, stock_type, quantity, last_day)
      select $tenant, warehouse_id, sku_id, 'formal', sum(quantity), max(business_date) from g_flow group by 2, 3;
    insert into stock_period (tenant_id, warehouse_id, sku_id, stock_type, grain, starts_on, quantity)
      select $tenant, warehouse_id, sku_id, 'formal', g.grain, date_trunc(case g.grain when 'd' then 'day' else 'month' end, business_date)::date, sum(quantity)
      from g_flow cross join (values ('d'), ('m')) g(grain) group by 2, 3, 5, 6 order by 6, 3, 2, 5;
    insert into sku_period (tenant_id, sku_id, grain, starts_on, quantity, value)
      select $tenant, sku_id, g.grain, date_trunc(case g.grain when 'd' then 'day' else 'month' end, business_date)::date, sum(quantity), sum(value)
      from g_flow cross join (values ('d'), ('m')) g(grain) group by 2, 3, 4 order by 4, 2, 3;
    insert into sku_cost (tenant_id, sku_id, quantity, value, basis_quantity, basis_value, last_posting, last_day)
      select $tenant, f.sku_id, f.quantity, f.value, f.quantity, f.value, m.last, f.last_day
      from (select sku_id, sum(quantity) as quantity, sum(value) as value, max(business_date) as last_day from g_flow group by 1) f
      join (select sku_id, max(posting_number) as last from stock_move where tenant_id = $tenant group by 1) m on m.sku_id = f.sku_id
    on conflict (tenant_id, sku_id) do update set quantity = excluded.quantity, value = excluded.value,
      basis_quantity = excluded.basis_quantity, basis_value = excluded.basis_value, last_posting = excluded.last_posting,
      last_day = excluded.last_day;`,
  ],
  [
    'money ledger',
    `
    create temp table g_cost as select document_id, sum(quantity * cost) as cost from g_line group by 1;
    create unique index on g_cost (document_id); analyze g_cost;
    create temp table g_entry as
      select d.id as document_id, d.business_date, d.partner_id, e.* from document d join g_cost c on c.document_id = d.id
      cross join lateral (values
        (1, case d.kind when 'purchaseIn' then 'payable' when 'openingStock' then 'opening' else 'sales' end, case d.kind when 'purchaseIn' then d.partner_id else 0 end,
          case when d.kind in ('purchaseIn', 'openingStock') then 'inventory' else 'receivable' end, case when d.kind in ('purchaseIn', 'openingStock') then 0 else coalesce(d.partner_id, 0) end, d.payable),
        (2, case d.kind when 'purchaseIn' then 'account' else 'receivable' end, case d.kind when 'purchaseIn' then $account else coalesce(d.partner_id, 0) end,
          case d.kind when 'purchaseIn' then 'payable' else 'account' end, case d.kind when 'purchaseIn' then d.partner_id else $account end, d.paid_now),
        (3, 'inventory', 0, 'costOfSales', 0, case when d.kind in ('saleOut', 'retailOut') then c.cost else 0 end)
      ) e(seq, from_purse, from_id, to_purse, to_id, amount)
      where d.tenant_id = $tenant and d.id >= $base and e.amount > 0;
    insert into g_entry select id, day, partner_id, 1, 'receivable', partner_id, 'account', $account, debt from g_money;
    insert into money_entry (tenant_id, document_id, seq, from_purse, from_id, to_purse, to_id, partner_id, amount, currency, original_amount, business_date)
      select $tenant, document_id, seq, from_purse, from_id, to_purse, to_id, partner_id, amount, 'USD', amount, business_date
      from g_entry order by business_date, document_id, seq;`,
  ],
  [
    'money balances',
    `
    create temp table g_money_flow as
      select document_id, to_purse as purse, to_id as holder_id, business_date, amount as amount_in, 0::numeric as amount_out from g_entry
      union all select document_id, from_purse, from_id, business_date, 0, amount from g_entry;
    insert into money_balance (tenant_id, purse, holder_id, amount)
      select $tenant, purse, holder_id, sum(amount_in - amount_out) from g_money_flow group by 2, 3
    on conflict (tenant_id, purse, holder_id) do update set amount = money_balance.amount + excluded.amount;
    insert into money_period (tenant_id, purse, holder_id, grain, starts_on, amount, amount_in, amount_out, documents, settled)
      select $tenant, purse, holder_id, g.grain, date_trunc(case g.grain when 'd' then 'day' else 'month' end, business_date)::date,
        sum(amount), sum(amount_in), sum(amount_out), count(*) filter (where amount <> 0),
        coalesce(sum(amount) filter (where settles and purse = 'receivable'), 0)
      from (
        select purse, holder_id, business_date, f.document_id in (select id from g_money) as settles, sum(amount_in - amount_out) as amount,
          sum(amount_in) as amount_in, sum(amount_out) as amount_out
        from g_money_flow f group by 1, 2, 3, 4, f.document_id) f
      cross join (values ('d'), ('m')) g(grain) group by 2, 3, 4, 5 order by 5, 2, 3, 4
    on conflict (tenant_id, purse, holder_id, grain, starts_on) do update set amount = money_period.amount + excluded.amount,
      amount_in = money_period.amount_in + excluded.amount_in, amount_out = money_period.amount_out + excluded.amount_out,
      documents = money_period.documents + excluded.documents, settled = money_period.settled + excluded.settled;`,
  ],
  [
    'day totals',
    `
    create temp table g_trade as
      select l.document_id, l.day, l.kind, coalesce(d.partner_id, 0) as partner_id, l.warehouse_id, l.sku_id, sum(l.quantity) as quantity,
        sum(l.quantity * l.price) as amount, sum(l.quantity * l.cost) as cost
      from g_line l join document d on d.tenant_id = $tenant and d.id = l.document_id
      where l.kind <> 'openingStock' group by 1, 2, 3, 4, 5, 6;
    insert into goods_trade (tenant_id, sku_id, month, kind, warehouse_id, creator_id, documents, quantity, amount, cost)
      select $tenant, sku_id, date_trunc('month', day)::date, kind, warehouse_id, $user, count(*), sum(quantity), sum(amount), sum(cost)
      from g_trade group by 2, 3, 4, 5 order by 3, 2, 4, 5;
    insert into partner_trade (tenant_id, grain, starts_on, kind, partner_id, warehouse_id, creator_id, documents, quantity, amount, cost)
      select $tenant, g.grain, date_trunc(g.field, day)::date, kind, partner_id, warehouse_id, $user, count(distinct document_id),
        sum(quantity), sum(amount), sum(cost)
      from g_trade cross join (values ('d', 'day'), ('m', 'month')) g(grain, field) group by 2, 3, 4, 5, 6 order by 2, 3, 4, 5, 6;
    insert into document_day (tenant_id, kind, business_date, creator_id, institution_id, debt_state, documents, total_quantity, goods_amount,
        total_amount, discount, service_charge, service_fees, other_fees, freight, payable, deposit_used, paid_now, deposit_taken, received,
        change_given, debt, settled)
      select $tenant, kind, business_date, creator_id, coalesce(institution_id, 0),
        case when debt <> settled then 'open' when debt <> 0 then 'settled' else 'none' end, count(*), sum(total_quantity), sum(goods_amount),
        sum(total_amount), sum(discount), sum(service_charge), sum(service_fees), sum(other_fees), sum(freight), sum(payable), sum(deposit_used),
        sum(paid_now), sum(deposit_taken), sum(coalesce(received, 0)), sum(coalesce(change_given, 0)), sum(debt), sum(settled)
      from document where tenant_id = $tenant and deleted_at is null group by 2, 3, 4, 5, 6
    on conflict (tenant_id, kind, business_date, creator_id, institution_id, debt_state) do nothing;
    insert into trade_period (tenant_id, grain, starts_on, kind, creator_id, institution_id, amount, tax, cost)
      select $tenant, grain, starts_on, kind, creator_id, institution_id, sum(amount), sum(tax), sum(cost)
      from partner_trade where tenant_id = $tenant group by 2, 3, 4, 5, 6;`,
  ],
  [
    'log',
    `
    insert into audit_log (tenant_id, at, user_id, action, subject, subject_id, number)
      select $tenant, business_time, $user, 'add', kind, id, number from document where tenant_id = $tenant and id >= $base;`,
  ],
  [
    'counters',
    `
    insert into document_number (tenant_id, kind, period, value)
      select $tenant, kind, to_char(business_date, 'YYMM'), max(right(number, 7)::bigint) from document where tenant_id = $tenant and id >= $base group by 2, 3
    on conflict (tenant_id, kind, period) do update set value = greatest(document_number.value, excluded.value);
    select setval(pg_get_serial_sequence('document', 'id'), (select max(id) from document));`,
  ],
];

/**
 * Fills an empty company with documents. The client must be a superuser's; everything is one transaction.
 * @returns the seconds each step took, in order
 */
export async function generate(
  client: Client,
  tenant: { readonly tenantId: string; readonly userId: string; readonly accountId: string },
  size: Size,
): Promise<readonly (readonly [string, number])[]> {
  const last = await client.query<{ base: string }>(
    'select coalesce(max(id), 0) + 1 as base from document',
  );
  const facts: Readonly<Record<string, string>> = {
    tenant: tenant.tenantId,
    user: tenant.userId,
    account: tenant.accountId,
    base: last.rows[0]?.base ?? '1',
    documents: String(size.documents),
    products: String(size.products),
    partners: String(size.partners),
  };
  const times: [string, number][] = [];
  await client.query(
    "begin; set local session_replication_role = replica; set local work_mem = '256MB'; set local synchronous_commit = off; set local maintenance_work_mem = '512MB'; set local row_security = off",
  );
  const run = async (name: string, sql: string): Promise<void> => {
    const started = performance.now();
    await client.query(sql.replaceAll(/\$([a-z]+)/g, (_, fact: string) => facts[fact] ?? ''));
    times.push([name, (performance.now() - started) / 1000]);
  };
  const indexes = size.documents < BY_INDEX ? [] : await dropIndexes(client);
  for (const [name, sql] of steps) await run(name, sql);
  if (indexes.length > 0) await run('indexes', indexes.join(';'));
  await client.query('commit');
  await client.query('vacuum analyze');
  return times;
}

/** Below this many documents, indexes are kept while rows come; above, building them afterwards is faster. */
const BY_INDEX = 100_000;

/** Drops the indexes of the large tables that no constraint stands on; answers the statements that make them again. */
async function dropIndexes(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index
    where indrelid in ('document'::regclass, 'document_line'::regclass, 'stock_move'::regclass, 'stock_period'::regclass,
        'sku_period'::regclass, 'goods_trade'::regclass, 'money_entry'::regclass, 'audit_log'::regclass)
      and not exists (select from pg_constraint where conindid = indexrelid)`);
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}
