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
      "ranked"."quantity" as "quantity",
      "ranked"."amount" as "amount",
      round(("ranked"."amount" - "ranked"."amountBefore") * 100 / nullif(abs("ranked"."amountBefore"), 0), 2)
          as "amountGrowth",
      round("ranked"."amount" * 1 / nullif("ranked"."quantity", 0), 6) as "price",
      ranked.rank as "rank",
      ranked.key as "firstId",
      ranked.second as "secondId",
      case when ranked.is_remainder then 'rest' else concat_ws('.', ranked.key, ranked.second) end as "id"
    from (
      select key,
        second,
        false as is_remainder,
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
        select measured.*, dense_rank() over (order by measure desc) as "rank"
        from (
          select summed.*, "summed"."amount" as measure, "summed"."amountBefore" as measure_before
          from (
            select coalesce(present.key, compared.key) as key,
              coalesce(present.second, compared.second) as second,
              coalesce("present"."documents", 0) as "documents",
              coalesce("present"."quantity", 0) as "quantity",
              coalesce("present"."amount", 0) as "amount",
              null::numeric as "documentsBefore",
              null::numeric as "quantityBefore",
              coalesce("compared"."amount", 0) as "amountBefore"
            from (
              select trade.key,
                trade.second,
                null::numeric as "documents",
                ("trade"."quantity" - "trade"."quantity_returned") as "quantity",
                ("trade"."amount" - "trade"."amount_returned") as "amount"
              from (
                select trade.key::text as key,
                  null::text as second,
                  coalesce(sum(trade.documents) filter (where not returned), 0) as documents,
                  coalesce(sum(trade.documents) filter (where returned), 0) as documents_returned,
                  coalesce(sum(trade.quantity) filter (where not returned), 0) as quantity,
                  coalesce(sum(trade.quantity) filter (where returned), 0) as quantity_returned,
                  coalesce(sum(trade.amount) filter (where not returned), 0) as amount,
                  coalesce(sum(trade.amount) filter (where returned), 0) as amount_returned
                from (
                  select trade.partner_id as key,
                    null as second,
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
                    union all
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
                    union all
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
            ) as present
            full join (
              select summed.key as key, summed.second as second, summed."amount"
              from (
                select trade.key, trade.second, ("trade"."amount" - "trade"."amount_returned") as "amount"
                from (
                  select trade.key::text as key,
                    null::text as second,
                    coalesce(sum(trade.documents) filter (where not returned), 0) as documents,
                    coalesce(sum(trade.documents) filter (where returned), 0) as documents_returned,
                    coalesce(sum(trade.quantity) filter (where not returned), 0) as quantity,
                    coalesce(sum(trade.quantity) filter (where returned), 0) as quantity_returned,
                    coalesce(sum(trade.amount) filter (where not returned), 0) as amount,
                    coalesce(sum(trade.amount) filter (where returned), 0) as amount_returned
                  from (
                    select trade.partner_id as key,
                      null as second,
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
                      union all
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
                      union all
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
