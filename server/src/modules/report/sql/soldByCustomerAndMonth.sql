with found as materialized (
  select "row"."documents" as "documents",
    "row"."amount" as "amount",
    "row"."amountGrowth" as "amountGrowth",
    "row"."partOfFirst" as "partOfFirst",
    "row"."grouped" as "grouped",
    "row"."id" as "id",
    "row"."rank" as "rank",
    "row"."firstId" as "firstId",
    "row"."secondId" as "secondId"
  from (
    select "told"."documents" as "documents",
      "told"."amount" as "amount",
      round(("told"."amount" - "told"."amountBefore") * 100 / nullif(abs("told"."amountBefore"), 0), 2) as
          "amountGrowth",
      told.rank as "rank",
      round(case when told.of_first > 0 then told.measure * 100 / told.of_first end, 2) as "partOfFirst",
      told.grouped as "grouped",
      told.key as "firstId",
      told.second as "secondId",
      case when told.rest then 'rest' else concat_ws('.', told.key, told.second) end as "id"
    from (
      with counted as materialized (
        select part.*,
          row_number() over (order by measure desc, key, second) as "at",
          sum(measure) over (partition by key) as "of_first"
        from (
          select part.*, "part"."amount" as measure, "part"."amountBefore" as measure_before
          from (
            select coalesce(now.key, earlier.key) as key,
              coalesce(now.second, earlier.second) as second,
              coalesce("now"."documents", 0) as "documents",
              coalesce("now"."amount", 0) as "amount",
              null::numeric as "documentsBefore",
              coalesce("earlier"."amount", 0) as "amountBefore"
            from (
              select trade.key,
                trade.second,
                ("trade"."documents" + "trade"."documents_back") as "documents",
                ("trade"."amount" - "trade"."amount_back") as "amount"
              from (
                select trade.key::text as key,
                  trade.second::text as second,
                  coalesce(sum(trade.documents) filter (where not returned), 0) as documents,
                  coalesce(sum(trade.documents) filter (where returned), 0) as documents_back,
                  coalesce(sum(trade.quantity) filter (where not returned), 0) as quantity,
                  coalesce(sum(trade.quantity) filter (where returned), 0) as quantity_back,
                  coalesce(sum(trade.amount) filter (where not returned), 0) as amount,
                  coalesce(sum(trade.amount) filter (where returned), 0) as amount_back
                from (
                  select trade.partner_id as key,
                    trade.month as second,
                    trade.documents,
                    trade.quantity,
                    trade.amount,
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
                      rolled.amount as amount
                    from whole_partner_trade as rolled
                    where rolled.tenant_id = $n
                      and rolled.grain = $n
                      and rolled.starts_on between $n::date and $n::date
                  ) as trade
                  where trade.kind = any($n::text[]) and true and true and true
                  offset 0
                ) as trade
                group by trade.key, trade.second
                having sum(trade.documents) filter (where not returned) <> 0
                  or sum(trade.documents) filter (where returned) <> 0
                  or sum(trade.quantity) filter (where not returned) <> 0
                  or sum(trade.quantity) filter (where returned) <> 0
                  or sum(trade.amount) filter (where not returned) <> 0
                  or sum(trade.amount) filter (where returned) <> 0
              ) as trade
            ) as now
            full join (
              select part.key as key,
                (part.second::date + make_interval(months => $n))::date::text as second,
                part."amount"
              from (
                select trade.key, trade.second, ("trade"."amount" - "trade"."amount_back") as "amount"
                from (
                  select trade.key::text as key,
                    trade.second::text as second,
                    coalesce(sum(trade.documents) filter (where not returned), 0) as documents,
                    coalesce(sum(trade.documents) filter (where returned), 0) as documents_back,
                    coalesce(sum(trade.quantity) filter (where not returned), 0) as quantity,
                    coalesce(sum(trade.quantity) filter (where returned), 0) as quantity_back,
                    coalesce(sum(trade.amount) filter (where not returned), 0) as amount,
                    coalesce(sum(trade.amount) filter (where returned), 0) as amount_back
                  from (
                    select trade.partner_id as key,
                      trade.month as second,
                      trade.documents,
                      trade.quantity,
                      trade.amount,
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
                        rolled.amount as amount
                      from whole_partner_trade as rolled
                      where rolled.tenant_id = $n
                        and rolled.grain = $n
                        and rolled.starts_on between $n::date and $n::date
                    ) as trade
                    where trade.kind = any($n::text[]) and true and true and true
                    offset 0
                  ) as trade
                  group by trade.key, trade.second
                  having sum(trade.documents) filter (where not returned) <> 0
                    or sum(trade.documents) filter (where returned) <> 0
                    or sum(trade.quantity) filter (where not returned) <> 0
                    or sum(trade.quantity) filter (where returned) <> 0
                    or sum(trade.amount) filter (where not returned) <> 0
                    or sum(trade.amount) filter (where returned) <> 0
                ) as trade
              ) as part
            ) as earlier on earlier.key = now.key
              and earlier.second = now.second
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
        "of_first",
        row_number() over (order by of_first desc nulls last, key, measure desc, second) as grouped,
        "documents",
        "documentsBefore",
        "amount",
        "amountBefore"
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
        null,
        null,
        null::numeric,
        null::numeric,
        sum("amount"),
        sum("amountBefore")
      from counted
      where at > $n
      having count(*) > 0
    ) as told
  ) as "row"
)
select total.*,
  "row"."id" is null as "#empty",
  "row"."documents" as "documents",
  "row"."amount" as "amount",
  "row"."amountGrowth" as "amountGrowth",
  "row"."partOfFirst" as "partOfFirst",
  "row"."grouped" as "grouped",
  "row"."id" as "id",
  case when "row".id = 'rest' then $n else coalesce("named"."name", $n::text) end as "name",
  case when "row".id <> 'rest' then left("row"."secondId", 7) end as "secondName"
from (
  select count(*) as "#", coalesce(sum("row"."amount"), 0) as "#amount"
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
