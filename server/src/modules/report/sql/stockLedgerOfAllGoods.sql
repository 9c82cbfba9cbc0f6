with found as materialized (
  select "row"."id" as "id",
    "row"."sequence" as "sequence",
    "row"."date" as "date",
    "row"."before" as "before",
    "row"."change" as "change",
    "row"."after" as "after",
    "row"."cost" as "cost",
    "row"."value" as "value",
    "row"."document_id" as "document_id",
    "row"."warehouse_id" as "warehouse_id",
    "row"."line" as "line",
    "row"."sku_id" as "sku_id"
  from (
    select move.document_id || '-' || move.seq || move.side as id,
      move.document_id,
      move.line,
      move.sku_id,
      move.warehouse_id,
      move.sequence,
      move.business_date as date,
      move.lot,
      move.stock_type as "stockType",
      null::numeric as before,
      move.change,
      null::numeric as after,
      move.value / nullif(move.quantity, 0) as cost,
      move.signed_value as value
    from (
      select move.*,
        spot.side,
        spot.warehouse_id,
        spot.sign * move.quantity as change,
        spot.sign * move.value as signed_value,
        0 as opening,
        sum(spot.sign * move.quantity) over running as running,
        row_number() over running as sequence
      from stock_move as move
      cross join lateral
          (values ('a', -1, move.from_place, move.from_id), ('b', 1, move.to_place, move.to_id)) as
          spot(side, sign, place, warehouse_id)
      where move.tenant_id = $n
        and spot.place = 'warehouse'
        and true
        and true
        and true
        and true
        and move.business_date between $n::date and $n::date
        and true
      window running as
          (order by move.business_date, move.posted_at, move.document_id, move.seq, spot.side rows between
          unbounded preceding and current row)
    ) as move
    where true
  ) as "row"
)
select total.*,
  "row"."id" is null as "#empty",
  "row"."id" as "id",
  "row"."sequence" as "sequence",
  "row"."date" as "date",
  "row"."before" as "before",
  "row"."change" as "change",
  "row"."after" as "after",
  "row"."cost" as "cost",
  "row"."value" as "value",
  case when (true and true and true) then document.id end as "documentId",
  case when (true and true and true) then coalesce(document.number, '') end as "number",
  case when "row".document_id is null then 'opening' else document.kind end as "kind",
  product.name as "productName",
  warehouse.name as "warehouseName",
  case when (true and true and true) then coalesce(partner.name, '') end as "partnerName",
  case when (true and true and true) then coalesce(creator.name, '') end as "creatorName"
from (
  select count(*) as "#", coalesce(sum("row"."value"), 0) as "#value"
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
left join partner on partner.tenant_id = $n and partner.id = document.partner_id
left join warehouse on warehouse.tenant_id = $n and warehouse.id = "row".warehouse_id
left join app_user as creator on creator.tenant_id = $n and creator.id = document.creator_id
left join document_line as line on line.tenant_id = $n
  and line.document_id = "row".document_id
  and line.line = "row".line
left join sku on sku.tenant_id = $n and sku.id = "row".sku_id
left join product on product.tenant_id = $n and product.id = sku.product_id
order by "row"."sequence" desc, "row"."id" desc;
