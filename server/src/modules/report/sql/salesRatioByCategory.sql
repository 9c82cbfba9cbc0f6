with found as materialized (
  select "row"."id" as "id",
    "row"."quantity" as "quantity",
    "row"."amount" as "amount",
    "row"."share" as "share",
    "row"."amountBefore" as "amountBefore",
    "row"."shareBefore" as "shareBefore",
    "row"."points" as "points",
    "row"."firstId" as "firstId",
    "row"."secondId" as "secondId"
  from (
    select "told"."quantity" as "quantity",
      "told"."amount" as "amount",
      "told"."amountBefore" as "amountBefore",
      round(case when told.whole > 0 then told.measure * 100 / told.whole end, 2) as "share",
      round(case when told.whole_before > 0 then told.measure_before * 100 / told.whole_before end, 2) as
          "shareBefore",
      round(case when told.whole > 0 then told.measure * 100 / told.whole end - case when told.whole_before
          > 0 then told.measure_before * 100 / told.whole_before end, 2) as "points",
      told.key as "firstId",
      told.second as "secondId",
      case when told.rest then 'rest' else concat_ws('.', told.key, told.second) end as "id"
    from (
      select key,
        second,
        false as rest,
        measure,
        measure_before,
        "whole",
        "whole_before",
        null::bigint as grouped,
        "quantity",
        "quantityBefore",
        "amount",
        "amountBefore"
      from (
        select part.*, sum(measure) over () as "whole", sum(measure_before) over () as "whole_before"
        from (
          select part.*, "part"."amount" as measure, "part"."amountBefore" as measure_before
          from (
            select coalesce(now.key, earlier.key) as key,
              coalesce(now.second, earlier.second) as second,
              coalesce("now"."quantity", 0) as "quantity",
              coalesce("now"."amount", 0) as "amount",
              null::numeric as "quantityBefore",
              coalesce("earlier"."amount", 0) as "amountBefore"
            from (
              select trade.key,
                trade.second,
                ("trade"."quantity" - "trade"."quantity_back") as "quantity",
                ("trade"."amount" - "trade"."amount_back") as "amount"
              from (
                select trade.key::text as key,
                  null::text as second,
                  coalesce(sum(trade.quantity) filter (where not returned), 0) as quantity,
                  coalesce(sum(trade.quantity) filter (where returned), 0) as quantity_back,
                  coalesce(sum(trade.amount) filter (where not returned), 0) as amount,
                  coalesce(sum(trade.amount) filter (where returned), 0) as amount_back
                from (
                  select coalesce(product.category_id, 0) as key,
                    null as second,
                    trade.quantity,
                    trade.amount,
                    trade.kind = any($n::text[]) as returned
                  from (
                    select rolled.sku_id, rolled.kind, rolled.quantity as quantity, rolled.amount as amount
                    from "whole_sku_trade" as rolled
                    where rolled.tenant_id = $n
                      and rolled.month between $n::date and $n::date
                      and rolled.kind = any($n::text[])
                  ) as trade
                  join sku on sku.tenant_id = $n and sku.id = trade.sku_id
                  join product on product.tenant_id = $n and product.id = sku.product_id
                  where trade.kind = any($n::text[]) and true and true and true
                  offset 0
                ) as trade
                group by trade.key
                having sum(trade.quantity) filter (where not returned) <> 0
                  or sum(trade.quantity) filter (where returned) <> 0
                  or sum(trade.amount) filter (where not returned) <> 0
                  or sum(trade.amount) filter (where returned) <> 0
              ) as trade
            ) as now
            full join (
              select part.key as key, part.second as second, part."amount"
              from (
                select trade.key, trade.second, ("trade"."amount" - "trade"."amount_back") as "amount"
                from (
                  select trade.key::text as key,
                    null::text as second,
                    coalesce(sum(trade.quantity) filter (where not returned), 0) as quantity,
                    coalesce(sum(trade.quantity) filter (where returned), 0) as quantity_back,
                    coalesce(sum(trade.amount) filter (where not returned), 0) as amount,
                    coalesce(sum(trade.amount) filter (where returned), 0) as amount_back
                  from (
                    select coalesce(product.category_id, 0) as key,
                      null as second,
                      trade.quantity,
                      trade.amount,
                      trade.kind = any($n::text[]) as returned
                    from (
                      select rolled.sku_id,
                        rolled.kind,
                        rolled.quantity as quantity,
                        rolled.amount as amount
                      from "whole_sku_trade" as rolled
                      where rolled.tenant_id = $n
                        and rolled.month between $n::date and $n::date
                        and rolled.kind = any($n::text[])
                    ) as trade
                    join sku on sku.tenant_id = $n and sku.id = trade.sku_id
                    join product on product.tenant_id = $n and product.id = sku.product_id
                    where trade.kind = any($n::text[]) and true and true and true
                    offset 0
                  ) as trade
                  group by trade.key
                  having sum(trade.quantity) filter (where not returned) <> 0
                    or sum(trade.quantity) filter (where returned) <> 0
                    or sum(trade.amount) filter (where not returned) <> 0
                    or sum(trade.amount) filter (where returned) <> 0
                ) as trade
              ) as part
            ) as earlier on earlier.key = now.key
          ) as part
        ) as part
      ) as counted
    ) as told
  ) as "row"
)
select total.*,
  "row"."id" is null as "#empty",
  "row"."id" as "id",
  "row"."quantity" as "quantity",
  "row"."amount" as "amount",
  "row"."share" as "share",
  "row"."amountBefore" as "amountBefore",
  "row"."shareBefore" as "shareBefore",
  "row"."points" as "points",
  null::bigint as "documentId",
  null::text as "kind",
  case when "row".id = 'rest' then $n else coalesce("named"."name", $n::text) end as "name"
from (
  select count(*) as "#",
    coalesce(sum("row"."quantity"), 0) as "#quantity",
    coalesce(sum("row"."amount"), 0) as "#amount",
    coalesce(sum("row"."amountBefore"), 0) as "#amountBefore"
  from found as "row"
) as total
left join (
  select *
  from found as "row"
  order by "row"."amount" desc, "row"."id" desc
  limit $n
  offset $n
) as "row" on true
left join "category" as "named" on "named"."tenant_id" = $n and "named"."id" = "row"."firstId"::bigint
order by "row"."amount" desc, "row"."id" desc;
