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
      null::text as "trend"
    from (
      select key,
        second,
        false as rest,
        measure,
        measure_before,
        "rank",
        "at",
        "whole",
        "passed",
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
        select part.*,
          dense_rank() over (order by measure desc) as "rank",
          row_number() over (order by measure desc, key, second) as "at",
          sum(measure) over () as "whole",
          sum(measure) over (order by measure desc, key, second) as "passed"
        from (
          select part.*,
            (("part"."amount" - "part"."tax") - "part"."cost") as measure,
            (("part"."amountBefore" - "part"."taxBefore") - "part"."costBefore") as measure_before
          from (
            select coalesce(now.key, earlier.key) as key,
              coalesce(now.second, earlier.second) as second,
              coalesce("now"."quantity", 0) as "quantity",
              coalesce("now"."amount", 0) as "amount",
              coalesce("now"."tax", 0) as "tax",
              coalesce("now"."cost", 0) as "cost",
              null::numeric as "quantityBefore",
              coalesce("earlier"."amount", 0) as "amountBefore",
              coalesce("earlier"."tax", 0) as "taxBefore",
              coalesce("earlier"."cost", 0) as "costBefore"
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
                  coalesce(sum(trade.documents) filter (where not returned), 0) as documents,
                  coalesce(sum(trade.documents) filter (where returned), 0) as documents_back,
                  coalesce(sum(trade.quantity) filter (where not returned), 0) as quantity,
                  coalesce(sum(trade.quantity) filter (where returned), 0) as quantity_back,
                  coalesce(sum(trade.amount) filter (where not returned), 0) as amount,
                  coalesce(sum(trade.amount) filter (where returned), 0) as amount_back,
                  coalesce(sum(trade.tax) filter (where not returned), 0) as tax,
                  coalesce(sum(trade.tax) filter (where returned), 0) as tax_back,
                  coalesce(sum(trade.cost) filter (where not returned), 0) as cost,
                  coalesce(sum(trade.cost) filter (where returned), 0) as cost_back
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
                    select rolled.partner_id,
                      rolled.salesperson_ids,
                      rolled.warehouse_id,
                      rolled.creator_id,
                      rolled.institution_id,
                      rolled.kind,
                      date_trunc('month', rolled.starts_on)::date as month,
                      rolled.lines,
                      rolled.documents as documents,
                      rolled.quantity as quantity,
                      rolled.amount as amount,
                      rolled.tax as tax,
                      rolled.cost as cost
                    from whole_partner_trade as rolled
                    where rolled.tenant_id = $n
                      and rolled.grain = $n
                      and rolled.starts_on between $n::date and $n::date
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
            ) as now
            full join (
              select part.key as key, part.second as second, part."amount", part."tax", part."cost"
              from (
                select trade.key,
                  trade.second,
                  ("trade"."amount" - "trade"."amount_back") as "amount",
                  ("trade"."tax" - "trade"."tax_back") as "tax",
                  ("trade"."cost" - "trade"."cost_back") as "cost"
                from (
                  select trade.key::text as key,
                    null::text as second,
                    coalesce(sum(trade.documents) filter (where not returned), 0) as documents,
                    coalesce(sum(trade.documents) filter (where returned), 0) as documents_back,
                    coalesce(sum(trade.quantity) filter (where not returned), 0) as quantity,
                    coalesce(sum(trade.quantity) filter (where returned), 0) as quantity_back,
                    coalesce(sum(trade.amount) filter (where not returned), 0) as amount,
                    coalesce(sum(trade.amount) filter (where returned), 0) as amount_back,
                    coalesce(sum(trade.tax) filter (where not returned), 0) as tax,
                    coalesce(sum(trade.tax) filter (where returned), 0) as tax_back,
                    coalesce(sum(trade.cost) filter (where not returned), 0) as cost,
                    coalesce(sum(trade.cost) filter (where returned), 0) as cost_back
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
                      select rolled.partner_id,
                        rolled.salesperson_ids,
                        rolled.warehouse_id,
                        rolled.creator_id,
                        rolled.institution_id,
                        rolled.kind,
                        date_trunc('month', rolled.starts_on)::date as month,
                        rolled.lines,
                        rolled.documents as documents,
                        rolled.quantity as quantity,
                        rolled.amount as amount,
                        rolled.tax as tax,
                        rolled.cost as cost
                      from whole_partner_trade as rolled
                      where rolled.tenant_id = $n
                        and rolled.grain = $n
                        and rolled.starts_on between $n::date and $n::date
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
