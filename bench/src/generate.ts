import type { Client } from 'pg';
import { documentKinds } from '@tradehouse/domain';
import { invoices } from './invoices.ts';

// Company of any size, made by set-based SQL from a constant seed: one size, one set of books. Each SKU is
// always bought at one price, which is therefore its moving average, and balances follow from summing the
// ledgers. Rows are written in the order of a company's days, so that reads find neighbours side by side.
// Written as the tables' owner with triggers off; only `verify` checks.

export interface GeneratedCompanySize {
  readonly documents: number;
  /** Years that the documents span. */
  readonly years: number;
  readonly products: number;
  readonly partners: number;
}

/**
 * Size of a company; goods and partners stay equal from a hundred thousand documents on. More documents in
 * the same years make a busier company; more years an older one.
 */
export const planCompanySize = (
  documents: number,
  years: number,
  products?: number,
): GeneratedCompanySize => ({
  documents,
  years,
  products: products ?? Math.max(200, Math.min(10_000, Math.floor(documents / 10))),
  partners: Math.max(50, Math.min(2_000, Math.floor(documents / 50))),
});

const WAREHOUSES = 4;
const LINES = 5;
/** Days that an order waits for goods, and a bill for money: no company leaves them open for years. */
const LEFT_OPEN = 120;

type GeneratedDirection = 'in' | 'out' | 'across' | null;

/** Recipe of a kind's documents; kinds that move and owe alike differ in these words only. */
interface Made {
  readonly kind: keyof typeof documentKinds;
  /** Consecutive documents in a hundred. */
  readonly share: number;
  /** Distance back to the source document, except for the first ones. */
  readonly back?: number;
  readonly side?: 'supplier' | 'customer';
  readonly way?: GeneratedDirection;
  /** Origin or destination of its goods. */
  readonly place?: 'supplier' | 'customer' | 'adjustment';
  /** Price above the purchase price, per piece. */
  readonly over?: number;
  /** A third of owing documents is not paid at once; see `g_old`. */
  readonly pays?: 'owing' | 'atOnce';
}

const purchase = { side: 'supplier', place: 'supplier', pays: 'owing' } as const;
const sale = { side: 'customer', place: 'customer', over: 1, pays: 'owing' } as const;
const retail = { place: 'customer', over: 2, pays: 'atOnce' } as const;

/** A hundred documents in order; receipts, returns and deliveries refer to the previous hundred. */
const HUNDRED: readonly Made[] = [
  { ...purchase, kind: 'purchaseIn', way: 'in', share: 2, back: 80 },
  { ...purchase, kind: 'purchaseIn', way: 'in', share: 18 },
  { kind: 'purchaseOrder', side: 'supplier', share: 3 },
  { ...purchase, kind: 'purchaseBack', way: 'out', share: 1, back: 120 },
  { kind: 'transfer', way: 'across', share: 1 },
  { ...sale, kind: 'saleOut', way: 'out', share: 3, back: 60 },
  { ...sale, kind: 'saleOut', way: 'out', share: 37 },
  { kind: 'saleOrder', side: 'customer', over: 1, share: 4 },
  { ...sale, kind: 'saleBack', way: 'in', share: 2, back: 139 },
  { kind: 'transfer', way: 'across', share: 1 },
  { ...retail, kind: 'retailOut', way: 'out', share: 13 },
  { ...retail, kind: 'retailBack', way: 'in', share: 1, back: 112 },
  { kind: 'itemOut', share: 1 },
  { kind: 'itemIn', share: 1 },
  { kind: 'giro', share: 1 },
  { kind: 'otherIn', way: 'in', place: 'adjustment', share: 1 },
  { kind: 'moneyIn', share: 6 },
  { kind: 'moneyOut', share: 3 },
  { kind: 'otherOut', way: 'out', place: 'adjustment', share: 1 },
];

const RETURNS = "('purchaseBack', 'saleBack', 'retailBack')";
const ORDERS = "('purchaseOrder', 'saleOrder')";
const MONEY = "('moneyIn', 'moneyOut', 'itemIn', 'itemOut', 'giro')";
const TRADE = "('purchaseIn', 'purchaseBack', 'saleOut', 'saleBack', 'retailOut', 'retailBack')";

const sqlLiteralOf = (value: string | number | null | undefined): string =>
  typeof value === 'string' ? `'${value}'` : String(value ?? null);

/** Rows of `HUNDRED` in SQL, with first and last document. */
const kindRows = HUNDRED.map(({ kind, share, back = 0, side, way, place, over = 0, pays }, at) => {
  const first = HUNDRED.slice(0, at).reduce((sum, one) => sum + one.share, 0);
  const row = [
    kind,
    documentKinds[kind].prefix,
    first,
    first + share - 1,
    back,
    side,
    way,
    place,
    over,
    pays,
  ];
  return `(${row.map(sqlLiteralOf).join()})`;
}).join();

/** Steps of SQL in order; `$tenant`, `$user` and the sizes are replaced by digits only. */
const steps: readonly (readonly [string, string])[] = [
  [
    'master data',
    `
    insert into warehouse (tenant_id, name) select $tenant, 'Warehouse ' || n from generate_series(1, ${WAREHOUSES}) n;
    insert into partner (tenant_id, type, name, mnemonic, creator_id)
      select $tenant, case when n % 3 = 0 then 'supplier' else 'customer' end, '往来 ' || n, 'wl' || n, $user from generate_series(1, $partners) n;
    insert into product (tenant_id, name, mnemonic, name_forms, standard, unit_name)
      select $tenant, '商品 ' || n, 'sp' || n, 'shangpin' || n, (n % 50) || ' ml', '个' from generate_series(1, $products) n;
    insert into account (tenant_id, name) values ($tenant, 'Bench bank');
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
    create temp table g_kind as
      select * from (values ${kindRows}) as given(kind, prefix, first, last, back, side, way, place, over, pays);
    -- What a document is made of, or itself: it has the partner, the warehouse and the goods of that.
    create temp table g_head as
      select n, k.kind, $base + n as id, case when k.back between 1 and n then $base + n - k.back end as made_of,
        case when k.back <= n then n - k.back else n end as m,
        -- Oldest first, ending yesterday.
        (current_date - 1 - ((1 - n::numeric / $documents) * 365 * $years)::int)::date as day,
        k.prefix, k.side, k.way, k.place, k.over, k.pays, n % 3 <> 0 or k.pays = 'atOnce' as paid
      from generate_series(0, $documents - 1) n join g_kind k on n % 100 between k.first and k.last;
    -- What is left of old orders is closed; old bills are paid, but those that a receipt or a payment of their hundred settles, and
    -- one in ten of the others.
    create temp table g_old as
      select n, id, kind in ${ORDERS} as closes,
        pays = 'owing' and n % 30 <> 0 and not (n % 100 + n / 100 % 3 between 6 and 12 or n % 100 + n / 100 % 3 between 27 and 42) as pays
      from g_head where day < current_date - ${LEFT_OPEN};
    update g_head h set paid = true from g_old o where o.n = h.n and o.pays;
    create unique index on g_old (n); analyze g_old;
    create temp table g_opening as
      select $base + $documents + w.n as id, w.n, w.id as warehouse_id from g_warehouse w;`,
  ],
  [
    'lines',
    `
    create temp table g_line as
      select h.id as document_id, h.kind, h.day, l.line, s.sku_id, s.product_id, s.barcode_id, s.code, w.id as warehouse_id,
        -- Of a return the first lines, one piece each; of some orders a part is never delivered.
        case when h.kind in ${RETURNS} then 1 else 1 + (h.m * 31 + l.line) % 9 end
          + case when h.kind in ${ORDERS} and h.m % 2 = 0 and l.line % 2 = 1 then 3 else 0 end as quantity,
        s.cost + h.over as price, s.cost, h.way, h.place, h.made_of, t.id as target_warehouse_id
      from g_head h
      join generate_series(1, ${LINES}) as l(line) on l.line <= 2 or h.kind not in ${RETURNS}
      -- Squared: some products are traded far more than others.
      join g_sku s on s.n = floor(power(((h.m::bigint * 7919 + l.line * 104729) % 1000003) / 1000003.0, 2) * $products)
      join g_warehouse w on w.n = (h.m::bigint * 7919) % ${WAREHOUSES}
      left join g_warehouse t on h.way = 'across' and t.n = (h.m::bigint * 7919 + 1) % ${WAREHOUSES}
      where h.kind not in ${MONEY};
    insert into g_line
      select o.id, 'openingStock', (current_date - 732)::date, (s.n + 1)::int, s.sku_id, s.product_id, s.barcode_id, s.code, o.warehouse_id, 100000, s.cost, s.cost,
        'in', 'opening', null, null
      from g_opening o cross join g_sku s;
    create temp table g_made as select made_of as document_id, line, document_id as by_id, quantity from g_line where made_of is not null;
    create index on g_made (document_id, line);
    analyze g_line; analyze g_made;`,
  ],
  [
    'documents',
    `
    create temp table g_sum as select document_id, sum(quantity * price) as amount, sum(quantity) as quantity from g_line group by 1;
    create unique index on g_sum (document_id); analyze g_sum;
    create temp table g_progress as
      select l.document_id, case when bool_and(m.quantity >= l.quantity) then 'complete' else 'partial' end as progress, min(m.by_id) as by_id
      from g_line l join g_made m on m.document_id = l.document_id and m.line = l.line group by 1;
    create unique index on g_progress (document_id); analyze g_progress;
    insert into document (tenant_id, id, kind, number, business_time, business_date, partner_id, creator_id, warehouse_ids, approval, approved_at, approver_id, in_force,
        currency, goods_amount, total_amount, payable, paid_now, debt, total_quantity, summary, received, change_given, progress, has_return, closed, source_numbers, due_on)
      overriding system value
      select $tenant, h.id, h.kind, h.prefix || to_char(h.day, 'YYMM') || lpad((h.n + 1)::text, 7, '0'),
        h.day + time '01:00' + (h.n % 36000) * interval '1 second', h.day,
        case h.side when 'supplier' then p.id when 'customer' then c.id end, $user,
        case h.way when 'across' then array[w.id, t.id] else array[w.id] end, 'approved', now(), $user, true,
        'USD', a.amount, a.amount, a.amount,
        case when h.pays is not null and h.paid then a.amount else 0 end, case when h.pays is not null and not h.paid then a.amount else 0 end,
        a.quantity, '商品', case when h.pays = 'atOnce' then a.amount end, case when h.pays = 'atOnce' then 0 end,
        case when h.kind in ${ORDERS} and o.progress is not null then o.progress else 'none' end,
        o.document_id is not null and h.kind not in ${ORDERS},
        coalesce(old.closes and o.progress is distinct from 'complete', false),
        coalesce(s.prefix || to_char(s.day, 'YYMM') || lpad((s.n + 1)::text, 7, '0'), ''), h.day
      from g_head h join g_sum a on a.document_id = h.id join g_warehouse w on w.n = (h.m::bigint * 7919) % ${WAREHOUSES}
      join g_warehouse t on t.n = (h.m::bigint * 7919 + 1) % ${WAREHOUSES}
      left join g_supplier p on p.n = h.m % (select count(*) from g_supplier)
      left join g_customer c on c.n = h.m % (select count(*) from g_customer)
      left join g_progress o on o.document_id = h.id
      left join g_head s on s.id = h.made_of
      left join g_old old on old.n = h.n
      order by h.n;
    insert into document (tenant_id, id, kind, number, business_time, business_date, creator_id, warehouse_ids, approval, in_force, currency,
        goods_amount, total_amount, payable, total_quantity, summary, subject)
      overriding system value
      select $tenant, o.id, 'openingStock', '${documentKinds.openingStock.prefix}' || to_char(current_date - 732, 'YYMM') || lpad((o.n + 1)::text, 7, '0'),
        (current_date - 732) + time '01:00', current_date - 732, $user, array[o.warehouse_id], 'approved', true, 'USD', t.amount, t.amount, t.amount, t.quantity, '期初', 'bench:' || o.warehouse_id
      from g_opening o join g_sum t on t.document_id = o.id;`,
  ],
  [
    'document lines',
    `
    insert into document_line (tenant_id, document_id, business_date, line, position, sku_id, barcode_id, barcode, product_id, unit, quantity, base_quantity, unit_price, amount, total,
        warehouse_id, target_warehouse_id, linked_quantity, done_quantity)
      select $tenant, l.document_id, l.day, l.line, l.line, sku_id, barcode_id, code, product_id, '个', l.quantity, l.quantity, price, l.quantity * price, l.quantity * price,
        warehouse_id, target_warehouse_id, coalesce(m.quantity, 0), coalesce(m.quantity, 0)
      from g_line l left join g_made m on m.document_id = l.document_id and m.line = l.line order by l.day, l.document_id, l.line;
    insert into line_allocation (tenant_id, document_id, line, allocation, quantity)
      select $tenant, document_id, line, 1, quantity from g_line order by day, document_id, line;
    insert into document_link (tenant_id, target_document_id, target_line, source_document_id, source_line, quantity)
      select $tenant, by_id, line, document_id, line, quantity from g_made order by by_id, line;
    insert into document_settlement (tenant_id, document_id, account_id, amount)
      select $tenant, d.id, $account, d.paid_now from document d where d.tenant_id = $tenant and d.id >= $base and d.paid_now > 0;`,
  ],
  [
    'money documents',
    `
    -- Without knowing the sizes the planner would read the documents once for every receipt.
    analyze document; analyze g_head;
    -- A receipt settles, in full, one outbound of its hundred that was sold on credit (those whose n divides by 3), and a payment
    -- one purchase; the others take or give what their number says.
    create temp table g_money as
      select h.id, h.kind, h.day, h.n, h.prefix, d.id as bill_id, d.partner_id, d.debt as amount, null::bigint as item_id, null::bigint as account_id
      from g_head h
      join document d on d.tenant_id = $tenant and d.debt > 0
        and d.id = $base + h.n / 100 * 100 + 3 * (h.n % 10) - (h.n / 100) % 3 + case h.kind when 'moneyIn' then 27 else -12 end
      where h.kind in ('moneyIn', 'moneyOut')
      union all
      select h.id, h.kind, h.day, h.n, h.prefix, null, null, 10 + h.n % 490,
        (select min(i.id) from in_out_item i where i.tenant_id = $tenant and i.type = case h.kind when 'itemIn' then 'income' when 'itemOut' then 'expense' end),
        case h.kind when 'giro' then (select a.id from account a where a.tenant_id = $tenant and a.name = 'Bench bank') end
      from g_head h where h.kind in ('itemIn', 'itemOut', 'giro');
    insert into document (tenant_id, id, kind, number, business_time, business_date, partner_id, creator_id, approval, approved_at, approver_id, in_force, currency,
        goods_amount, total_amount, payable, paid_now)
      overriding system value
      select $tenant, id, kind, prefix || to_char(day, 'YYMM') || lpad((n + 1)::text, 7, '0'), day + time '10:00', day, partner_id, $user,
        'approved', now(), $user, true, 'USD', amount, amount, amount, amount from g_money order by n;
    insert into document_line (tenant_id, document_id, business_date, line, position, amount, booked, total, settled_document_id, item_id, account_id)
      select $tenant, id, day, 1, 1, amount, amount, amount, bill_id, item_id, account_id from g_money;
    insert into document_settlement (tenant_id, document_id, account_id, amount) select $tenant, id, $account, amount from g_money;
    update document d set settled = m.amount from g_money m where d.tenant_id = $tenant and d.id = m.bill_id;`,
  ],
  ['invoices', invoices],
  [
    'stock ledger',
    `
    insert into stock_move (tenant_id, document_id, seq, line, sku_id, posting_number, stock_type, from_place, from_id, to_place, to_id, quantity, value, business_date)
      select $tenant, l.document_id, l.line, l.line, l.sku_id, row_number() over (partition by l.sku_id order by l.day, (l.kind <> 'openingStock'), l.document_id, l.line), 'formal',
        case l.way when 'in' then l.place else 'warehouse' end, case l.way when 'in' then o.id else l.warehouse_id end,
        case l.way when 'out' then l.place else 'warehouse' end,
        case l.way when 'in' then l.warehouse_id when 'out' then o.id else l.target_warehouse_id end,
        l.quantity, case l.way when 'across' then 0 else l.quantity * l.cost end, l.day
      from g_line l join document d on d.tenant_id = $tenant and d.id = l.document_id
      cross join lateral (select case when l.place in ('supplier', 'customer') then coalesce(d.partner_id, 0) else 0 end as id) o
      where l.way is not null
      order by l.day, l.document_id, l.line;`,
  ],
  [
    'stock balances',
    `
    create temp table g_flow as
      select m.document_id, m.sku_id, m.business_date, spot.id as warehouse_id, spot.sign * m.quantity as quantity, spot.sign * m.value as value
      from stock_move m
      cross join lateral (values (m.to_place, m.to_id, 1), (m.from_place, m.from_id, -1)) as spot(place, id, sign)
      where m.tenant_id = $tenant and m.document_id >= $base and spot.place = 'warehouse';
    insert into stock_balance (tenant_id, warehouse_id, sku_id, stock_type, quantity, last_day)
      select $tenant, warehouse_id, sku_id, 'formal', sum(quantity), max(business_date) from g_flow group by 2, 3;
    insert into stock_period (tenant_id, warehouse_id, sku_id, stock_type, grain, starts_on, quantity, came)
      select $tenant, warehouse_id, sku_id, 'formal', g.grain, date_trunc(case g.grain when 'd' then 'day' else 'month' end, business_date)::date,
        sum(quantity), sum(greatest(quantity, 0))
      from (
        select document_id, warehouse_id, sku_id, business_date, sum(quantity) as quantity from g_flow group by 1, 2, 3, 4) f
      cross join (values ('d'), ('m')) g(grain) group by 2, 3, 5, 6 order by 6, 3, 2, 5;
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
    -- What is owed, what is paid of it, and what its goods cost; of what comes back, turned round.
    create temp table g_entry as
      select d.id as document_id, d.business_date, d.partner_id, e.seq,
        case when turned.round then e.to_purse else e.from_purse end as from_purse, case when turned.round then e.to_id else e.from_id end as from_id,
        case when turned.round then e.from_purse else e.to_purse end as to_purse, case when turned.round then e.from_id else e.to_id end as to_id, e.amount
      from document d join g_cost c on c.document_id = d.id
      cross join lateral (select d.kind in ${RETURNS} or d.kind = 'otherIn' as round) turned
      cross join lateral (values
        (1, 'payable', d.partner_id, 'inventory', 0, case when d.kind in ('purchaseIn', 'purchaseBack') then d.payable end),
        (1, 'opening', 0, 'inventory', 0, case when d.kind = 'openingStock' then d.payable end),
        (1, 'sales', 0, 'receivable', coalesce(d.partner_id, 0), case when d.kind in ('saleOut', 'saleBack', 'retailOut', 'retailBack') then d.payable end),
        (2, 'account', $account, 'payable', d.partner_id, case when d.kind in ('purchaseIn', 'purchaseBack') then d.paid_now end),
        (2, 'receivable', coalesce(d.partner_id, 0), 'account', $account, case when d.kind in ('saleOut', 'saleBack', 'retailOut', 'retailBack') then d.paid_now end),
        (3, 'inventory', 0, 'costOfSales', 0, case when d.kind in ('saleOut', 'saleBack', 'retailOut', 'retailBack', 'otherIn', 'otherOut') then c.cost end)
      ) e(seq, from_purse, from_id, to_purse, to_id, amount)
      where d.tenant_id = $tenant and d.id >= $base and e.amount > 0;
    insert into g_entry
      select m.id, m.day, m.partner_id, 1, e.from_purse, e.from_id, e.to_purse, e.to_id, m.amount
      from g_money m
      join lateral (values
        ('moneyIn', 'receivable', m.partner_id, 'account', $account), ('moneyOut', 'account', $account, 'payable', m.partner_id),
        ('itemIn', 'item', m.item_id, 'account', $account), ('itemOut', 'account', $account, 'item', m.item_id),
        ('giro', 'account', $account, 'account', m.account_id)
      ) e(kind, from_purse, from_id, to_purse, to_id) on e.kind = m.kind;
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
    insert into money_period (tenant_id, purse, holder_id, grain, starts_on, amount, amount_in, amount_out, documents, settled,
        debits, credits, passed)
      select $tenant, purse, holder_id, g.grain, date_trunc(case g.grain when 'd' then 'day' else 'month' end, business_date)::date,
        sum(amount), sum(amount_in), sum(amount_out), count(*) filter (where amount <> 0),
        coalesce(sum(amount) filter (where settles = purse), 0), count(*) filter (where amount_in > 0),
        count(*) filter (where amount_out > 0), sum(least(amount_in, amount_out))
      from (
        select purse, holder_id, business_date, case m.kind when 'moneyIn' then 'receivable' when 'moneyOut' then 'payable' end as settles,
          sum(amount_in - amount_out) as amount, sum(amount_in) as amount_in, sum(amount_out) as amount_out
        from g_money_flow f left join g_money m on m.id = f.document_id group by 1, 2, 3, 4, f.document_id) f
      cross join (values ('d'), ('m')) g(grain) group by 2, 3, 4, 5 order by 5, 2, 3, 4
    on conflict (tenant_id, purse, holder_id, grain, starts_on) do update set amount = money_period.amount + excluded.amount,
      amount_in = money_period.amount_in + excluded.amount_in, amount_out = money_period.amount_out + excluded.amount_out,
      documents = money_period.documents + excluded.documents, settled = money_period.settled + excluded.settled,
      debits = money_period.debits + excluded.debits, credits = money_period.credits + excluded.credits,
      passed = money_period.passed + excluded.passed;`,
  ],
  [
    'day totals',
    `
    create temp table g_trade as
      select l.document_id, l.day, l.kind, coalesce(d.partner_id, 0) as partner_id, l.warehouse_id, l.sku_id, count(*) as lines,
        sum(l.quantity) as quantity, sum(l.quantity * l.price) as amount, sum(l.quantity * l.cost) as cost
      from g_line l join document d on d.tenant_id = $tenant and d.id = l.document_id
      where l.kind in ${TRADE} group by 1, 2, 3, 4, 5, 6;
    insert into goods_trade (tenant_id, sku_id, month, kind, warehouse_id, creator_id, documents, quantity, amount, cost)
      select $tenant, sku_id, date_trunc('month', day)::date, kind, warehouse_id, $user, count(*), sum(quantity), sum(amount), sum(cost)
      from g_trade group by 2, 3, 4, 5 order by 3, 2, 4, 5;
    insert into sku_trade (tenant_id, month, kind, sku_id, quantity, amount, cost)
      select $tenant, date_trunc('month', day)::date, kind, sku_id, sum(quantity), sum(amount), sum(cost)
      from g_trade group by 2, 3, 4 order by 2, 3, 4;
    insert into trade_month (tenant_id, month)
      select distinct $tenant, month from sku_trade where tenant_id = $tenant;
    insert into partner_trade (tenant_id, grain, starts_on, kind, partner_id, warehouse_id, creator_id, documents, lines, quantity, amount, cost)
      select $tenant, g.grain, date_trunc(g.field, day)::date, kind, partner_id, warehouse_id, $user, count(distinct document_id),
        sum(lines), sum(quantity), sum(amount), sum(cost)
      from g_trade cross join (values ('d', 'day'), ('m', 'month')) g(grain, field) group by 2, 3, 4, 5, 6 order by 2, 3, 4, 5, 6;
    insert into document_day (tenant_id, kind, business_date, creator_id, institution_id, debt_state, documents, total_quantity, goods_amount,
        total_amount, discount, service_charge, service_fees, other_fees, freight, payable, deposit_used, paid_now, deposit_taken, received,
        change_given, debt, settled, bonus)
      select $tenant, kind, business_date, creator_id, coalesce(institution_id, 0),
        case when debt <> settled then 'open' when debt <> 0 then 'settled' else 'none' end, count(*), sum(total_quantity), sum(goods_amount),
        sum(total_amount), sum(discount), sum(service_charge), sum(service_fees), sum(other_fees), sum(freight), sum(payable), sum(deposit_used),
        sum(paid_now), sum(deposit_taken), sum(coalesce(received, 0)), sum(coalesce(change_given, 0)), sum(debt), sum(settled), sum(bonus)
      from document where tenant_id = $tenant and deleted_at is null group by 2, 3, 4, 5, 6
    on conflict (tenant_id, kind, business_date, creator_id, institution_id, debt_state) do nothing;
    insert into trade_period (tenant_id, grain, starts_on, kind, creator_id, institution_id, amount, tax, cost)
      select $tenant, grain, starts_on, kind, creator_id, institution_id, sum(amount), sum(tax), sum(cost)
      from partner_trade where tenant_id = $tenant group by 2, 3, 4, 5, 6;`,
  ],
  [
    'counts',
    `
    -- One for each ten thousand documents, of a few goods each, under way.
    insert into count_sheet (tenant_id, number, warehouse_id, creator_id)
      select $tenant, '${documentKinds.stockCount.prefix}' || to_char(current_date, 'YYMM') || lpad((sheet + 1)::text, 7, '0'), w.id, $user
      from generate_series(0, $documents / 10000) sheet join g_warehouse w on w.n = sheet % ${WAREHOUSES};
    insert into count_line (tenant_id, sheet_id, sku_id)
      select $tenant, c.id, s.sku_id from count_sheet c join g_sku s on s.n < 200 where c.tenant_id = $tenant;`,
  ],
  [
    'log',
    `
    insert into audit_log (tenant_id, at, user_id, action, subject, subject_id, number)
      select $tenant, at, $user, 'add', subject, id, number
      from (
        select business_time as at, kind as subject, id, number from document where tenant_id = $tenant and id >= $base
        union all select created_at, 'invoice', id, number from invoice where tenant_id = $tenant) as written
      order by at, subject, id;`,
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
 * Fills an empty company with documents in one transaction, as a superuser.
 *
 * @returns the seconds of each step, in order
 */
export async function generateDocuments(
  client: Client,
  tenant: { readonly tenantId: string; readonly userId: string; readonly accountId: string },
  size: GeneratedCompanySize,
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
    years: String(size.years),
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

/** Below this number, indexes are kept during inserts; above, a later rebuild is faster. */
const BY_INDEX = 100_000;

/** Drops large tables' indexes that back no constraint; returns the statements that recreate them. */
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
