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
    select "told"."income" as "income",
      "told"."expense" as "expense",
      ("told"."income" - "told"."expense") as "netIncome",
      told.rank as "rank",
      told.key as "firstId",
      told.second as "secondId",
      case when told.rest then 'rest' else concat_ws('.', told.key, told.second) end as "id",
      trend.figures as "trend"
    from (
      select key,
        second,
        false as rest,
        measure,
        measure_before,
        "rank",
        null::bigint as grouped,
        "income",
        "incomeBefore",
        "expense",
        "expenseBefore"
      from (
        select part.*, dense_rank() over (order by measure desc) as "rank"
        from (
          select part.*, "part"."income" as measure, "part"."incomeBefore" as measure_before
          from (
            select part.key,
              part.second,
              part."income",
              part."expense",
              null::numeric as "incomeBefore",
              null::numeric as "expenseBefore"
            from (
              select part.*
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
              ) as part
              where coalesce(part."income", 0) <> 0 or coalesce(part."expense", 0) <> 0
            ) as part
          ) as part
        ) as part
      ) as counted
    ) as told
    left join (
      with part as materialized (
        select part.key, part.second as month, "part"."income" as value
        from (
          select part.*
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
          ) as part
          where coalesce(part."income", 0) <> 0 or coalesce(part."expense", 0) <> 0
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
