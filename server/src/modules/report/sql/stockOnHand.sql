select (
  select count(*)
  from (
    select
    from sku
    where tenant_id = $n
    limit $n
  ) as sku
) = $n as "isLarge",
  (
    select count(*)
    from (
      select
      from sku_cost
      where tenant_id = $n and quantity <> 0
      limit $n
    ) as held
  ) = $n as "isInStock";

with found as materialized (
  select "row"."id" as "id",
    "row"."barcode" as "barcode",
    "row"."stock" as "stock",
    "row"."stockValue" as "stockValue"
  from (
    select barcode.product_id as id,
      barcode.code as barcode,
      coalesce(held.stock, 0) as stock,
      coalesce(held.value, 0) as "stockValue"
    from barcode
    left join (
      select product_id, sum(quantity) as stock, sum(value) as value
      from (
        select sku.product_id, stock.quantity, stock.value
        from (
          select worth.sku_id,
            worth.on_hand as quantity,
            case when worth.on_hand = worth.quantity then worth.value else
                coalesce(round(worth.on_hand * worth.value / nullif(worth.quantity, 0), 6), 0) end as value,
            worth.value / nullif(worth.quantity, 0) as cost
          from (
            select cost.sku_id,
              cost.quantity - coalesce(whole_sku_period.quantity, 0) as quantity,
              cost.value - coalesce(whole_sku_period.value, 0) as value ,
              cost.quantity - coalesce(way.quantity, 0) - coalesce(whole_stock_period.quantity, 0) as
                  on_hand
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
                  and true
                  and true
                union all
                select period.sku_id, quantity, value
                from "whole_sku_period" as period
                where period.tenant_id = $n
                  and period.grain = 'm'
                  and period.starts_on >= $n::date
                  and true
                  and true
              ) as parts
              group by sku_id
            ) as "whole_sku_period" on "whole_sku_period"."sku_id" = cost.sku_id
            left join (
              select line.sku_id, sum(line.base_quantity - line.done_quantity) as quantity
              from (
                select *
                from document
                where document.tenant_id = $n
                  and document.kind = 'transfer'
                  and document.travels
                  and document.in_force
                  and document.progress <> 'complete'
                  and document.deleted_at is null
                offset 0
              ) as document
              join document_line as line on line.tenant_id = $n and line.document_id = document.id
              group by line.sku_id
            ) as "way" on "way"."sku_id" = cost.sku_id
            left join (
              select sku_id, sum(quantity) as quantity
              from (
                select period.sku_id, quantity
                from "whole_stock_period" as period
                where period.tenant_id = $n
                  and period.grain = 'd'
                  and period.starts_on > $n::date
                  and period.starts_on < $n::date
                  and true
                  and true
                union all
                select period.sku_id, quantity
                from "whole_stock_period" as period
                where period.tenant_id = $n
                  and period.grain = 'm'
                  and period.starts_on >= $n::date
                  and true
                  and true
              ) as parts
              group by sku_id
            ) as "whole_stock_period" on "whole_stock_period"."sku_id" = cost.sku_id
            where cost.tenant_id = $n and true and true
          ) as worth
        ) as stock
        join sku on sku.tenant_id = $n and sku.id = stock.sku_id
        order by sku.product_id
        offset 0
      ) as stock
      group by product_id
    ) as held on held.product_id = barcode.product_id
    where barcode.tenant_id = $n and barcode.is_default and held.stock <> 0 and true
  ) as "row"
)
select total.*,
  "row"."id" is null as "#empty",
  "row"."id" as "id",
  "row"."barcode" as "barcode",
  "row"."stock" as "stock",
  "row"."stockValue" as "stockValue",
  picture.id as "imageId",
  product.name as "name",
  product.standard as "standard",
  product.model as "model",
  product.color as "color",
  coalesce(category.name, '') as "categoryName",
  product.shelf_position as "shelfPosition",
  coalesce(product.unit_name, unit.name) as "unit",
  unit.base_unit as "baseUnit",
  unit.sub_unit as "subUnit",
  unit.ratio as "ratio",
  unit.sub_unit_two as "subUnitTwo",
  unit.ratio_two as "ratioTwo",
  unit.sub_unit_three as "subUnitThree",
  unit.ratio_three as "ratioThree",
  coalesce("row"."stockValue" / nullif("row".stock, 0), (
    select max(stock.cost)
    from (
      select worth.sku_id,
        worth.on_hand as quantity,
        case when worth.on_hand = worth.quantity then worth.value else
            coalesce(round(worth.on_hand * worth.value / nullif(worth.quantity, 0), 6), 0) end as value,
        worth.value / nullif(worth.quantity, 0) as cost
      from (
        select cost.sku_id,
          cost.quantity - coalesce(whole_sku_period.quantity, 0) as quantity,
          cost.value - coalesce(whole_sku_period.value, 0) as value ,
          cost.quantity - coalesce(way.quantity, 0) - coalesce(whole_stock_period.quantity, 0) as on_hand
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
                where tenant_id = $n and product_id = "row"."id"
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
                where tenant_id = $n and product_id = "row"."id"
              )
              and true
          ) as parts
          group by sku_id
        ) as "whole_sku_period" on "whole_sku_period"."sku_id" = cost.sku_id
        left join (
          select line.sku_id, sum(line.base_quantity - line.done_quantity) as quantity
          from (
            select *
            from document
            where document.tenant_id = $n
              and document.kind = 'transfer'
              and document.travels
              and document.in_force
              and document.progress <> 'complete'
              and document.deleted_at is null
            offset 0
          ) as document
          join document_line as line on line.tenant_id = $n and line.document_id = document.id
          group by line.sku_id
        ) as "way" on "way"."sku_id" = cost.sku_id
        left join (
          select sku_id, sum(quantity) as quantity
          from (
            select period.sku_id, quantity
            from "whole_stock_period" as period
            where period.tenant_id = $n
              and period.grain = 'd'
              and period.starts_on > $n::date
              and period.starts_on < $n::date
              and "period"."sku_id" in (
                select id
                from sku
                where tenant_id = $n and product_id = "row"."id"
              )
              and true
            union all
            select period.sku_id, quantity
            from "whole_stock_period" as period
            where period.tenant_id = $n
              and period.grain = 'm'
              and period.starts_on >= $n::date
              and "period"."sku_id" in (
                select id
                from sku
                where tenant_id = $n and product_id = "row"."id"
              )
              and true
          ) as parts
          group by sku_id
        ) as "whole_stock_period" on "whole_stock_period"."sku_id" = cost.sku_id
        where cost.tenant_id = $n
          and "cost"."sku_id" in (
            select id
            from sku
            where tenant_id = $n and product_id = "row"."id"
          )
          and true
      ) as worth
    ) as stock
  )) as "cost",
  coalesce(opening.quantity, 0) as "openingStock",
  coalesce(product.weight * "row".stock, 0) as "weight"
from (
  select count(*) as "#",
    coalesce(sum("row"."stock"), 0) as "#stock",
    coalesce(sum("row"."stockValue"), 0) as "#stockValue",
    (
      select coalesce(sum(line.quantity) filter (where found.id is not null), 0)
      from (
        select line.product_id, line.base_quantity as quantity
        from document
        join document_line as line on line.tenant_id = $n and line.document_id = document.id
        where document.tenant_id = $n
          and document.kind = 'openingStock'
          and document.subject <> ''
          and document.deleted_at is null
          and true
      ) as line
      full join found on found.id = line.product_id
    ) as "#openingStock",
    (
      select coalesce(sum(product.weight * found.stock), 0)
      from found
      join product on product.tenant_id = $n and product.id = found.id
      where product.weight <> 0
    ) as "#weight"
  from found as "row"
) as total
left join (
  select *
  from found as "row"
  order by "row"."barcode" asc, "row"."id" asc
  limit $n
  offset $n
) as "row" on true
left join product on product.tenant_id = $n and product.id = "row"."id"
left join category on category.tenant_id = $n and category.id = product.category_id
left join unit on unit.tenant_id = $n and unit.id = product.unit_id
left join lateral (
  select id
  from stored_file
  where tenant_id = $n and owner = 'product' and owner_id = product.id
  order by position
  limit 1
) as picture on true
left join lateral (
  select sum(line.base_quantity) as quantity
  from document
  join document_line as line on line.tenant_id = $n and line.document_id = document.id
  where document.tenant_id = $n
    and document.kind = 'openingStock'
    and document.subject <> ''
    and document.deleted_at is null
    and true
    and "line"."sku_id" in (
      select id
      from sku
      where tenant_id = $n and product_id = "row"."id"
    )
) as opening on true
order by "row"."barcode" asc, "row"."id" asc;
