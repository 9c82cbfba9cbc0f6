select coalesce(sum(documents), 0)::text as lines
from whole_money_period
where tenant_id = $n and purse = $n and grain = 'd' and starts_on between $n::date and $n::date;

with found as materialized (
  select "row"."id" as "id",
    "row"."firstId" as "firstId",
    "row"."secondId" as "secondId",
    "row"."income" as "income",
    "row"."incomeGrowth" as "incomeGrowth",
    "row"."expense" as "expense",
    "row"."expenseGrowth" as "expenseGrowth",
    "row"."netIncome" as "netIncome",
    "row"."netIncomeGrowth" as "netIncomeGrowth",
    "row"."share" as "share",
    "row"."trend" as "trend",
    "row"."rank" as "rank"
  from (
    select "ranked"."income" as "income",
      round(("ranked"."income" - "ranked"."incomeBefore") * 100 / nullif(abs("ranked"."incomeBefore"), 0), 2)
          as "incomeGrowth",
      "ranked"."expense" as "expense",
      round(("ranked"."expense" - "ranked"."expenseBefore") * 100 /
          nullif(abs("ranked"."expenseBefore"), 0), 2) as "expenseGrowth",
      ("ranked"."income" - "ranked"."expense") as "netIncome",
      round((("ranked"."income" - "ranked"."expense") - ("ranked"."incomeBefore" - "ranked"."expenseBefore"))
          * 100 / nullif(abs(("ranked"."incomeBefore" - "ranked"."expenseBefore")), 0), 2) as
          "netIncomeGrowth",
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
        "income",
        "incomeBefore",
        "expense",
        "expenseBefore"
      from (
        select measured.*,
          dense_rank() over (order by measure desc) as "rank",
          sum(measure) over () as "total"
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
                select flow.account_id::text as key,
                  item.type as second,
                  coalesce(sum(-flow.amount) filter (where item.type = 'income'), 0) as "income",
                  coalesce(sum(flow.amount) filter (where item.type = 'expense'), 0) as "expense"
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
                          case "entry"."from_purse" when 'account' then "entry"."from_id" else 0 end as
                              account_id,
                          entry.amount as amount
                        from money_entry as entry
                        where entry.tenant_id = $n
                          and "entry"."to_purse" = $n
                          and entry.business_date between $n::date and $n::date
                        union all
                        select entry.document_id,
                          entry.business_date,
                          "entry"."from_id" as holder_id,
                          case "entry"."to_purse" when 'account' then "entry"."to_id" else 0 end as
                              account_id,
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
                    where ("booked"."creator_id" = $n and ("booked"."partner_id" is null or
                        "booked"."partner_id" = any($n::bigint[]) or exists (
                      select
                      from partner as other
                      where other.tenant_id = $n
                        and other.id = "booked"."partner_id"
                        and other.type <> 'customer'
                    )) and ("booked"."warehouse_ids" = '{}' or "booked"."warehouse_ids" && $n::bigint[]))
                  ) as flow
                ) as flow
                join in_out_item as item on item.tenant_id = $n and item.id = flow.holder_id
                left join document on document.tenant_id = $n
                  and document.id = flow.document_id
                  and ("document"."creator_id" = $n and ("document"."partner_id" is null or
                      "document"."partner_id" = any($n::bigint[]) or exists (
                    select
                    from partner as other
                    where other.tenant_id = $n
                      and other.id = "document"."partner_id"
                      and other.type <> 'customer'
                  )) and ("document"."warehouse_ids" = '{}' or "document"."warehouse_ids" && $n::bigint[]))
                where (coalesce(document.institution_id, 0) in (
                  with recursive below as (
                    select id
                    from "institution"
                    where tenant_id = $n and id = $n::bigint
                    union
                    select child.id
                    from "institution" as child
                    join below on child.parent_id = below.id
                    where child.tenant_id = $n
                  )
                  select id
                  from below
                ))
                group by 1, 2
              ) as summed
              where coalesce(summed."income", 0) <> 0 or coalesce(summed."expense", 0) <> 0
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
  "row"."income" as "income",
  "row"."incomeGrowth" as "incomeGrowth",
  "row"."expense" as "expense",
  "row"."expenseGrowth" as "expenseGrowth",
  "row"."netIncome" as "netIncome",
  "row"."netIncomeGrowth" as "netIncomeGrowth",
  "row"."share" as "share",
  "row"."trend" as "trend",
  null::bigint as "documentId",
  null::text as "kind",
  case when "row".id = 'rest' then $n else coalesce("named"."name", $n::text) end as "name",
  case when "row".id <> 'rest' then case "row"."secondId" when $n then $n when $n then $n end end as
      "secondName"
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
left join "account" as "named" on "named"."tenant_id" = $n and "named"."id" = "row"."firstId"::bigint
order by "row"."rank" asc, "row"."id" asc;
