with found as materialized (
  select "row"."rank" as "rank",
    "row"."id" as "id",
    "row"."quantity" as "quantity",
    "row"."amount" as "amount",
    "row"."profit" as "profit",
    "row"."share" as "share",
    "row"."cumulative" as "cumulative",
    "row"."abc" as "abc",
    "row"."amountBefore" as "amountBefore",
    "row"."amountGrowth" as "amountGrowth",
    "row"."trend" as "trend",
    "row"."firstId" as "firstId",
    "row"."secondId" as "secondId"
  from (
    select "told"."quantity" as "quantity",
      "told"."amount" as "amount",
      "told"."amountBefore" as "amountBefore",
      round(("told"."amount" - "told"."amountBefore") * 100 / nullif(abs("told"."amountBefore"), 0), 2) as
          "amountGrowth",
      (("told"."amount" - "told"."tax") - "told"."cost") as "profit",
      told.rank as "rank",
      round(case when told.whole > 0 then told.measure * 100 / told.whole end, 2) as "share",
      round(case when told.whole > 0 then told.passed * 100 / told.whole end, 2) as "cumulative",
      case when told.at is null or coalesce(told.whole, 0) <= 0 then null when told.measure <= 0 then 'C'
          when told.at = 1 or told.passed * 100 <= told.whole * 80 then 'A' when told.passed * 100 <=
          told.whole * 95 then 'B' else 'C' end as "abc",
      told.key as "firstId",
      told.second as "secondId",
      case when told.rest then 'rest' else concat_ws('.', told.key, told.second) end as "id",
      trend.figures as "trend"
    from (
      with counted as materialized (
        select part.*,
          row_number() over (order by measure desc, key, second) as "at",
          sum(measure) over () as "whole"
        from (
          select part.*, "part"."amount" as measure, "part"."amountBefore" as measure_before
          from (
            select coalesce(now.key, earlier.key) as key,
              coalesce(now.second, earlier.second) as second,
              coalesce("now"."quantity", 0) as "quantity",
              coalesce("now"."amount", 0) as "amount",
              coalesce("now"."tax", 0) as "tax",
              coalesce("now"."cost", 0) as "cost",
              null::numeric as "quantityBefore",
              coalesce("earlier"."amount", 0) as "amountBefore",
              null::numeric as "taxBefore",
              null::numeric as "costBefore"
            from (
              select trade.key,
                trade.second,
                ("trade"."quantity" - "trade"."quantity_back") as "quantity",
                ("trade"."amount" - "trade"."amount_back") as "amount",
                ("trade"."tax" - "trade"."tax_back") as "tax",
                ("trade"."cost" - "trade"."cost_back") as "cost"
              from (
                select trade.key::text as key,
                  null::text as second,
                  coalesce(sum(trade.quantity) filter (where not returned), 0) as quantity,
                  coalesce(sum(trade.quantity) filter (where returned), 0) as quantity_back,
                  coalesce(sum(trade.amount) filter (where not returned), 0) as amount,
                  coalesce(sum(trade.amount) filter (where returned), 0) as amount_back,
                  coalesce(sum(trade.tax) filter (where not returned), 0) as tax,
                  coalesce(sum(trade.tax) filter (where returned), 0) as tax_back,
                  coalesce(sum(trade.cost) filter (where not returned), 0) as cost,
                  coalesce(sum(trade.cost) filter (where returned), 0) as cost_back
                from (
                  select sku.product_id as key,
                    null as second,
                    trade.quantity,
                    trade.amount,
                    trade.tax,
                    trade.cost,
                    trade.kind = any($n::text[]) as returned
                  from (
                    select rolled.sku_id,
                      rolled.kind,
                      rolled.quantity as quantity,
                      rolled.amount as amount,
                      rolled.tax as tax,
                      rolled.cost as cost
                    from "whole_sku_trade" as rolled
                    where rolled.tenant_id = $n
                      and rolled.month between $n::date and $n::date
                      and rolled.kind = any($n::text[])
                  ) as trade
                  join sku on sku.tenant_id = $n and sku.id = trade.sku_id
                  where trade.kind = any($n::text[]) and true and true and true
                  offset 0
                ) as trade
                group by trade.key
                having sum(trade.quantity) filter (where not returned) <> 0
                  or sum(trade.quantity) filter (where returned) <> 0
                  or sum(trade.amount) filter (where not returned) <> 0
                  or sum(trade.amount) filter (where returned) <> 0
                  or sum(trade.tax) filter (where not returned) <> 0
                  or sum(trade.tax) filter (where returned) <> 0
                  or sum(trade.cost) filter (where not returned) <> 0
                  or sum(trade.cost) filter (where returned) <> 0
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
                    select sku.product_id as key,
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
      )
      select key,
        second,
        false as rest,
        measure,
        measure_before,
        dense_rank() over (order by measure desc) as "rank",
        "at",
        "whole",
        sum(measure) over (order by measure desc, key, second) as "passed",
        null::bigint as grouped,
        "quantity",
        "quantityBefore",
        "amount",
        "amountBefore",
        "tax",
        "taxBefore",
        "cost",
        "costBefore"
      from counted
      where at <= $n
      union all
      select null,
        null,
        true,
        sum(measure),
        sum(measure_before),
        null,
        null,
        max(whole),
        max(whole),
        null,
        sum("quantity"),
        sum("quantityBefore"),
        sum("amount"),
        sum("amountBefore"),
        sum("tax"),
        sum("taxBefore"),
        sum("cost"),
        sum("costBefore")
      from counted
      where at > $n
      having count(*) > 0
    ) as told
    left join (
      with part as materialized (
        select part.key, part.second as month, "part"."amount" as value
        from (
          select trade.key, trade.second, ("trade"."amount" - "trade"."amount_back") as "amount"
          from (
            select trade.key::text as key,
              trade.second::text as second,
              coalesce(sum(trade.quantity) filter (where not returned), 0) as quantity,
              coalesce(sum(trade.quantity) filter (where returned), 0) as quantity_back,
              coalesce(sum(trade.amount) filter (where not returned), 0) as amount,
              coalesce(sum(trade.amount) filter (where returned), 0) as amount_back
            from (
              select sku.product_id as key,
                trade.month as second,
                trade.quantity,
                trade.amount,
                trade.kind = any($n::text[]) as returned
              from (
                select rolled.sku_id,
                  rolled.kind,
                  rolled.month,
                  rolled.quantity as quantity,
                  rolled.amount as amount
                from "whole_sku_trade" as rolled
                where rolled.tenant_id = $n
                  and rolled.month between $n::date and $n::date
                  and rolled.kind = any($n::text[])
              ) as trade
              join sku on sku.tenant_id = $n and sku.id = trade.sku_id
              where trade.kind = any($n::text[]) and true and true and true
              offset 0
            ) as trade
            group by trade.key, trade.second
            having sum(trade.quantity) filter (where not returned) <> 0
              or sum(trade.quantity) filter (where returned) <> 0
              or sum(trade.amount) filter (where not returned) <> 0
              or sum(trade.amount) filter (where returned) <> 0
          ) as trade
        ) as part
      )
      select own.key,
        (
          select
              string_agg(left(month, 7) || '=' || trim_scale(coalesce((own.figures ->> month)::numeric, 0)),
              ' ' order by month)
          from unnest(everyone.months) as month
        ) as figures
      from (
        select key, jsonb_object_agg(month, value) as figures
        from part
        group by 1
      ) as own
      cross join (
        select array_agg(distinct month) as months
        from part
      ) as everyone
    ) as trend on trend.key = told.key
  ) as "row"
)
select total.*,
  "row"."id" is null as "#empty",
  "row"."rank" as "rank",
  "row"."id" as "id",
  "row"."quantity" as "quantity",
  "row"."amount" as "amount",
  "row"."profit" as "profit",
  "row"."share" as "share",
  "row"."cumulative" as "cumulative",
  "row"."abc" as "abc",
  "row"."amountBefore" as "amountBefore",
  "row"."amountGrowth" as "amountGrowth",
  "row"."trend" as "trend",
  null::bigint as "documentId",
  null::text as "kind",
  case when "row".id = 'rest' then $n else coalesce("named"."name", $n::text) end as "name"
from (
  select count(*) as "#",
    coalesce(sum("row"."quantity"), 0) as "#quantity",
    coalesce(sum("row"."amount"), 0) as "#amount",
    coalesce(sum("row"."profit"), 0) as "#profit",
    coalesce(sum("row"."amountBefore"), 0) as "#amountBefore"
  from found as "row"
) as total
left join (
  select *
  from found as "row"
  order by "row"."rank" asc, "row"."id" asc
  limit $n
  offset $n
) as "row" on true
left join "product" as "named" on "named"."tenant_id" = $n and "named"."id" = "row"."firstId"::bigint
order by "row"."rank" asc, "row"."id" asc;
