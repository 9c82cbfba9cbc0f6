select today.day::text as day
from (
  select (now() at time zone time_zone)::date as day
  from tenant_setting
  where tenant_id = $n
) as today;

select trade.range_name,
  trade.kind,
  sum(trade.amount) as amount,
  sum(trade.tax) as tax,
  sum(trade.cost) as cost
from (
  select given.name as range_name, day.kind, day.starts_on, day.amount, day.tax, day.cost
  from (
    select *
    from json_to_recordset($n::json) as one(name text, grain text, since date, until date)
    limit $n
  ) as given
  join whole_trade_period as day on day.tenant_id = $n
    and day.grain = given.grain
    and day.starts_on between given.since and given.until
  where day.kind = any($n::text[]) and true
) as trade
group by 1, 2;

select to_char(trade.starts_on, 'YYYY-MM') as range_name,
  trade.kind,
  sum(trade.amount) as amount,
  sum(trade.tax) as tax,
  sum(trade.cost) as cost
from (
  select given.name as range_name, day.kind, day.starts_on, day.amount, day.tax, day.cost
  from (
    select *
    from json_to_recordset($n::json) as one(name text, grain text, since date, until date)
    limit $n
  ) as given
  join whole_trade_period as day on day.tenant_id = $n
    and day.grain = given.grain
    and day.starts_on between given.since and given.until
  where day.kind = any($n::text[]) and true
) as trade
group by 1, 2;

with dated as materialized (
  select case when lot.expiry < $n::date then 'expired' when lot.expiry <= $n::date +
      least(30, coalesce(product.shelf_life_days / 3, 30)) then 'soon' else 'normal' end as level
  from stock_balance as held
  join lot on lot.tenant_id = $n and lot.sku_id = held.sku_id and lot.lot = held.lot
  join sku on sku.tenant_id = $n and sku.id = held.sku_id
  join product on product.tenant_id = $n and product.id = sku.product_id
  where held.lot <> '' and held.quantity > 0 and "held"."tenant_id" = $n and true
),
  stocked as materialized (
    select sku.product_id, stock.quantity, stock.value
    from (
      select worth.sku_id,
        worth.on_hand as quantity,
        case when worth.on_hand = worth.quantity then worth.value else
            coalesce(round(worth.on_hand * worth.value / nullif(worth.quantity, 0), 6), 0) end as value,
        worth.value / nullif(worth.quantity, 0) as cost
      from (
        select cost.sku_id,
          cost.quantity as quantity,
          cost.value as value ,
          cost.quantity - coalesce(way.quantity, 0) as on_hand
        from sku_cost as cost
        left join (
          select line.sku_id, sum(line.base_quantity - line.done_quantity) as quantity
          from (
            select *
            from document
            where document.tenant_id = $n
              and document.kind = 'transfer'
              and document.travels
              and document.in_force
              and document.progress <> 'complete'
              and document.deleted_at is null
            offset 0
          ) as document
          join document_line as line on line.tenant_id = $n and line.document_id = document.id
          group by line.sku_id
        ) as "way" on "way"."sku_id" = cost.sku_id
        where cost.tenant_id = $n and true and true
      ) as worth
    ) as stock
    join sku on sku.tenant_id = $n and sku.id = stock.sku_id
  ),
  short as materialized (
    select sum(quantity) as quantity
    from stocked
    where product_id in (
      select product_id
      from stocked
      where quantity < 0
    )
    group by product_id
  )
select ((count(distinct product_id) filter (where quantity <> 0)) - (
  select count(*)
  from short
  where quantity = 0
))::int as products,
  (
    select count(*)
    from short
    where quantity < 0
  )::int as negative,
  coalesce(sum(quantity), 0)::text as quantity,
  coalesce(sum(value), 0)::text as value,
  (
    select count(*)
    from stock_lock as locked
    where locked.quantity > 0 and "locked"."tenant_id" = $n and true
  )::int as locked,
  (
    select count(*)
    from (
      select safety.warehouse_id, safety.product_id
      from safety_stock safety
      join product on product.tenant_id = $n and product.id = safety.product_id and product.enabled
      where safety.tenant_id = $n
        and safety.minimum > 0
        and "safety"."tenant_id" = $n
        and true
        and safety.minimum > coalesce((
          select sum(held.quantity)
          from stock_balance held
          join sku on sku.tenant_id = $n and sku.id = held.sku_id and sku.product_id = safety.product_id
          where held.tenant_id = $n and held.warehouse_id = safety.warehouse_id
        ), 0)
    ) as below
  )::int as "belowSafety",
  (
    select count(*)
    from dated
    where level = 'expired'
  )::int as expired,
  (
    select count(*)
    from dated
    where level = 'soon'
  )::int as "soonExpired"
from stocked;

select $n::text as tile, waiting.kind, count(*)::int as count
from (
  select document.kind
  from document
  where document.tenant_id = $n
    and document.deleted_at is null
    and document.kind = 'saleOrder'
    and
        (("document"."business_date" >= $n::date and "document"."business_date" <= $n::date) and
        "document"."business_time" >= ($n::date - 1)::timestamp at time zone 'UTC' and
        "document"."business_time" < ($n::date + 2)::timestamp at time zone 'UTC')
    and document.kind = any($n::text[])
    and (true and true and true)
  limit 1000
) as waiting
group by waiting.kind
union all
select $n::text as tile, waiting.kind, count(*)::int as count
from (
  select document.kind
  from document
  where document.tenant_id = $n
    and document.deleted_at is null
    and document.approval = 'draft'
    and not document.in_force
    and document.kind = any($n::text[])
    and (true and true and true)
  limit 1000
) as waiting
group by waiting.kind
union all
select $n::text as tile, waiting.kind, count(*)::int as count
from (
  select document.kind
  from document
  where document.tenant_id = $n
    and document.deleted_at is null
    and document.approval = 'draft'
    and document.kind in ('purchaseRequest', 'purchaseOrder')
    and document.kind = any($n::text[])
    and (true and true and true)
  limit 1000
) as waiting
group by waiting.kind
union all
select $n::text as tile, waiting.kind, count(*)::int as count
from (
  select document.kind
  from document
  where document.tenant_id = $n
    and document.deleted_at is null
    and document.approval = 'draft'
    and document.kind = 'saleOrder'
    and document.kind = any($n::text[])
    and (true and true and true)
  limit 1000
) as waiting
group by waiting.kind
union all
select $n::text as tile, waiting.kind, count(*)::int as count
from (
  select document.kind
  from document
  where document.tenant_id = $n
    and document.deleted_at is null
    and document.kind = 'purchaseRequest'
    and
        ("document"."approval" = 'approved' and not "document"."closed" and "document"."progress" <>
        'complete' and "document"."deleted_at" is null)
    and document.kind = any($n::text[])
    and (true and true and true)
  limit 1000
) as waiting
group by waiting.kind
union all
select $n::text as tile, waiting.kind, count(*)::int as count
from (
  select document.kind
  from document
  where document.tenant_id = $n
    and document.deleted_at is null
    and document.kind = 'saleOrder'
    and
        ("document"."approval" = 'approved' and not "document"."closed" and "document"."progress" <>
        'complete' and "document"."deleted_at" is null)
    and document.kind = any($n::text[])
    and (true and true and true)
  limit 1000
) as waiting
group by waiting.kind
union all
select $n::text as tile, waiting.kind, count(*)::int as count
from (
  select document.kind
  from document
  where document.tenant_id = $n
    and document.deleted_at is null
    and document.kind = 'purchaseOrder'
    and
        ("document"."approval" = 'approved' and not "document"."closed" and "document"."progress" <>
        'complete' and "document"."deleted_at" is null)
    and document.kind = any($n::text[])
    and (true and true and true)
  limit 1000
) as waiting
group by waiting.kind
union all
select $n::text as tile, waiting.kind, count(*)::int as count
from (
  select document.kind
  from document
  where document.tenant_id = $n
    and document.deleted_at is null
    and document.in_force
    and document.debt <> document.settled
    and document.kind = any($n::text[])
    and (true and true and true)
  limit 1000
) as waiting
group by waiting.kind
union all
select $n::text as tile, waiting.kind, count(*)::int as count
from (
  select document.kind
  from document
  where document.tenant_id = $n
    and document.deleted_at is null
    and document.in_force
    and document.debt <> document.settled
    and document.kind = any($n::text[])
    and (true and true and true)
  limit 1000
) as waiting
group by waiting.kind
union all
select $n::text as tile, waiting.kind, count(*)::int as count
from (
  select document.kind
  from document
  where document.tenant_id = $n
    and document.deleted_at is null
    and document.in_force
    and document.debt <> document.settled
    and document.due_on < $n::date
    and document.kind = any($n::text[])
    and (true and true and true)
  limit 1000
) as waiting
group by waiting.kind
union all
select $n::text as tile, waiting.kind, count(*)::int as count
from (
  select document.kind
  from document
  where document.tenant_id = $n
    and document.deleted_at is null
    and document.in_force
    and document.debt <> document.settled
    and document.due_on < $n::date
    and document.kind = any($n::text[])
    and (true and true and true)
  limit 1000
) as waiting
group by waiting.kind;

select "message"."id",
  "message"."title" as "msgTitle",
  "message"."type",
  "message"."created_at" as "createTimeStr",
  message.status::text as "status",
  message.open_type as "openType",
  "message"."open_page" as "openPage",
  "message"."subject_id" as "busId"
from "message"
where "message"."tenant_id" = $n and "message"."user_id" = $n and "message"."status" = $n
order by "message"."id" desc
limit $n;

select t.plan,
  p.name_en as "planName",
  t.expires_at as "expireTime",
  t.user_limit as "userNumLimit",
  (
    select count(*)::integer
    from app_user
    where tenant_id = $n and enabled
  ) as "userCurrentNum"
from tenant t
join plan p on p.code = t.plan
where t.id = $n;
