with found as materialized (
  select "row"."income" as "income",
    "row"."expense" as "expense",
    "row"."netIncome" as "netIncome",
    "row"."trend" as "trend",
    "row"."id" as "id",
    "row"."rank" as "rank",
    "row"."firstId" as "firstId",
    "row"."secondId" as "secondId"
  from (
    select "ranked"."income" as "income",
      "ranked"."expense" as "expense",
      ("ranked"."income" - "ranked"."expense") as "netIncome",
      ranked.rank as "rank",
      ranked.key as "firstId",
      ranked.second as "secondId",
      case when ranked.is_remainder then 'rest' else concat_ws('.', ranked.key, ranked.second) end as "id",
      trend.figures as "trend"
    from (
      select key,
        second,
        false as is_remainder,
        measure,
        measure_before,
        "rank",
        null::bigint as grouped,
        "income",
        "incomeBefore",
        "expense",
        "expenseBefore"
      from (
        select measured.*, dense_rank() over (order by measure desc) as "rank"
        from (
          select summed.*, "summed"."income" as measure, "summed"."incomeBefore" as measure_before
          from (
            select summed.key,
              summed.second,
              summed."income",
              summed."expense",
              null::numeric as "incomeBefore",
              null::numeric as "expenseBefore"
            from (
              select summed.*
              from (
                select coalesce(item.class_id, 0)::text as key,
                  null::text as second,
                  coalesce(sum(-flow.amount) filter (where item.type = 'income'), 0) as "income",
                  coalesce(sum(flow.amount) filter (where item.type = 'expense'), 0) as "expense"
                from (
                  select holder_id,
                    null::date as month,
                    sum(amount) as amount,
                    sum(received) as received,
                    sum(paid) as paid
                  from (
                    select holder_id,
                      period.starts_on as month,
                      amount as amount,
                      (amount_in - passed) as received,
                      (amount_out - passed) as paid
                    from whole_money_period as period
                    where period.tenant_id = $n
                      and period.purse = $n
                      and period.grain = $n
                      and period.starts_on between $n::date and $n::date
                  ) as parts
                  group by 1, 2
                ) as flow
                join in_out_item as item on item.tenant_id = $n and item.id = flow.holder_id
                where true
                group by 1, 2
              ) as summed
              where coalesce(summed."income", 0) <> 0 or coalesce(summed."expense", 0) <> 0
            ) as summed
          ) as summed
        ) as measured
      ) as windowed
    ) as ranked
    left join (
      with by_month as materialized (
        select summed.key, summed.second as month, "summed"."income" as value
        from (
          select summed.*
          from (
            select coalesce(item.class_id, 0)::text as key,
              flow.month::text as second,
              coalesce(sum(-flow.amount) filter (where item.type = 'income'), 0) as "income",
              coalesce(sum(flow.amount) filter (where item.type = 'expense'), 0) as "expense"
            from (
              select holder_id, month, sum(amount) as amount, sum(received) as received, sum(paid) as paid
              from (
                select holder_id,
                  period.starts_on as month,
                  amount as amount,
                  (amount_in - passed) as received,
                  (amount_out - passed) as paid
                from whole_money_period as period
                where period.tenant_id = $n
                  and period.purse = $n
                  and period.grain = $n
                  and period.starts_on between $n::date and $n::date
              ) as parts
              group by 1, 2
            ) as flow
            join in_out_item as item on item.tenant_id = $n and item.id = flow.holder_id
            where true
            group by 1, 2
          ) as summed
          where coalesce(summed."income", 0) <> 0 or coalesce(summed."expense", 0) <> 0
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
  "row"."income" as "income",
  "row"."expense" as "expense",
  "row"."netIncome" as "netIncome",
  "row"."trend" as "trend",
  "row"."id" as "id",
  case when "row".id = 'rest' then $n else coalesce("named"."name", $n::text) end as "name"
from (
  select count(*) as "#",
    coalesce(sum("row"."income"), 0) as "#income",
    coalesce(sum("row"."expense"), 0) as "#expense",
    coalesce(sum("row"."netIncome"), 0) as "#netIncome"
  from found as "row"
) as total
left join (
  select *
  from found as "row"
  order by "row"."rank" asc, "row"."id" asc
  limit $n
  offset $n
) as "row" on true
left join "revenue_class" as "named" on "named"."tenant_id" = $n and "named"."id" = "row"."firstId"::bigint
order by "row"."rank" asc, "row"."id" asc;
