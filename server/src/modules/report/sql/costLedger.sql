with found as materialized (
  select "row"."id" as "id",
    "row"."sequence" as "sequence",
    "row"."date" as "date",
    "row"."change" as "change",
    "row"."after" as "after",
    "row"."value" as "value",
    "row"."valueAfter" as "valueAfter",
    "row"."cost" as "cost",
    "row"."document_id" as "document_id"
  from (
    select move.document_id || '-' || move.seq as id,
      move.document_id,
      row_number() over (order by move.business_date, move.moment, move.sku_id, move.posting_number) as
          sequence,
      move.business_date as date,
      move.attributes,
      move.change,
      move.after,
      move.signed_value as value,
      move.value_after as "valueAfter",
      move.value_after / nullif(move.after, 0) as cost
    from (
      select move.document_id,
        move.seq,
        move.sku_id,
        move.posting_number,
        move.business_date,
        sku.attributes,
        sign.sign * move.quantity as change,
        sign.sign * move.value as signed_value,
        coalesce(opening.quantity, 0) + sum(sign.sign * move.quantity) over running as after,
        coalesce(opening.value, 0) + sum(sign.sign * move.value) over running as value_after,
        max(move.posted_at) over (partition by move.sku_id, move.business_date order by move.posting_number)
            as moment
      from stock_move as move
      join sku on sku.tenant_id = $n and sku.id = move.sku_id and sku.product_id = $n
      left join (
        select cost.sku_id,
          cost.quantity - coalesce(whole_sku_period.quantity, 0) as quantity,
          cost.value - coalesce(whole_sku_period.value, 0) as value
        from sku_cost as cost
        left join (
          select sku_id, sum(quantity) as quantity, sum(value) as value
          from (
            select period.sku_id, quantity, value
            from "whole_sku_period" as period
            where period.tenant_id = $n
              and period.grain = 'd'
              and period.starts_on > $n::date
              and period.starts_on < $n::date
              and "period"."sku_id" in (
                select id
                from sku
                where tenant_id = $n and product_id = $n
              )
              and true
            union all
            select period.sku_id, quantity, value
            from "whole_sku_period" as period
            where period.tenant_id = $n
              and period.grain = 'm'
              and period.starts_on >= $n::date
              and "period"."sku_id" in (
                select id
                from sku
                where tenant_id = $n and product_id = $n
              )
              and true
          ) as parts
          group by sku_id
        ) as "whole_sku_period" on "whole_sku_period"."sku_id" = cost.sku_id
        where cost.tenant_id = $n
          and "cost"."sku_id" in (
            select id
            from sku
            where tenant_id = $n and product_id = $n
          )
          and true
      ) as opening on opening.sku_id = move.sku_id
      cross join lateral (
        select case when move.to_place = any($n) then 1 else -1 end as sign
      ) as sign
      where move.tenant_id = $n
        and (move.from_place = any($n)) <> (move.to_place = any($n))
        and move.business_date between $n::date and $n::date
        and true
      window running as
          (partition by move.sku_id order by move.business_date, move.posting_number rows between unbounded
          preceding and current row)
    ) as move
    union all
    select 'opening-' || held.sku_id,
      null,
      0,
      $n::date,
      sku.attributes,
      null,
      held.quantity,
      null,
      held.value,
      held.value / nullif(held.quantity, 0)
    from (
      select cost.sku_id,
        cost.quantity - coalesce(whole_sku_period.quantity, 0) as quantity,
        cost.value - coalesce(whole_sku_period.value, 0) as value
      from sku_cost as cost
      left join (
        select sku_id, sum(quantity) as quantity, sum(value) as value
        from (
          select period.sku_id, quantity, value
          from "whole_sku_period" as period
          where period.tenant_id = $n
            and period.grain = 'd'
            and period.starts_on > $n::date
            and period.starts_on < $n::date
            and "period"."sku_id" in (
              select id
              from sku
              where tenant_id = $n and product_id = $n
            )
            and true
          union all
          select period.sku_id, quantity, value
          from "whole_sku_period" as period
          where period.tenant_id = $n
            and period.grain = 'm'
            and period.starts_on >= $n::date
            and "period"."sku_id" in (
              select id
              from sku
              where tenant_id = $n and product_id = $n
            )
            and true
        ) as parts
        group by sku_id
      ) as "whole_sku_period" on "whole_sku_period"."sku_id" = cost.sku_id
      where cost.tenant_id = $n
        and "cost"."sku_id" in (
          select id
          from sku
          where tenant_id = $n and product_id = $n
        )
        and true
    ) as held
    join sku on sku.tenant_id = $n and sku.id = held.sku_id
    where held.quantity <> 0 or held.value <> 0
  ) as "row"
)
select total.*,
  "row"."id" is null as "#empty",
  "row"."id" as "id",
  "row"."sequence" as "sequence",
  "row"."date" as "date",
  "row"."change" as "change",
  "row"."after" as "after",
  "row"."value" as "value",
  "row"."valueAfter" as "valueAfter",
  "row"."cost" as "cost",
  case when (true and true and true) then document.id end as "documentId",
  case when (true and true and true) then coalesce(document.number, '') end as "number",
  case when "row".document_id is null then 'opening' else document.kind end as "kind"
from (
  select count(*) as "#",
    coalesce(sum("row"."change"), 0) as "#change",
    coalesce(sum("row"."value"), 0) as "#value"
  from found as "row"
) as total
left join (
  select *
  from found as "row"
  order by "row"."sequence" desc, "row"."id" desc
  limit $n
  offset $n
) as "row" on true
left join document on document.tenant_id = $n and document.id = "row".document_id
order by "row"."sequence" desc, "row"."id" desc;
