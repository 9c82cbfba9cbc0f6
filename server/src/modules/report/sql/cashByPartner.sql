select coalesce(sum(documents), 0)::text as lines
from whole_money_period
where tenant_id = $n and purse = $n and grain = 'd' and starts_on between $n::date and $n::date;

select coalesce(sum(documents), 0)::text as lines
from whole_money_period
where tenant_id = $n and purse = $n and grain = 'd' and starts_on between $n::date and $n::date;

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
    select "told"."received" as "received",
      round(("told"."received" - "told"."receivedBefore") * 100 / nullif(abs("told"."receivedBefore"), 0), 2)
          as "receivedGrowth",
      "told"."paid" as "paid",
      round(("told"."paid" - "told"."paidBefore") * 100 / nullif(abs("told"."paidBefore"), 0), 2) as
          "paidGrowth",
      ("told"."received" - "told"."paid") as "net",
      round((("told"."received" - "told"."paid") - ("told"."receivedBefore" - "told"."paidBefore")) * 100 /
          nullif(abs(("told"."receivedBefore" - "told"."paidBefore")), 0), 2) as "netGrowth",
      null::numeric as "closing",
      null::numeric as "closingGrowth",
      told.rank as "rank",
      round(case when told.whole > 0 then told.measure * 100 / told.whole end, 2) as "share",
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
        "whole",
        null::bigint as grouped,
        "closing",
        "closingBefore",
        "received",
        "receivedBefore",
        "paid",
        "paidBefore"
      from (
        select part.*, dense_rank() over (order by measure desc) as "rank", sum(measure) over () as "whole"
        from (
          select part.*, "part"."received" as measure, "part"."receivedBefore" as measure_before
          from (
            select coalesce(now.key, earlier.key) as key,
              coalesce(now.second, earlier.second) as second,
              coalesce("now"."closing", 0) as "closing",
              coalesce("now"."received", 0) as "received",
              coalesce("now"."paid", 0) as "paid",
              coalesce("earlier"."closing", 0) as "closingBefore",
              coalesce("earlier"."received", 0) as "receivedBefore",
              coalesce("earlier"."paid", 0) as "paidBefore"
            from (
              select part.*
              from (
                select coalesce("document"."partner_id", 0)::text as key,
                  null::text as second,
                  null::numeric as "opening",
                  null::numeric as "closing",
                  coalesce(sum(flow.received), 0) as "received",
                  coalesce(sum(flow.paid), 0) as "paid"
                from (
                  select flow.*,
                    null::numeric as "amountMoved",
                    greatest(flow.amount, 0) as received,
                    greatest(-flow.amount, 0) as paid
                  from (
                    select flow.*, date_trunc('month', flow.business_date)::date as month, paper.kind
                    from (
                      select document_id, business_date, holder_id, account_id, sum(amount) as amount
                      from (
                        select entry.document_id,
                          entry.business_date,
                          "entry"."to_id" as holder_id,
                          0::bigint as account_id,
                          entry.amount as amount
                        from money_entry as entry
                        where entry.tenant_id = $n
                          and "entry"."to_purse" = $n
                          and entry.business_date between $n::date and $n::date
                        union all
                        select entry.document_id,
                          entry.business_date,
                          "entry"."from_id" as holder_id,
                          0::bigint as account_id,
                          -entry.amount as amount
                        from money_entry as entry
                        where entry.tenant_id = $n
                          and "entry"."from_purse" = $n
                          and entry.business_date between $n::date and $n::date
                      ) as side
                      group by 1, 2, 3, 4
                      having sum(amount) <> 0
                    ) as flow
                    join document as paper on paper.tenant_id = $n and paper.id = flow.document_id
                  ) as flow
                ) as flow
                left join document on document.tenant_id = $n
                  and document.id = flow.document_id
                  and (true and true and true)
                where (flow.kind = any($n::text[]))
                group by 1, 2
              ) as part
              where coalesce(part."opening", 0) <> 0
                or coalesce(part."closing", 0) <> 0
                or coalesce(part."received", 0) <> 0
                or coalesce(part."paid", 0) <> 0
            ) as now
            full join (
              select part.key as key, part.second as second, part."closing", part."received", part."paid"
              from (
                select part.*
                from (
                  select coalesce("document"."partner_id", 0)::text as key,
                    null::text as second,
                    null::numeric as "opening",
                    null::numeric as "closing",
                    coalesce(sum(flow.received), 0) as "received",
                    coalesce(sum(flow.paid), 0) as "paid"
                  from (
                    select flow.*,
                      null::numeric as "amountMoved",
                      greatest(flow.amount, 0) as received,
                      greatest(-flow.amount, 0) as paid
                    from (
                      select flow.*, date_trunc('month', flow.business_date)::date as month, paper.kind
                      from (
                        select document_id, business_date, holder_id, account_id, sum(amount) as amount
                        from (
                          select entry.document_id,
                            entry.business_date,
                            "entry"."to_id" as holder_id,
                            0::bigint as account_id,
                            entry.amount as amount
                          from money_entry as entry
                          where entry.tenant_id = $n
                            and "entry"."to_purse" = $n
                            and entry.business_date between $n::date and $n::date
                          union all
                          select entry.document_id,
                            entry.business_date,
                            "entry"."from_id" as holder_id,
                            0::bigint as account_id,
                            -entry.amount as amount
                          from money_entry as entry
                          where entry.tenant_id = $n
                            and "entry"."from_purse" = $n
                            and entry.business_date between $n::date and $n::date
                        ) as side
                        group by 1, 2, 3, 4
                        having sum(amount) <> 0
                      ) as flow
                      join document as paper on paper.tenant_id = $n and paper.id = flow.document_id
                    ) as flow
                  ) as flow
                  left join document on document.tenant_id = $n
                    and document.id = flow.document_id
                    and (true and true and true)
                  where (flow.kind = any($n::text[]))
                  group by 1, 2
                ) as part
                where coalesce(part."opening", 0) <> 0
                  or coalesce(part."closing", 0) <> 0
                  or coalesce(part."received", 0) <> 0
                  or coalesce(part."paid", 0) <> 0
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
  null::text as "secondName"
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
left join "partner" as "named" on "named"."tenant_id" = $n and "named"."id" = "row"."firstId"::bigint
order by "row"."rank" asc, "row"."id" asc;
