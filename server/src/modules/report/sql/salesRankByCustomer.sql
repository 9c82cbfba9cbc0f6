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
      null::text as "trend"
    from (
      select key,
        second,
        false as is_remainder,
        measure,
        measure_before,
        "rank",
        "ordinal",
        "total",
        "running_total",
        null::bigint as grouped,
        "quantity",
        "quantityBefore",
        "amount",
        "amountBefore",
        "tax",
        "taxBefore",
        "cost",
        "costBefore"
      from (
        select measured.*,
          dense_rank() over (order by measure desc) as "rank",
          row_number() over (order by measure desc, key, second) as "ordinal",
          sum(measure) over () as "total",
          sum(measure) over (order by measure desc, key, second) as "running_total"
        from (
          select summed.*,
            (("summed"."amount" - "summed"."tax") - "summed"."cost") as measure,
            (("summed"."amountBefore" - "summed"."taxBefore") - "summed"."costBefore") as measure_before
          from (
            select coalesce(present.key, compared.key) as key,
              coalesce(present.second, compared.second) as second,
              coalesce("present"."quantity", 0) as "quantity",
              coalesce("present"."amount", 0) as "amount",
              coalesce("present"."tax", 0) as "tax",
              coalesce("present"."cost", 0) as "cost",
              null::numeric as "quantityBefore",
              coalesce("compared"."amount", 0) as "amountBefore",
              coalesce("compared"."tax", 0) as "taxBefore",
              coalesce("compared"."cost", 0) as "costBefore"
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
                  coalesce(sum(trade.documents) filter (where not returned), 0) as documents,
                  coalesce(sum(trade.documents) filter (where returned), 0) as documents_returned,
                  coalesce(sum(trade.quantity) filter (where not returned), 0) as quantity,
                  coalesce(sum(trade.quantity) filter (where returned), 0) as quantity_returned,
                  coalesce(sum(trade.amount) filter (where not returned), 0) as amount,
                  coalesce(sum(trade.amount) filter (where returned), 0) as amount_returned,
                  coalesce(sum(trade.tax) filter (where not returned), 0) as tax,
                  coalesce(sum(trade.tax) filter (where returned), 0) as tax_returned,
                  coalesce(sum(trade.cost) filter (where not returned), 0) as cost,
                  coalesce(sum(trade.cost) filter (where returned), 0) as cost_returned
                from (
                  select trade.partner_id as key,
                    null as second,
                    trade.documents,
                    trade.quantity,
                    trade.amount,
                    trade.tax,
                    trade.cost,
                    trade.kind = any($n::text[]) as returned
                  from (
                    select roll_up.partner_id,
                      roll_up.salesperson_ids,
                      roll_up.warehouse_id,
                      roll_up.creator_id,
                      roll_up.institution_id,
                      roll_up.kind,
                      date_trunc('month', roll_up.starts_on)::date as month,
                      roll_up.lines,
                      roll_up.documents as documents,
                      roll_up.quantity as quantity,
                      roll_up.amount as amount,
                      roll_up.tax as tax,
                      roll_up.cost as cost
                    from whole_partner_trade as roll_up
                    where roll_up.tenant_id = $n
                      and roll_up.grain = $n
                      and roll_up.starts_on between $n::date and $n::date
                  ) as trade
                  where trade.kind = any($n::text[]) and true and true and true
                  offset 0
                ) as trade
                group by trade.key
                having sum(trade.documents) filter (where not returned) <> 0
                  or sum(trade.documents) filter (where returned) <> 0
                  or sum(trade.quantity) filter (where not returned) <> 0
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
              select summed.key as key,
                summed.second as second,
                summed."amount",
                summed."tax",
                summed."cost"
              from (
                select trade.key,
                  trade.second,
                  ("trade"."amount" - "trade"."amount_returned") as "amount",
                  ("trade"."tax" - "trade"."tax_returned") as "tax",
                  ("trade"."cost" - "trade"."cost_returned") as "cost"
                from (
                  select trade.key::text as key,
                    null::text as second,
                    coalesce(sum(trade.documents) filter (where not returned), 0) as documents,
                    coalesce(sum(trade.documents) filter (where returned), 0) as documents_returned,
                    coalesce(sum(trade.quantity) filter (where not returned), 0) as quantity,
                    coalesce(sum(trade.quantity) filter (where returned), 0) as quantity_returned,
                    coalesce(sum(trade.amount) filter (where not returned), 0) as amount,
                    coalesce(sum(trade.amount) filter (where returned), 0) as amount_returned,
                    coalesce(sum(trade.tax) filter (where not returned), 0) as tax,
                    coalesce(sum(trade.tax) filter (where returned), 0) as tax_returned,
                    coalesce(sum(trade.cost) filter (where not returned), 0) as cost,
                    coalesce(sum(trade.cost) filter (where returned), 0) as cost_returned
                  from (
                    select trade.partner_id as key,
                      null as second,
                      trade.documents,
                      trade.quantity,
                      trade.amount,
                      trade.tax,
                      trade.cost,
                      trade.kind = any($n::text[]) as returned
                    from (
                      select roll_up.partner_id,
                        roll_up.salesperson_ids,
                        roll_up.warehouse_id,
                        roll_up.creator_id,
                        roll_up.institution_id,
                        roll_up.kind,
                        date_trunc('month', roll_up.starts_on)::date as month,
                        roll_up.lines,
                        roll_up.documents as documents,
                        roll_up.quantity as quantity,
                        roll_up.amount as amount,
                        roll_up.tax as tax,
                        roll_up.cost as cost
                      from whole_partner_trade as roll_up
                      where roll_up.tenant_id = $n
                        and roll_up.grain = $n
                        and roll_up.starts_on between $n::date and $n::date
                    ) as trade
                    where trade.kind = any($n::text[]) and true and true and true
                    offset 0
                  ) as trade
                  group by trade.key
                  having sum(trade.documents) filter (where not returned) <> 0
                    or sum(trade.documents) filter (where returned) <> 0
                    or sum(trade.quantity) filter (where not returned) <> 0
                    or sum(trade.quantity) filter (where returned) <> 0
                    or sum(trade.amount) filter (where not returned) <> 0
                    or sum(trade.amount) filter (where returned) <> 0
                    or sum(trade.tax) filter (where not returned) <> 0
                    or sum(trade.tax) filter (where returned) <> 0
                    or sum(trade.cost) filter (where not returned) <> 0
                    or sum(trade.cost) filter (where returned) <> 0
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
left join "partner" as "named" on "named"."tenant_id" = $n and "named"."id" = "row"."firstId"::bigint
order by "row"."rank" asc, "row"."id" asc;
