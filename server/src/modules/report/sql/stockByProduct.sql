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
      with windowed as materialized (
        select measured.*,
          row_number() over (order by measure desc, key, second) as "ordinal",
          sum(measure) over () as "total"
        from (
          select summed.*, "summed"."closing" as measure, "summed"."closingBefore" as measure_before
          from (
            select coalesce(present.key, compared.key) as key,
              coalesce(present.second, compared.second) as second,
              coalesce("present"."closing", 0) as "closing",
              coalesce("present"."closingValue", 0) as "closingValue",
              coalesce("present"."came", 0) as "came",
              coalesce("present"."went", 0) as "went",
              coalesce("compared"."closing", 0) as "closingBefore",
              coalesce("compared"."closingValue", 0) as "closingValueBefore",
              coalesce("compared"."came", 0) as "cameBefore",
              coalesce("compared"."went", 0) as "wentBefore"
            from (
              select part.key::text as key,
                part.second::text as second,
                "part"."closing" as "closing",
                "part"."closingValue" as "closingValue",
                "part"."came" as "came",
                "part"."came" - "part"."moved" as "went"
              from (
                select sku.product_id as key,
                  null as second,
                  coalesce(sum(stock.came), 0) as "came",
                  coalesce(sum(stock."on_handMoved"), 0) as "moved",
                  coalesce(sum(stock.on_hand), 0) as "closing",
                  coalesce(sum(case when stock.on_hand = stock.quantity then stock.value else
                      coalesce(round(stock.on_hand * stock.value / nullif(stock.quantity, 0), 6), 0) end), 0)
                      as "closingValue"
                from (
                  select held."sku_id",
                    null::date as month,
                    held."on_hand" as "on_hand",
                    coalesce("moved0"."on_hand", 0) as "on_handMoved",
                    coalesce("moved0"."came", 0) as "came",
                    held."quantity" as "quantity",
                    held."value" as "value",
                    coalesce("moved1"."quantity", 0) as "quantityMoved",
                    coalesce("moved1"."value", 0) as "valueMoved"
                  from (
                    select cost.sku_id,
                      cost.quantity - coalesce(whole_sku_period.quantity, 0) as quantity,
                      cost.value - coalesce(whole_sku_period.value, 0) as value ,
                      cost.quantity - coalesce(way.quantity, 0) - coalesce(whole_stock_period.quantity, 0)
                          as on_hand
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
                    left join (
                      select sku_id, sum(quantity) as quantity
                      from (
                        select period.sku_id, quantity
                        from "whole_stock_period" as period
                        where period.tenant_id = $n
                          and period.grain = 'd'
                          and period.starts_on > $n::date
                          and period.starts_on < $n::date
                          and true
                          and true
                        union all
                        select period.sku_id, quantity
                        from "whole_stock_period" as period
                        where period.tenant_id = $n
                          and period.grain = 'm'
                          and period.starts_on >= $n::date
                          and true
                          and true
                      ) as parts
                      group by sku_id
                    ) as "whole_stock_period" on "whole_stock_period"."sku_id" = cost.sku_id
                    where cost.tenant_id = $n and true and true
                  ) as held
                  left join (
                    select moved.*, moved.quantity as on_hand
                    from (
                      select sku_id, sum(came) as came, sum(quantity) as quantity
                      from (
                        select "sku_id", came as came, quantity as quantity
                        from whole_stock_period as period
                        where period.tenant_id = $n
                          and period.grain = $n
                          and period.starts_on between $n::date and $n::date
                          and true
                          and true
                          and true
                        union all
                        select "sku_id", came as came, quantity as quantity
                        from whole_stock_period as period
                        where period.tenant_id = $n
                          and period.grain = $n
                          and period.starts_on between $n::date and $n::date
                          and true
                          and true
                          and true
                        union all
                        select "sku_id", -came as came, -quantity as quantity
                        from whole_stock_period as period
                        where period.tenant_id = $n
                          and period.grain = $n
                          and period.starts_on between $n::date and $n::date
                          and true
                          and true
                          and true
                        union all
                        select "sku_id", came as came, quantity as quantity
                        from whole_stock_period as period
                        where period.tenant_id = $n
                          and period.grain = $n
                          and period.starts_on between $n::date and $n::date
                          and true
                          and true
                          and true
                      ) as parts
                      group by sku_id
                    ) as moved
                  ) as "moved0" on "moved0"."sku_id" = held."sku_id"
                  left join (
                    select sku_id, sum(quantity) as quantity, sum(value) as value
                    from (
                      select "sku_id", quantity as quantity, value as value
                      from whole_sku_period as period
                      where period.tenant_id = $n
                        and period.grain = $n
                        and period.starts_on between $n::date and $n::date
                        and true
                      union all
                      select "sku_id", quantity as quantity, value as value
                      from whole_sku_period as period
                      where period.tenant_id = $n
                        and period.grain = $n
                        and period.starts_on between $n::date and $n::date
                        and true
                      union all
                      select "sku_id", -quantity as quantity, -value as value
                      from whole_sku_period as period
                      where period.tenant_id = $n
                        and period.grain = $n
                        and period.starts_on between $n::date and $n::date
                        and true
                      union all
                      select "sku_id", quantity as quantity, value as value
                      from whole_sku_period as period
                      where period.tenant_id = $n
                        and period.grain = $n
                        and period.starts_on between $n::date and $n::date
                        and true
                    ) as parts
                    group by sku_id
                  ) as "moved1" on "moved1"."sku_id" = held."sku_id"
                ) as stock
                join sku on sku.tenant_id = $n and sku.id = stock.sku_id
                where true
                group by 1, 2
                having bool_or(stock.on_hand <> 0 or stock.came <> 0 or stock."on_handMoved" <> 0)
              ) as part
            ) as present
            full join (
              select summed.key as key,
                summed.second as second,
                summed."closing",
                summed."closingValue",
                summed."came",
                summed."went"
              from (
                select part.key::text as key,
                  part.second::text as second,
                  "part"."closing" as "closing",
                  "part"."closingValue" as "closingValue",
                  "part"."came" as "came",
                  "part"."came" - "part"."moved" as "went"
                from (
                  select sku.product_id as key,
                    null as second,
                    coalesce(sum(stock.came), 0) as "came",
                    coalesce(sum(stock."on_handMoved"), 0) as "moved",
                    coalesce(sum(stock.on_hand), 0) as "closing",
                    coalesce(sum(case when stock.on_hand = stock.quantity then stock.value else
                        coalesce(round(stock.on_hand * stock.value / nullif(stock.quantity, 0), 6), 0) end),
                        0) as "closingValue"
                  from (
                    select held."sku_id",
                      null::date as month,
                      held."on_hand" as "on_hand",
                      coalesce("moved0"."on_hand", 0) as "on_handMoved",
                      coalesce("moved0"."came", 0) as "came",
                      held."quantity" as "quantity",
                      held."value" as "value",
                      coalesce("moved1"."quantity", 0) as "quantityMoved",
                      coalesce("moved1"."value", 0) as "valueMoved"
                    from (
                      select cost.sku_id,
                        cost.quantity - coalesce(whole_sku_period.quantity, 0) as quantity,
                        cost.value - coalesce(whole_sku_period.value, 0) as value ,
                        cost.quantity - coalesce(way.quantity, 0) - coalesce(whole_stock_period.quantity, 0)
                            as on_hand
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
                      left join (
                        select sku_id, sum(quantity) as quantity
                        from (
                          select period.sku_id, quantity
                          from "whole_stock_period" as period
                          where period.tenant_id = $n
                            and period.grain = 'd'
                            and period.starts_on > $n::date
                            and period.starts_on < $n::date
                            and true
                            and true
                          union all
                          select period.sku_id, quantity
                          from "whole_stock_period" as period
                          where period.tenant_id = $n
                            and period.grain = 'm'
                            and period.starts_on >= $n::date
                            and true
                            and true
                        ) as parts
                        group by sku_id
                      ) as "whole_stock_period" on "whole_stock_period"."sku_id" = cost.sku_id
                      where cost.tenant_id = $n and true and true
                    ) as held
                    left join (
                      select moved.*, moved.quantity as on_hand
                      from (
                        select sku_id, sum(came) as came, sum(quantity) as quantity
                        from (
                          select "sku_id", came as came, quantity as quantity
                          from whole_stock_period as period
                          where period.tenant_id = $n
                            and period.grain = $n
                            and period.starts_on between $n::date and $n::date
                            and true
                            and true
                            and true
                          union all
                          select "sku_id", came as came, quantity as quantity
                          from whole_stock_period as period
                          where period.tenant_id = $n
                            and period.grain = $n
                            and period.starts_on between $n::date and $n::date
                            and true
                            and true
                            and true
                          union all
                          select "sku_id", -came as came, -quantity as quantity
                          from whole_stock_period as period
                          where period.tenant_id = $n
                            and period.grain = $n
                            and period.starts_on between $n::date and $n::date
                            and true
                            and true
                            and true
                          union all
                          select "sku_id", came as came, quantity as quantity
                          from whole_stock_period as period
                          where period.tenant_id = $n
                            and period.grain = $n
                            and period.starts_on between $n::date and $n::date
                            and true
                            and true
                            and true
                        ) as parts
                        group by sku_id
                      ) as moved
                    ) as "moved0" on "moved0"."sku_id" = held."sku_id"
                    left join (
                      select sku_id, sum(quantity) as quantity, sum(value) as value
                      from (
                        select "sku_id", quantity as quantity, value as value
                        from whole_sku_period as period
                        where period.tenant_id = $n
                          and period.grain = $n
                          and period.starts_on between $n::date and $n::date
                          and true
                        union all
                        select "sku_id", quantity as quantity, value as value
                        from whole_sku_period as period
                        where period.tenant_id = $n
                          and period.grain = $n
                          and period.starts_on between $n::date and $n::date
                          and true
                        union all
                        select "sku_id", -quantity as quantity, -value as value
                        from whole_sku_period as period
                        where period.tenant_id = $n
                          and period.grain = $n
                          and period.starts_on between $n::date and $n::date
                          and true
                        union all
                        select "sku_id", quantity as quantity, value as value
                        from whole_sku_period as period
                        where period.tenant_id = $n
                          and period.grain = $n
                          and period.starts_on between $n::date and $n::date
                          and true
                      ) as parts
                      group by sku_id
                    ) as "moved1" on "moved1"."sku_id" = held."sku_id"
                  ) as stock
                  join sku on sku.tenant_id = $n and sku.id = stock.sku_id
                  where true
                  group by 1, 2
                  having bool_or(stock.on_hand <> 0 or stock.came <> 0 or stock."on_handMoved" <> 0)
                ) as part
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
        null::bigint as grouped,
        "closing",
        "closingBefore",
        "closingValue",
        "closingValueBefore",
        "came",
        "cameBefore",
        "went",
        "wentBefore"
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
        null,
        sum("closing"),
        sum("closingBefore"),
        sum("closingValue"),
        sum("closingValueBefore"),
        sum("came"),
        sum("cameBefore"),
        sum("went"),
        sum("wentBefore")
      from windowed
      where ordinal > $n
      having count(*) > 0
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
  null::text as "secondName"
from (
  select count(*) as "#",
    coalesce(sum("row"."came"), 0) as "#came",
    coalesce(sum("row"."went"), 0) as "#went",
    coalesce(sum("row"."closing"), 0) as "#closing",
    coalesce(sum("row"."closingValue"), 0) as "#closingValue"
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
