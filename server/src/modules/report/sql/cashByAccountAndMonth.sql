with found as materialized (
  select "row"."id" as "id",
    "row"."firstId" as "firstId",
    "row"."secondId" as "secondId",
    "row"."received" as "received",
    "row"."receivedGrowth" as "receivedGrowth",
    "row"."paid" as "paid",
    "row"."paidGrowth" as "paidGrowth",
    "row"."net" as "net",
    "row"."netGrowth" as "netGrowth",
    "row"."closing" as "closing",
    "row"."closingGrowth" as "closingGrowth",
    "row"."share" as "share",
    "row"."trend" as "trend",
    "row"."rank" as "rank"
  from (
    select "ranked"."received" as "received",
      round(("ranked"."received" - "ranked"."receivedBefore") * 100 /
          nullif(abs("ranked"."receivedBefore"), 0), 2) as "receivedGrowth",
      "ranked"."paid" as "paid",
      round(("ranked"."paid" - "ranked"."paidBefore") * 100 / nullif(abs("ranked"."paidBefore"), 0), 2) as
          "paidGrowth",
      ("ranked"."received" - "ranked"."paid") as "net",
      round((("ranked"."received" - "ranked"."paid") - ("ranked"."receivedBefore" - "ranked"."paidBefore"))
          * 100 / nullif(abs(("ranked"."receivedBefore" - "ranked"."paidBefore")), 0), 2) as "netGrowth",
      "ranked"."closing" as "closing",
      round(("ranked"."closing" - "ranked"."closingBefore") * 100 /
          nullif(abs("ranked"."closingBefore"), 0), 2) as "closingGrowth",
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
        "received",
        "receivedBefore",
        "paid",
        "paidBefore"
      from (
        select measured.*,
          dense_rank() over (order by measure desc) as "rank",
          sum(measure) over () as "total"
        from (
          select summed.*, "summed"."received" as measure, "summed"."receivedBefore" as measure_before
          from (
            select summed.key,
              summed.second,
              summed."closing",
              summed."received",
              summed."paid",
              null::numeric as "closingBefore",
              null::numeric as "receivedBefore",
              null::numeric as "paidBefore"
            from (
              with moved as materialized (
                select *
                from (
                  select holder_id,
                    month,
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
                ) as moved
              )
              select summed.*
              from (
                select flow.holder_id::text as key,
                  flow.month::text as second,
                  coalesce(sum(flow.amount - flow."amountMoved"), 0) as "opening",
                  coalesce(sum(flow.amount), 0) as "closing",
                  coalesce(sum(flow.received), 0) as "received",
                  coalesce(sum(flow.paid), 0) as "paid"
                from (
                  select held."holder_id",
                    span.month,
                    held."amount" - coalesce(sum(coalesce("moved0"."amount", 0)) over later, 0) as "amount",
                    coalesce("moved0"."amount", 0) as "amountMoved",
                    coalesce("moved0"."received", 0) as "received",
                    coalesce("moved0"."paid", 0) as "paid"
                  from (
                    select holder_id, sum(amount) as amount
                    from (
                      select held.holder_id, held.amount
                      from whole_money_balance as held
                      where "held"."tenant_id" = $n and "held"."purse" = $n and true
                      union all
                      select period.holder_id, -period.amount
                      from whole_money_period as period
                      where "period"."tenant_id" = $n
                        and "period"."purse" = $n
                        and true
                        and period.grain = 'd'
                        and period.starts_on > $n::date
                        and period.starts_on < $n::date
                      union all
                      select period.holder_id, -period.amount
                      from whole_money_period as period
                      where "period"."tenant_id" = $n
                        and "period"."purse" = $n
                        and true
                        and period.grain = 'm'
                        and period.starts_on >= $n::date
                    ) as part
                    group by holder_id
                  ) as held
                  cross join (
                    select distinct month
                    from moved
                  ) as span
                  left join moved as "moved0" on "moved0"."holder_id" = held."holder_id"
                    and "moved0".month = span.month
                  window later as
                      (partition by held."holder_id" order by span.month desc rows between unbounded
                      preceding and 1 preceding)
                ) as flow
                where true
                group by 1, 2
              ) as summed
              where coalesce(summed."opening", 0) <> 0
                or coalesce(summed."closing", 0) <> 0
                or coalesce(summed."received", 0) <> 0
                or coalesce(summed."paid", 0) <> 0
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
  "row"."received" as "received",
  "row"."receivedGrowth" as "receivedGrowth",
  "row"."paid" as "paid",
  "row"."paidGrowth" as "paidGrowth",
  "row"."net" as "net",
  "row"."netGrowth" as "netGrowth",
  "row"."closing" as "closing",
  "row"."closingGrowth" as "closingGrowth",
  "row"."share" as "share",
  "row"."trend" as "trend",
  null::bigint as "documentId",
  null::text as "kind",
  case when "row".id = 'rest' then $n else coalesce("named"."name", $n::text) end as "name",
  case when "row".id <> 'rest' then left("row"."secondId", 7) end as "secondName"
from (
  select count(*) as "#",
    coalesce(sum("row"."received"), 0) as "#received",
    coalesce(sum("row"."paid"), 0) as "#paid",
    coalesce(sum("row"."net"), 0) as "#net"
  from found as "row"
) as total
left join (
  select *
  from found as "row"
  order by "row"."rank" asc, "row"."id" asc
  limit $n
  offset $n
) as "row" on true
left join "account" as "named" on "named"."tenant_id" = $n and "named"."id" = "row"."firstId"::bigint
order by "row"."rank" asc, "row"."id" asc;
