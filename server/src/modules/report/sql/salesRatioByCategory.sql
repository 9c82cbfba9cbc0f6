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
    select "ranked"."quantity" as "quantity",
      "ranked"."amount" as "amount",
      "ranked"."amountBefore" as "amountBefore",
      round(case when ranked.total > 0 then ranked.measure * 100 / ranked.total end, 2) as "share",
      round(case when ranked.total_before > 0 then ranked.measure_before * 100 / ranked.total_before end, 2)
          as "shareBefore",
      round(case when ranked.total > 0 then ranked.measure * 100 / ranked.total end - case when
          ranked.total_before > 0 then ranked.measure_before * 100 / ranked.total_before end, 2) as
          "points",
      ranked.key as "firstId",
      ranked.second as "secondId",
      case when ranked.is_remainder then 'rest' else concat_ws('.', ranked.key, ranked.second) end as "id"
    from (
      select key,
        second,
        false as is_remainder,
        measure,
        measure_before,
        "total",
        "total_before",
        null::bigint as grouped,
        "quantity",
        "quantityBefore",
        "amount",
        "amountBefore"
      from (
        select measured.*, sum(measure) over () as "total", sum(measure_before) over () as "total_before"
        from (
          select summed.*, "summed"."amount" as measure, "summed"."amountBefore" as measure_before
          from (
            select coalesce(present.key, compared.key) as key,
              coalesce(present.second, compared.second) as second,
              coalesce("present"."quantity", 0) as "quantity",
              coalesce("present"."amount", 0) as "amount",
              null::numeric as "quantityBefore",
              coalesce("compared"."amount", 0) as "amountBefore"
            from (
              select trade.key,
                trade.second,
                ("trade"."quantity" - "trade"."quantity_returned") as "quantity",
                ("trade"."amount" - "trade"."amount_returned") as "amount"
              from (
                select trade.key::text as key,
                  null::text as second,
                  coalesce(sum(trade.quantity) filter (where not returned), 0) as quantity,
                  coalesce(sum(trade.quantity) filter (where returned), 0) as quantity_returned,
                  coalesce(sum(trade.amount) filter (where not returned), 0) as amount,
                  coalesce(sum(trade.amount) filter (where returned), 0) as amount_returned
                from (
                  select coalesce(product.category_id, 0) as key,
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
                    select coalesce(product.category_id, 0) as key,
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
              ) as summed
            ) as compared on compared.key = present.key
          ) as summed
        ) as measured
      ) as windowed
    ) as ranked
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
