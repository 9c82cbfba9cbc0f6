with found as materialized (
  select "row"."id" as "id",
    "row"."barcode" as "barcode",
    "row"."opening" as "opening",
    "row"."came" as "came",
    "row"."went" as "went",
    "row"."closing" as "closing",
    "row"."cost" as "cost",
    "row"."closingValue" as "closingValue",
    "row"."sold" as "sold",
    "row"."sellThrough" as "sellThrough",
    "row"."stockToSales" as "stockToSales"
  from (
    select held.product_id as id,
      barcode.code as barcode,
      held.opening,
      held.came,
      held.went,
      held.closing,
      held.cost,
      held."closingValue",
      null::numeric as sold,
      null::numeric as "sellThrough",
      null::numeric as "stockToSales"
    from (
      select sku.product_id,
        sum(stock.quantity) - coalesce(sum(moved.quantity), 0) as opening,
        coalesce(sum(moved.came), 0) as came,
        coalesce(sum(moved.came), 0) - coalesce(sum(moved.quantity), 0) as went,
        sum(stock.quantity) as closing,
        coalesce(sum(stock.value) / nullif(sum(stock.quantity), 0), max(stock.cost)) as cost,
        coalesce(sum(stock.value), 0) as "closingValue"
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
      left join (
        select sku_id, sum(came) as came, sum(quantity) as quantity
        from (
          select "sku_id", came as came, quantity as quantity
          from whole_stock_period as period
          where period.tenant_id = $n
            and period.grain = $n
            and period.starts_on between $n::date and $n::date
            and true
            and true
            and true
          union all
          select "sku_id", came as came, quantity as quantity
          from whole_stock_period as period
          where period.tenant_id = $n
            and period.grain = $n
            and period.starts_on between $n::date and $n::date
            and true
            and true
            and true
          union all
          select "sku_id", -came as came, -quantity as quantity
          from whole_stock_period as period
          where period.tenant_id = $n
            and period.grain = $n
            and period.starts_on between $n::date and $n::date
            and true
            and true
            and true
          union all
          select "sku_id", came as came, quantity as quantity
          from whole_stock_period as period
          where period.tenant_id = $n
            and period.grain = $n
            and period.starts_on between $n::date and $n::date
            and true
            and true
            and true
        ) as parts
        group by sku_id
      ) as moved on moved.sku_id = stock.sku_id
      group by sku.product_id
      having sum(stock.quantity) <> 0
        or coalesce(sum(moved.came), 0) <> 0
        or coalesce(sum(moved.quantity), 0) <> 0
    ) as held
    join product on product.tenant_id = $n and product.id = held.product_id
    join barcode on barcode.tenant_id = $n and barcode.product_id = product.id and barcode.is_default
    where true and true
  ) as "row"
)
select total.*,
  "row"."id" is null as "#empty",
  "row"."id" as "id",
  "row"."barcode" as "barcode",
  "row"."opening" as "opening",
  "row"."came" as "came",
  "row"."went" as "went",
  "row"."closing" as "closing",
  "row"."cost" as "cost",
  "row"."closingValue" as "closingValue",
  "row"."sold" as "sold",
  "row"."sellThrough" as "sellThrough",
  "row"."stockToSales" as "stockToSales",
  picture.id as "imageId",
  product.name as "name",
  product.standard as "standard",
  product.model as "model",
  product.color as "color",
  coalesce(category.name, '') as "categoryName",
  coalesce(product.unit_name, unit.name) as "unit",
  unit.base_unit as "baseUnit",
  unit.sub_unit as "subUnit",
  unit.ratio as "ratio",
  unit.sub_unit_two as "subUnitTwo",
  unit.ratio_two as "ratioTwo",
  unit.sub_unit_three as "subUnitThree",
  unit.ratio_three as "ratioThree"
from (
  select count(*) as "#",
    coalesce(sum("row"."opening"), 0) as "#opening",
    coalesce(sum("row"."came"), 0) as "#came",
    coalesce(sum("row"."went"), 0) as "#went",
    coalesce(sum("row"."closing"), 0) as "#closing",
    coalesce(sum("row"."closingValue"), 0) as "#closingValue",
    coalesce(sum("row"."sold"), 0) as "#sold"
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
order by "row"."barcode" asc, "row"."id" asc;
