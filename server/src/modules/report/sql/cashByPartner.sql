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
    select "ranked"."received" as "received",
      round(("ranked"."received" - "ranked"."receivedBefore") * 100 /
          nullif(abs("ranked"."receivedBefore"), 0), 2) as "receivedGrowth",
      "ranked"."paid" as "paid",
      round(("ranked"."paid" - "ranked"."paidBefore") * 100 / nullif(abs("ranked"."paidBefore"), 0), 2) as
          "paidGrowth",
      ("ranked"."received" - "ranked"."paid") as "net",
      round((("ranked"."received" - "ranked"."paid") - ("ranked"."receivedBefore" - "ranked"."paidBefore"))
          * 100 / nullif(abs(("ranked"."receivedBefore" - "ranked"."paidBefore")), 0), 2) as "netGrowth",
      null::numeric as "closing",
      null::numeric as "closingGrowth",
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
            select coalesce(present.key, compared.key) as key,
              coalesce(present.second, compared.second) as second,
              coalesce("present"."closing", 0) as "closing",
              coalesce("present"."received", 0) as "received",
              coalesce("present"."paid", 0) as "paid",
              coalesce("compared"."closing", 0) as "closingBefore",
              coalesce("compared"."received", 0) as "receivedBefore",
              coalesce("compared"."paid", 0) as "paidBefore"
            from (
              select summed.*
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
                    select flow.*, date_trunc('month', flow.business_date)::date as month, booked.kind
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
                    join document as booked on booked.tenant_id = $n and booked.id = flow.document_id
                  ) as flow
                ) as flow
                left join document on document.tenant_id = $n
                  and document.id = flow.document_id
                  and (true and true and true)
                where (flow.kind = any($n::text[]))
                group by 1, 2
              ) as summed
              where coalesce(summed."opening", 0) <> 0
                or coalesce(summed."closing", 0) <> 0
                or coalesce(summed."received", 0) <> 0
                or coalesce(summed."paid", 0) <> 0
            ) as present
            full join (
              select summed.key as key,
                summed.second as second,
                summed."closing",
                summed."received",
                summed."paid"
              from (
                select summed.*
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
                      select flow.*, date_trunc('month', flow.business_date)::date as month, booked.kind
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
                      join document as booked on booked.tenant_id = $n and booked.id = flow.document_id
                    ) as flow
                  ) as flow
                  left join document on document.tenant_id = $n
                    and document.id = flow.document_id
                    and (true and true and true)
                  where (flow.kind = any($n::text[]))
                  group by 1, 2
                ) as summed
                where coalesce(summed."opening", 0) <> 0
                  or coalesce(summed."closing", 0) <> 0
                  or coalesce(summed."received", 0) <> 0
                  or coalesce(summed."paid", 0) <> 0
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
