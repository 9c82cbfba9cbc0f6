with found as materialized (
  select "row"."id" as "id",
    "row"."firstId" as "firstId",
    "row"."secondId" as "secondId",
    "row"."came" as "came",
    "row"."cameGrowth" as "cameGrowth",
    "row"."went" as "went",
    "row"."wentGrowth" as "wentGrowth",
    "row"."closing" as "closing",
    "row"."closingGrowth" as "closingGrowth",
    "row"."closingValue" as "closingValue",
    "row"."closingValueGrowth" as "closingValueGrowth",
    "row"."share" as "share",
    "row"."trend" as "trend",
    "row"."rank" as "rank"
  from (
    select "ranked"."came" as "came",
      round(("ranked"."came" - "ranked"."cameBefore") * 100 / nullif(abs("ranked"."cameBefore"), 0), 2) as
          "cameGrowth",
      "ranked"."went" as "went",
      round(("ranked"."went" - "ranked"."wentBefore") * 100 / nullif(abs("ranked"."wentBefore"), 0), 2) as
          "wentGrowth",
      "ranked"."closing" as "closing",
      round(("ranked"."closing" - "ranked"."closingBefore") * 100 /
          nullif(abs("ranked"."closingBefore"), 0), 2) as "closingGrowth",
      "ranked"."closingValue" as "closingValue",
      round(("ranked"."closingValue" - "ranked"."closingValueBefore") * 100 /
          nullif(abs("ranked"."closingValueBefore"), 0), 2) as "closingValueGrowth",
      ranked.rank as "rank",
      round(case when ranked.total > 0 then ranked.measure * 100 / ranked.total end, 2) as "share",
      ranked.key as "firstId",
      ranked.second as "secondId",
      case when ranked.is_remainder then 'rest' else concat_ws('.', ranked.key, ranked.second) end as "id",
      null::text as "trend"
    from (
      select key,
        second,
        false as is_remainder,
        measure,
        measure_before,
        "rank",
        "total",
        null::bigint as grouped,
        "closing",
        "closingBefore",
        "closingValue",
        "closingValueBefore",
        "came",
        "cameBefore",
        "went",
        "wentBefore"
      from (
        select measured.*, dense_rank() over (order by measure desc) as "rank", null::numeric as "total"
        from (
          select summed.*, "summed"."closing" as measure, "summed"."closingBefore" as measure_before
          from (
            select summed.key,
              summed.second,
              summed."closing",
              summed."closingValue",
              summed."came",
              summed."went",
              null::numeric as "closingBefore",
              null::numeric as "closingValueBefore",
              null::numeric as "cameBefore",
              null::numeric as "wentBefore"
            from (
              select part.key::text as key,
                part.second::text as second,
                "part"."closing" as "closing",
                "part"."closingValue" as "closingValue",
                "part"."came" as "came",
                "part"."came" - "part"."moved" as "went"
              from (
                select stock.warehouse_id as key,
                  stock.month as second,
                  coalesce(sum(stock.came), 0) as "came",
                  coalesce(sum(stock."on_handMoved"), 0) as "moved",
                  coalesce(sum(stock.on_hand), 0) as "closing",
                  coalesce(sum(case when stock.on_hand = stock.quantity then stock.value else
                      coalesce(round(stock.on_hand * stock.value / nullif(stock.quantity, 0), 6), 0) end), 0)
                      as "closingValue"
                from (
                  select held."sku_id",
                    held."warehouse_id",
                    span.month,
                    held."on_hand" - coalesce("moved0"."on_hand"[span.place + 1], 0) as "on_hand",
                    coalesce("moved0"."on_hand"[span.place], 0) -
                        coalesce("moved0"."on_hand"[span.place + 1], 0) as "on_handMoved",
                    coalesce("moved0"."came"[span.place], 0) as "came",
                    held."quantity" - coalesce("moved1"."quantity"[span.place + 1], 0) as "quantity",
                    held."value" - coalesce("moved1"."value"[span.place + 1], 0) as "value",
                    coalesce("moved1"."quantity"[span.place], 0) -
                        coalesce("moved1"."quantity"[span.place + 1], 0) as "quantityMoved",
                    coalesce("moved1"."value"[span.place], 0) -
                        coalesce("moved1"."value"[span.place + 1], 0) as "valueMoved"
                  from (
                    select stock.sku_id,
                      stock.warehouse_id,
                      stock.quantity as on_hand,
                      worth.quantity,
                      worth.value
                    from (
                      select sku_id,
                        warehouse_id,
                        coalesce(on_hand.quantity, 0) + coalesce(later.quantity, 0) as quantity
                      from (
                        select sku_id, warehouse_id, sum(quantity) as quantity
                        from (
                          select held.sku_id, held.warehouse_id, held.quantity
                          from stock_balance as held
                          where held.tenant_id = $n and true and true and true and true
                        ) as parts
                        group by sku_id, warehouse_id
                      ) as on_hand
                      full join (
                        select sku_id, warehouse_id, sum(quantity) as quantity
                        from (
                          select period.sku_id, period.warehouse_id, -period.quantity as quantity
                          from whole_stock_period as period
                          where period.tenant_id = $n
                            and period.grain = 'd'
                            and period.starts_on > $n::date
                            and period.starts_on < $n::date
                            and true
                            and true
                            and true
                            and true
                          union all
                          select period.sku_id, period.warehouse_id, -period.quantity as quantity
                          from whole_stock_period as period
                          where period.tenant_id = $n
                            and period.grain = 'm'
                            and period.starts_on >= $n::date
                            and true
                            and true
                            and true
                            and true
                        ) as parts
                        group by sku_id, warehouse_id
                      ) as later using (sku_id, warehouse_id)
                    ) as stock
                    left join (
                      select cost.sku_id,
                        cost.quantity - coalesce(whole_sku_period.quantity, 0) as quantity,
                        cost.value - coalesce(whole_sku_period.value, 0) as value
                      from sku_cost as cost
                      left join (
                        select sku_id, sum(quantity) as quantity, sum(value) as value
                        from (
                          select period.sku_id, quantity, value
                          from "whole_sku_period" as period
                          where period.tenant_id = $n
                            and period.grain = 'd'
                            and period.starts_on > $n::date
                            and period.starts_on < $n::date
                            and true
                            and true
                          union all
                          select period.sku_id, quantity, value
                          from "whole_sku_period" as period
                          where period.tenant_id = $n
                            and period.grain = 'm'
                            and period.starts_on >= $n::date
                            and true
                            and true
                        ) as parts
                        group by sku_id
                      ) as "whole_sku_period" on "whole_sku_period"."sku_id" = cost.sku_id
                      where cost.tenant_id = $n and true and true
                    ) as worth on worth.sku_id = stock.sku_id
                  ) as held
                  left join (
                    select "sku_id",
                      "warehouse_id",
                      array[sum("on_hand") filter (where month >= $n::date),
                      sum("on_hand") filter (where month >= $n::date),
                      sum("on_hand") filter (where month >= $n::date),
                      sum("on_hand") filter (where month > $n::date)] as "on_hand",
                      array[sum("came") filter (where month = $n::date),
                      sum("came") filter (where month = $n::date),
                      sum("came") filter (where month = $n::date)] as "came"
                    from (
                      select moved.*, moved.quantity as on_hand
                      from (
                        select "sku_id",
                          "warehouse_id",
                          period.starts_on as month,
                          came as came,
                          quantity as quantity
                        from whole_stock_period as period
                        where period.tenant_id = $n
                          and period.grain = $n
                          and period.starts_on between $n::date and $n::date
                          and true
                          and true
                          and true
                      ) as moved
                    ) as moved
                    group by "sku_id", "warehouse_id"
                  ) as "moved0" on "moved0"."sku_id" = held."sku_id"
                    and "moved0"."warehouse_id" = held."warehouse_id"
                  left join (
                    select "sku_id",
                      array[sum("quantity") filter (where month >= $n::date),
                      sum("quantity") filter (where month >= $n::date),
                      sum("quantity") filter (where month >= $n::date),
                      sum("quantity") filter (where month > $n::date)] as "quantity",
                      array[sum("value") filter (where month >= $n::date),
                      sum("value") filter (where month >= $n::date),
                      sum("value") filter (where month >= $n::date),
                      sum("value") filter (where month > $n::date)] as "value"
                    from (
                      select "sku_id", period.starts_on as month, quantity as quantity, value as value
                      from whole_sku_period as period
                      where period.tenant_id = $n
                        and period.grain = $n
                        and period.starts_on between $n::date and $n::date
                        and true
                    ) as moved
                    group by "sku_id"
                  ) as "moved1" on "moved1"."sku_id" = held."sku_id"
                  cross join (
                    select month, place
                    from unnest($n::date[]) with ordinality as span(month, place)
                    where month in (
                      select month
                      from (
                        select "sku_id",
                          "warehouse_id",
                          period.starts_on as month,
                          came as came,
                          quantity as quantity
                        from whole_stock_period as period
                        where period.tenant_id = $n
                          and period.grain = $n
                          and period.starts_on between $n::date and $n::date
                          and true
                          and true
                          and true
                      ) as moved
                    )
                  ) as span
                  offset 0
                ) as stock
                join sku on sku.tenant_id = $n and sku.id = stock.sku_id
                join product on product.tenant_id = $n and product.id = sku.product_id
                where (product.category_id in (
                  with recursive below as (
                    select id
                    from "category"
                    where tenant_id = $n and id = $n::bigint
                    union
                    select child.id
                    from "category" as child
                    join below on child.parent_id = below.id
                    where child.tenant_id = $n
                  )
                  select id
                  from below
                ))
                group by 1, 2
                having bool_or(stock.on_hand <> 0 or stock.came <> 0 or stock."on_handMoved" <> 0)
              ) as part
            ) as summed
          ) as summed
        ) as measured
      ) as windowed
    ) as ranked
  ) as "row"
)
select total.*,
  "row"."id" is null as "#empty",
  "row"."id" as "id",
  "row"."firstId" as "firstId",
  "row"."secondId" as "secondId",
  "row"."came" as "came",
  "row"."cameGrowth" as "cameGrowth",
  "row"."went" as "went",
  "row"."wentGrowth" as "wentGrowth",
  "row"."closing" as "closing",
  "row"."closingGrowth" as "closingGrowth",
  "row"."closingValue" as "closingValue",
  "row"."closingValueGrowth" as "closingValueGrowth",
  "row"."share" as "share",
  "row"."trend" as "trend",
  null::bigint as "documentId",
  null::text as "kind",
  case when "row".id = 'rest' then $n else coalesce("named"."name", $n::text) end as "name",
  case when "row".id <> 'rest' then left("row"."secondId", 7) end as "secondName"
from (
  select count(*) as "#",
    coalesce(sum("row"."came"), 0) as "#came",
    coalesce(sum("row"."went"), 0) as "#went"
  from found as "row"
) as total
left join (
  select *
  from found as "row"
  order by "row"."rank" asc, "row"."id" asc
  limit $n
  offset $n
) as "row" on true
left join "warehouse" as "named" on "named"."tenant_id" = $n and "named"."id" = "row"."firstId"::bigint
order by "row"."rank" asc, "row"."id" asc;
