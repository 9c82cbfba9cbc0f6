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
    select "ranked"."quantity" as "quantity",
      "ranked"."amount" as "amount",
      "ranked"."amountBefore" as "amountBefore",
      round(("ranked"."amount" - "ranked"."amountBefore") * 100 / nullif(abs("ranked"."amountBefore"), 0), 2)
          as "amountGrowth",
      (("ranked"."amount" - "ranked"."tax") - "ranked"."cost") as "profit",
      ranked.rank as "rank",
      round(case when ranked.total > 0 then ranked.measure * 100 / ranked.total end, 2) as "share",
      round(case when ranked.total > 0 then ranked.running_total * 100 / ranked.total end, 2) as
          "cumulative",
      case when ranked.ordinal is null or coalesce(ranked.total, 0) <= 0 then null when ranked.measure <= 0
          then 'C' when ranked.ordinal = 1 or ranked.running_total * 100 <= ranked.total * 80 then 'A' when
          ranked.running_total * 100 <= ranked.total * 95 then 'B' else 'C' end as "abc",
      ranked.key as "firstId",
      ranked.second as "secondId",
      case when ranked.is_remainder then 'rest' else concat_ws('.', ranked.key, ranked.second) end as "id",
      trend.figures as "trend"
    from (
      with windowed as materialized (
        select measured.*,
          row_number() over (order by measure desc, key, second) as "ordinal",
          sum(measure) over () as "total"
        from (
          select summed.*, "summed"."amount" as measure, "summed"."amountBefore" as measure_before
          from (
            select coalesce(present.key, compared.key) as key,
              coalesce(present.second, compared.second) as second,
              coalesce("present"."quantity", 0) as "quantity",
              coalesce("present"."amount", 0) as "amount",
              coalesce("present"."tax", 0) as "tax",
              coalesce("present"."cost", 0) as "cost",
              null::numeric as "quantityBefore",
              coalesce("compared"."amount", 0) as "amountBefore",
              null::numeric as "taxBefore",
              null::numeric as "costBefore"
            from (
              select trade.key,
                trade.second,
                ("trade"."quantity" - "trade"."quantity_returned") as "quantity",
                ("trade"."amount" - "trade"."amount_returned") as "amount",
                ("trade"."tax" - "trade"."tax_returned") as "tax",
                ("trade"."cost" - "trade"."cost_returned") as "cost"
              from (
                select trade.key::text as key,
                  null::text as second,
                  coalesce(sum(trade.quantity) filter (where not returned), 0) as quantity,
                  coalesce(sum(trade.quantity) filter (where returned), 0) as quantity_returned,
                  coalesce(sum(trade.amount) filter (where not returned), 0) as amount,
                  coalesce(sum(trade.amount) filter (where returned), 0) as amount_returned,
                  coalesce(sum(trade.tax) filter (where not returned), 0) as tax,
                  coalesce(sum(trade.tax) filter (where returned), 0) as tax_returned,
                  coalesce(sum(trade.cost) filter (where not returned), 0) as cost,
                  coalesce(sum(trade.cost) filter (where returned), 0) as cost_returned
                from (
                  select sku.product_id as key,
                    null as second,
                    trade.quantity,
                    trade.amount,
                    trade.tax,
                    trade.cost,
                    trade.kind = any($n::text[]) as returned
                  from (
                    select roll_up.sku_id,
                      roll_up.kind,
                      roll_up.quantity as quantity,
                      roll_up.amount as amount,
                      roll_up.tax as tax,
                      roll_up.cost as cost
                    from "whole_sku_trade" as roll_up
                    where roll_up.tenant_id = $n
                      and roll_up.month between $n::date and $n::date
                      and roll_up.kind = any($n::text[])
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
            ) as present
            full join (
              select summed.key as key, summed.second as second, summed."amount"
              from (
                select trade.key, trade.second, ("trade"."amount" - "trade"."amount_returned") as "amount"
                from (
                  select trade.key::text as key,
                    null::text as second,
                    coalesce(sum(trade.quantity) filter (where not returned), 0) as quantity,
                    coalesce(sum(trade.quantity) filter (where returned), 0) as quantity_returned,
                    coalesce(sum(trade.amount) filter (where not returned), 0) as amount,
                    coalesce(sum(trade.amount) filter (where returned), 0) as amount_returned
                  from (
                    select sku.product_id as key,
                      null as second,
                      trade.quantity,
                      trade.amount,
                      trade.kind = any($n::text[]) as returned
                    from (
                      select roll_up.sku_id,
                        roll_up.kind,
                        roll_up.quantity as quantity,
                        roll_up.amount as amount
                      from "whole_sku_trade" as roll_up
                      where roll_up.tenant_id = $n
                        and roll_up.month between $n::date and $n::date
                        and roll_up.kind = any($n::text[])
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
              ) as summed
            ) as compared on compared.key = present.key
          ) as summed
        ) as measured
      )
      select key,
        second,
        false as is_remainder,
        measure,
        measure_before,
        dense_rank() over (order by measure desc) as "rank",
        "ordinal",
        "total",
        sum(measure) over (order by measure desc, key, second) as "running_total",
        null::bigint as grouped,
        "quantity",
        "quantityBefore",
        "amount",
        "amountBefore",
        "tax",
        "taxBefore",
        "cost",
        "costBefore"
      from windowed
      where ordinal <= $n
      union all
      select null,
        null,
        true,
        sum(measure),
        sum(measure_before),
        null,
        null,
        max(total),
        max(total),
        null,
        sum("quantity"),
        sum("quantityBefore"),
        sum("amount"),
        sum("amountBefore"),
        sum("tax"),
        sum("taxBefore"),
        sum("cost"),
        sum("costBefore")
      from windowed
      where ordinal > $n
      having count(*) > 0
    ) as ranked
    left join (
      with by_month as materialized (
        select summed.key, summed.second as month, "summed"."amount" as value
        from (
          select trade.key, trade.second, ("trade"."amount" - "trade"."amount_returned") as "amount"
          from (
            select trade.key::text as key,
              trade.second::text as second,
              coalesce(sum(trade.quantity) filter (where not returned), 0) as quantity,
              coalesce(sum(trade.quantity) filter (where returned), 0) as quantity_returned,
              coalesce(sum(trade.amount) filter (where not returned), 0) as amount,
              coalesce(sum(trade.amount) filter (where returned), 0) as amount_returned
            from (
              select sku.product_id as key,
                trade.month as second,
                trade.quantity,
                trade.amount,
                trade.kind = any($n::text[]) as returned
              from (
                select roll_up.sku_id,
                  roll_up.kind,
                  roll_up.month,
                  roll_up.quantity as quantity,
                  roll_up.amount as amount
                from "whole_sku_trade" as roll_up
                where roll_up.tenant_id = $n
                  and roll_up.month between $n::date and $n::date
                  and roll_up.kind = any($n::text[])
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
        ) as summed
      )
      select by_key.key,
        (
          select
              string_agg(left(month, 7) || '=' ||
              trim_scale(coalesce((by_key.figures ->> month)::numeric, 0)), ' ' order by month)
          from unnest(all_keys.months) as month
        ) as figures
      from (
        select key, jsonb_object_agg(month, value) as figures
        from by_month
        group by 1
      ) as by_key
      cross join (
        select array_agg(distinct month) as months
        from by_month
      ) as all_keys
    ) as trend on trend.key = ranked.key
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
