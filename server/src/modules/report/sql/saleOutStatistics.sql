with found as materialized (
  select "row"."id" as "id",
    "row"."barcode" as "barcode",
    "row"."quantity" as "quantity",
    "row"."amount" as "amount",
    "row"."returnedQuantity" as "returnedQuantity",
    "row"."returnedAmount" as "returnedAmount",
    "row"."netAmount" as "netAmount"
  from (
    select product.id,
      barcode.code as barcode,
      sold.quantity,
      sold.amount,
      sold."returnedQuantity",
      sold."returnedAmount",
      sold.amount - sold."returnedAmount" as "netAmount"
    from (
      select trade.key::bigint as product_id,
        "trade"."quantity" as quantity,
        "trade"."amount" as amount,
        "trade"."quantity_returned" as "returnedQuantity",
        "trade"."amount_returned" as "returnedAmount"
      from (
        select trade.key::text as key,
          null::text as second,
          coalesce(sum(trade.quantity) filter (where not returned), 0) as quantity,
          coalesce(sum(trade.quantity) filter (where returned), 0) as quantity_returned,
          coalesce(sum(trade.amount) filter (where not returned), 0) as amount,
          coalesce(sum(trade.amount) filter (where returned), 0) as amount_returned
        from (
          select sku.product_id as key,
            null as second,
            trade.quantity,
            trade.amount,
            trade.kind = any($n::text[]) as returned
          from (
            select roll_up.sku_id,
              roll_up.kind,
              roll_up.warehouse_id,
              roll_up.creator_id,
              roll_up.institution_id,
              roll_up.quantity as quantity,
              roll_up.amount as amount
            from "whole_goods_trade" as roll_up
            where roll_up.tenant_id = $n
              and roll_up.month between $n::date and $n::date
              and roll_up.kind = any($n::text[])
          ) as trade
          join sku on sku.tenant_id = $n and sku.id = trade.sku_id
          where trade.kind = any($n::text[])
            and true
            and true
            and true
            and trade.warehouse_id = any($n::bigint[])
          offset 0
        ) as trade
        group by trade.key
        having sum(trade.quantity) filter (where not returned) <> 0
          or sum(trade.quantity) filter (where returned) <> 0
          or sum(trade.amount) filter (where not returned) <> 0
          or sum(trade.amount) filter (where returned) <> 0
      ) as trade
    ) as sold
    join product on product.tenant_id = $n and product.id = sold.product_id
    join barcode on barcode.tenant_id = $n and barcode.product_id = product.id and barcode.is_default
  ) as "row"
)
select total.*,
  "row"."id" is null as "#empty",
  "row"."id" as "id",
  "row"."barcode" as "barcode",
  "row"."quantity" as "quantity",
  "row"."amount" as "amount",
  "row"."returnedQuantity" as "returnedQuantity",
  "row"."returnedAmount" as "returnedAmount",
  "row"."netAmount" as "netAmount",
  product.name as "name",
  product.standard as "standard",
  product.model as "model",
  product.color as "color",
  coalesce(category.name, '') as "categoryName",
  coalesce(product.unit_name, unit.name) as "unit"
from (
  select count(*) as "#",
    coalesce(sum("row"."quantity"), 0) as "#quantity",
    coalesce(sum("row"."amount"), 0) as "#amount",
    coalesce(sum("row"."returnedQuantity"), 0) as "#returnedQuantity",
    coalesce(sum("row"."returnedAmount"), 0) as "#returnedAmount",
    coalesce(sum("row"."netAmount"), 0) as "#netAmount"
  from found as "row"
) as total
left join (
  select *
  from found as "row"
  order by "row"."netAmount" desc, "row"."id" desc
  limit $n
  offset $n
) as "row" on true
left join product on product.tenant_id = $n and product.id = "row"."id"
left join category on category.tenant_id = $n and category.id = product.category_id
left join unit on unit.tenant_id = $n and unit.id = product.unit_id
order by "row"."netAmount" desc, "row"."id" desc;
