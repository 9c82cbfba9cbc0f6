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
    select "ranked"."documents" as "documents",
      "ranked"."amount" as "amount",
      round(("ranked"."amount" - "ranked"."amountBefore") * 100 / nullif(abs("ranked"."amountBefore"), 0), 2)
          as "amountGrowth",
      ranked.rank as "rank",
      round(case when ranked.group_total > 0 then ranked.measure * 100 / ranked.group_total end, 2) as
          "partOfFirst",
      ranked.grouped as "grouped",
      ranked.key as "firstId",
      ranked.second as "secondId",
      case when ranked.is_remainder then 'rest' else concat_ws('.', ranked.key, ranked.second) end as "id"
    from (
      with windowed as materialized (
        select measured.*,
          row_number() over (order by measure desc, key, second) as "ordinal",
          sum(measure) over (partition by key) as "group_total"
        from (
          select summed.*, "summed"."amount" as measure, "summed"."amountBefore" as measure_before
          from (
            select coalesce(present.key, compared.key) as key,
              coalesce(present.second, compared.second) as second,
              coalesce("present"."documents", 0) as "documents",
              coalesce("present"."amount", 0) as "amount",
              null::numeric as "documentsBefore",
              coalesce("compared"."amount", 0) as "amountBefore"
            from (
              select trade.key,
                trade.second,
                ("trade"."documents" + "trade"."documents_returned") as "documents",
                ("trade"."amount" - "trade"."amount_returned") as "amount"
              from (
                select trade.key::text as key,
                  trade.second::text as second,
                  coalesce(sum(trade.documents) filter (where not returned), 0) as documents,
                  coalesce(sum(trade.documents) filter (where returned), 0) as documents_returned,
                  coalesce(sum(trade.quantity) filter (where not returned), 0) as quantity,
                  coalesce(sum(trade.quantity) filter (where returned), 0) as quantity_returned,
                  coalesce(sum(trade.amount) filter (where not returned), 0) as amount,
                  coalesce(sum(trade.amount) filter (where returned), 0) as amount_returned
                from (
                  select trade.partner_id as key,
                    trade.month as second,
                    trade.documents,
                    trade.quantity,
                    trade.amount,
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
                      roll_up.amount as amount
                    from whole_partner_trade as roll_up
                    where roll_up.tenant_id = $n
                      and roll_up.grain = $n
                      and roll_up.starts_on between $n::date and $n::date
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
            ) as present
            full join (
              select summed.key as key,
                (summed.second::date + make_interval(months => $n))::date::text as second,
                summed."amount"
              from (
                select trade.key, trade.second, ("trade"."amount" - "trade"."amount_returned") as "amount"
                from (
                  select trade.key::text as key,
                    trade.second::text as second,
                    coalesce(sum(trade.documents) filter (where not returned), 0) as documents,
                    coalesce(sum(trade.documents) filter (where returned), 0) as documents_returned,
                    coalesce(sum(trade.quantity) filter (where not returned), 0) as quantity,
                    coalesce(sum(trade.quantity) filter (where returned), 0) as quantity_returned,
                    coalesce(sum(trade.amount) filter (where not returned), 0) as amount,
                    coalesce(sum(trade.amount) filter (where returned), 0) as amount_returned
                  from (
                    select trade.partner_id as key,
                      trade.month as second,
                      trade.documents,
                      trade.quantity,
                      trade.amount,
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
                        roll_up.amount as amount
                      from whole_partner_trade as roll_up
                      where roll_up.tenant_id = $n
                        and roll_up.grain = $n
                        and roll_up.starts_on between $n::date and $n::date
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
              ) as summed
            ) as compared on compared.key = present.key
              and compared.second = present.second
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
        "group_total",
        row_number() over (order by group_total desc nulls last, key, measure desc, second) as grouped,
        "documents",
        "documentsBefore",
        "amount",
        "amountBefore"
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
        null,
        null,
        null::numeric,
        null::numeric,
        sum("amount"),
        sum("amountBefore")
      from windowed
      where ordinal > $n
      having count(*) > 0
    ) as ranked
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
