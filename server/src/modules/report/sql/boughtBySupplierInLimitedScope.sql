with found as materialized (
  select "row"."documents" as "documents",
    "row"."quantity" as "quantity",
    "row"."amount" as "amount",
    "row"."price" as "price",
    "row"."amountGrowth" as "amountGrowth",
    "row"."id" as "id",
    "row"."rank" as "rank",
    "row"."firstId" as "firstId",
    "row"."secondId" as "secondId"
  from (
    select null::numeric as "documents",
      "told"."quantity" as "quantity",
      "told"."amount" as "amount",
      round(("told"."amount" - "told"."amountBefore") * 100 / nullif(abs("told"."amountBefore"), 0), 2) as
          "amountGrowth",
      round("told"."amount" * 1 / nullif("told"."quantity", 0), 6) as "price",
      told.rank as "rank",
      told.key as "firstId",
      told.second as "secondId",
      case when told.rest then 'rest' else concat_ws('.', told.key, told.second) end as "id"
    from (
      select key,
        second,
        false as rest,
        measure,
        measure_before,
        "rank",
        null::bigint as grouped,
        "documents",
        "documentsBefore",
        "quantity",
        "quantityBefore",
        "amount",
        "amountBefore"
      from (
        select part.*, dense_rank() over (order by measure desc) as "rank"
        from (
          select part.*, "part"."amount" as measure, "part"."amountBefore" as measure_before
          from (
            select coalesce(now.key, earlier.key) as key,
              coalesce(now.second, earlier.second) as second,
              coalesce("now"."documents", 0) as "documents",
              coalesce("now"."quantity", 0) as "quantity",
              coalesce("now"."amount", 0) as "amount",
              null::numeric as "documentsBefore",
              null::numeric as "quantityBefore",
              coalesce("earlier"."amount", 0) as "amountBefore"
            from (
              select trade.key,
                trade.second,
                null::numeric as "documents",
                ("trade"."quantity" - "trade"."quantity_back") as "quantity",
                ("trade"."amount" - "trade"."amount_back") as "amount"
              from (
                select trade.key::text as key,
                  null::text as second,
                  coalesce(sum(trade.documents) filter (where not returned), 0) as documents,
                  coalesce(sum(trade.documents) filter (where returned), 0) as documents_back,
                  coalesce(sum(trade.quantity) filter (where not returned), 0) as quantity,
                  coalesce(sum(trade.quantity) filter (where returned), 0) as quantity_back,
                  coalesce(sum(trade.amount) filter (where not returned), 0) as amount,
                  coalesce(sum(trade.amount) filter (where returned), 0) as amount_back
                from (
                  select trade.partner_id as key,
                    null as second,
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
                    union all
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
                    union all
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
                  where trade.kind = any($n::text[])
                    and "trade"."creator_id" = $n
                    and ("trade"."partner_id" = any($n::bigint[]) or not exists (
                      select
                      from partner
                      where partner.tenant_id = $n
                        and partner.id = "trade"."partner_id"
                        and partner.type = 'customer'
                    ))
                    and "trade"."warehouse_id" = any($n::bigint[])
                    and trade.institution_id in (
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
                    )
                  offset 0
                ) as trade
                group by trade.key
                having sum(trade.documents) filter (where not returned) <> 0
                  or sum(trade.documents) filter (where returned) <> 0
                  or sum(trade.quantity) filter (where not returned) <> 0
                  or sum(trade.quantity) filter (where returned) <> 0
                  or sum(trade.amount) filter (where not returned) <> 0
                  or sum(trade.amount) filter (where returned) <> 0
              ) as trade
            ) as now
            full join (
              select part.key as key, part.second as second, part."amount"
              from (
                select trade.key, trade.second, ("trade"."amount" - "trade"."amount_back") as "amount"
                from (
                  select trade.key::text as key,
                    null::text as second,
                    coalesce(sum(trade.documents) filter (where not returned), 0) as documents,
                    coalesce(sum(trade.documents) filter (where returned), 0) as documents_back,
                    coalesce(sum(trade.quantity) filter (where not returned), 0) as quantity,
                    coalesce(sum(trade.quantity) filter (where returned), 0) as quantity_back,
                    coalesce(sum(trade.amount) filter (where not returned), 0) as amount,
                    coalesce(sum(trade.amount) filter (where returned), 0) as amount_back
                  from (
                    select trade.partner_id as key,
                      null as second,
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
                      union all
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
                      union all
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
                    where trade.kind = any($n::text[])
                      and "trade"."creator_id" = $n
                      and ("trade"."partner_id" = any($n::bigint[]) or not exists (
                        select
                        from partner
                        where partner.tenant_id = $n
                          and partner.id = "trade"."partner_id"
                          and partner.type = 'customer'
                      ))
                      and "trade"."warehouse_id" = any($n::bigint[])
                      and trade.institution_id in (
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
                      )
                    offset 0
                  ) as trade
                  group by trade.key
                  having sum(trade.documents) filter (where not returned) <> 0
                    or sum(trade.documents) filter (where returned) <> 0
                    or sum(trade.quantity) filter (where not returned) <> 0
                    or sum(trade.quantity) filter (where returned) <> 0
                    or sum(trade.amount) filter (where not returned) <> 0
                    or sum(trade.amount) filter (where returned) <> 0
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
  "row"."documents" as "documents",
  "row"."quantity" as "quantity",
  "row"."amount" as "amount",
  "row"."price" as "price",
  "row"."amountGrowth" as "amountGrowth",
  "row"."id" as "id",
  case when "row".id = 'rest' then $n else coalesce("named"."name", $n::text) end as "name"
from (
  select count(*) as "#",
    coalesce(sum("row"."quantity"), 0) as "#quantity",
    coalesce(sum("row"."amount"), 0) as "#amount"
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
