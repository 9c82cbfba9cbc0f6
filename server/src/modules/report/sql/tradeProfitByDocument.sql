with found as materialized (
  select "row"."id" as "id",
    "row"."revenue" as "revenue",
    "row"."cost" as "cost",
    "row"."profit" as "profit",
    "row"."margin" as "margin",
    "row"."freight" as "freight",
    "row"."netProfit" as "netProfit",
    "row"."quantity" as "quantity",
    "row"."charges" as "charges",
    "row"."returnedRevenue" as "returnedRevenue",
    "row"."discount" as "discount",
    "row"."freightEstimated" as "freightEstimated",
    "row"."paymentFees" as "paymentFees",
    "row"."revenueBefore" as "revenueBefore",
    "row"."profitBefore" as "profitBefore",
    "row"."profitGrowth" as "profitGrowth",
    "row"."firstId" as "firstId",
    "row"."secondId" as "secondId"
  from (
    select "ranked"."quantity" as "quantity",
      ("ranked"."amount" - "ranked"."tax") as "revenue",
      ("ranked"."amountBefore" - "ranked"."taxBefore") as "revenueBefore",
      ("ranked"."returnedAmount" - "ranked"."returnedTax") as "returnedRevenue",
      "ranked"."discount" as "discount",
      "ranked"."charges" as "charges",
      "ranked"."cost" as "cost",
      (("ranked"."amount" - "ranked"."tax") - "ranked"."cost") as "profit",
      (("ranked"."amountBefore" - "ranked"."taxBefore") - "ranked"."costBefore") as "profitBefore",
      round(((("ranked"."amount" - "ranked"."tax") - "ranked"."cost") -
          (("ranked"."amountBefore" - "ranked"."taxBefore") - "ranked"."costBefore")) * 100 /
          nullif(abs((("ranked"."amountBefore" - "ranked"."taxBefore") - "ranked"."costBefore")), 0), 2) as
          "profitGrowth",
      round((("ranked"."amount" - "ranked"."tax") - "ranked"."cost") * 100 /
          nullif(("ranked"."amount" - "ranked"."tax"), 0), 2) as "margin",
      "ranked"."freight" as "freight",
      "ranked"."freightEstimated" as "freightEstimated",
      "ranked"."paymentFees" as "paymentFees",
      ((((("ranked"."amount" - "ranked"."tax") - "ranked"."cost") + "ranked"."charges") - "ranked"."freight")
          - "ranked"."paymentFees") as "netProfit",
      ranked.key as "firstId",
      ranked.second as "secondId",
      case when ranked.is_remainder then 'rest' else concat_ws('.', ranked.key, ranked.second) end as "id"
    from (
      select summed.*, false as is_remainder
      from (
        select summed.key,
          summed.second,
          summed."quantity",
          summed."amount",
          summed."tax",
          summed."discount",
          summed."charges",
          summed."cost",
          summed."freight",
          summed."freightEstimated",
          summed."paymentFees",
          summed."returnedAmount",
          summed."returnedTax",
          null::numeric as "quantityBefore",
          null::numeric as "amountBefore",
          null::numeric as "taxBefore",
          null::numeric as "discountBefore",
          null::numeric as "chargesBefore",
          null::numeric as "costBefore",
          null::numeric as "freightBefore",
          null::numeric as "freightEstimatedBefore",
          null::numeric as "paymentFeesBefore",
          null::numeric as "returnedAmountBefore",
          null::numeric as "returnedTaxBefore"
        from (
          select trade.key,
            trade.second,
            ("trade"."quantity" - "trade"."quantity_returned") as "quantity",
            ("trade"."amount" - "trade"."amount_returned") as "amount",
            ("trade"."tax" - "trade"."tax_returned") as "tax",
            ("trade"."discount" - "trade"."discount_returned") as "discount",
            ("trade"."charges" - "trade"."charges_returned") as "charges",
            ("trade"."cost" - "trade"."cost_returned") as "cost",
            ("trade"."freight_cost" + "trade"."freight_cost_returned") as "freight",
            ("trade"."freight_estimated" + "trade"."freight_estimated_returned") as "freightEstimated",
            ("trade"."payment_fee" + "trade"."payment_fee_returned") as "paymentFees",
            "trade"."amount_returned" as "returnedAmount",
            "trade"."tax_returned" as "returnedTax"
          from (
            select trade.key::text as key,
              null::text as second,
              coalesce(sum(trade.documents) filter (where not returned), 0) as documents,
              coalesce(sum(trade.documents) filter (where returned), 0) as documents_returned,
              coalesce(sum(trade.quantity) filter (where not returned), 0) as quantity,
              coalesce(sum(trade.quantity) filter (where returned), 0) as quantity_returned,
              coalesce(sum(trade.amount) filter (where not returned), 0) as amount,
              coalesce(sum(trade.amount) filter (where returned), 0) as amount_returned,
              coalesce(sum(trade.tax) filter (where not returned), 0) as tax,
              coalesce(sum(trade.tax) filter (where returned), 0) as tax_returned,
              coalesce(sum(trade.discount) filter (where not returned), 0) as discount,
              coalesce(sum(trade.discount) filter (where returned), 0) as discount_returned,
              coalesce(sum(trade.charges) filter (where not returned), 0) as charges,
              coalesce(sum(trade.charges) filter (where returned), 0) as charges_returned,
              coalesce(sum(trade.cost) filter (where not returned), 0) as cost,
              coalesce(sum(trade.cost) filter (where returned), 0) as cost_returned,
              coalesce(sum(trade.freight_cost) filter (where not returned), 0) as freight_cost,
              coalesce(sum(trade.freight_cost) filter (where returned), 0) as freight_cost_returned,
              coalesce(sum(trade.freight_estimated) filter (where not returned), 0) as freight_estimated,
              coalesce(sum(trade.freight_estimated) filter (where returned), 0) as
                  freight_estimated_returned,
              coalesce(sum(trade.payment_fee) filter (where not returned), 0) as payment_fee,
              coalesce(sum(trade.payment_fee) filter (where returned), 0) as payment_fee_returned
            from (
              select trade.document_id as key,
                null as second,
                trade.documents,
                trade.quantity,
                trade.amount,
                trade.tax,
                trade.discount,
                trade.charges,
                trade.cost,
                trade.freight_cost,
                trade.freight_estimated,
                trade.payment_fee,
                trade.kind = any($n::text[]) as returned
              from (
                select traded.*, traded.heads as documents
                from (
                  with paper as materialized (
                    select document.id,
                      document.kind as traded_as,
                      document.exchange_rate,
                      document.money_digits,
                      coalesce(document.partner_id, 0) as partner_id,
                      document.creator_id as creator_id,
                      coalesce(document.institution_id, 0) as institution_id,
                      document.kind as kind
                    from document
                    where document.tenant_id = $n
                      and document.in_force
                      and document.kind in
                          ('purchaseIn', 'purchaseBack', 'saleOut', 'saleBack', 'retailOut', 'retailBack')
                      and
                          ((("document"."business_date" >= $n::date and "document"."business_date" <=
                          $n::date) and "document"."business_time" >= ($n::date - 1)::timestamp at time zone
                          'UTC' and "document"."business_time" < ($n::date + 2)::timestamp at time zone
                          'UTC') and document.kind = any($n::text[]) and document.deleted_at is null and
                          true and true)
                  )
                  select line.document_id as document_id,
                    line.sku_id as sku_id,
                    coalesce(line.warehouse_id, 0) as warehouse_id,
                    1 as lines,
                    (line.position = 1)::integer as heads,
                    paper.partner_id,
                    paper.creator_id,
                    paper.institution_id,
                    paper.kind,
                    line.base_quantity as quantity,
                    line.total - line.discount_share as amount ,
                    line.tax as tax ,
                    line.discount_share as discount ,
                    line.fee_share as charges,
                    null::numeric as cost,
                    line.freight_cost,
                    line.freight_estimated,
                    line.payment_fee
                  from paper
                  join document_line line on line.tenant_id = $n and line.document_id = paper.id
                  where line.sku_id is not null and paper.exchange_rate = 1
                  union all
                  select line.document_id as document_id,
                    line.sku_id as sku_id,
                    coalesce(line.warehouse_id, 0) as warehouse_id,
                    1 as lines,
                    (line.position = 1)::integer as heads,
                    line.partner_id,
                    line.creator_id,
                    line.institution_id,
                    line.kind,
                    line.quantity,
                    line.amount - lag(line.amount, 1, 0::numeric) over passing as amount ,
                    line.tax - lag(line.tax, 1, 0::numeric) over passing as tax ,
                    line.discount - lag(line.discount, 1, 0::numeric) over passing as discount ,
                    line.charges - lag(line.charges, 1, 0::numeric) over passing as charges,
                    null::numeric as cost,
                    line.freight_cost,
                    line.freight_estimated,
                    line.payment_fee
                  from (
                    select line.*,
                      case when line.amount_passed[1] = line.amount_passed[2] then line.amount_passed[3]
                          else
                          coalesce(round(line.amount_passed[3] * line.amount_passed[1] /
                          nullif(line.amount_passed[2], 0), line.amount_passed[4]::integer), 0) end as
                          amount ,
                      case when line.tax_passed[1] = line.tax_passed[2] then line.tax_passed[3] else
                          coalesce(round(line.tax_passed[3] * line.tax_passed[1] /
                          nullif(line.tax_passed[2], 0), line.tax_passed[4]::integer), 0) end as tax ,
                      case when line.discount_passed[1] = line.discount_passed[2] then
                          line.discount_passed[3] else
                          coalesce(round(line.discount_passed[3] * line.discount_passed[1] /
                          nullif(line.discount_passed[2], 0), line.discount_passed[4]::integer), 0) end as
                          discount ,
                      case when line.charges_passed[1] = line.charges_passed[2] then line.charges_passed[3]
                          else
                          coalesce(round(line.charges_passed[3] * line.charges_passed[1] /
                          nullif(line.charges_passed[2], 0), line.charges_passed[4]::integer), 0) end as
                          charges
                    from (
                      select line.document_id,
                        line.line,
                        line.warehouse_id,
                        line.sku_id,
                        line.position,
                        line.freight_cost,
                        line.freight_estimated,
                        line.payment_fee,
                        paper.partner_id,
                        paper.creator_id,
                        paper.institution_id,
                        paper.kind,
                        line.base_quantity as quantity,
                        array[sum(line.total - line.discount_share) over passing,
                        sum(line.total - line.discount_share) over whole,
                        round(sum(line.total - line.discount_share) over whole * paper.exchange_rate,
                            paper.money_digits),
                        paper.money_digits] as amount_passed,
                        array[sum(line.tax) over passing,
                        sum(line.tax) over whole,
                        round(sum(line.tax) over whole * paper.exchange_rate, paper.money_digits),
                        paper.money_digits] as tax_passed,
                        array[sum(line.discount_share) over passing,
                        sum(line.discount_share) over whole,
                        round(sum(line.discount_share) over whole * paper.exchange_rate, paper.money_digits),
                        paper.money_digits] as discount_passed,
                        array[sum(line.fee_share) over passing,
                        sum(line.fee_share) over whole,
                        round(sum(line.fee_share) over whole * paper.exchange_rate, paper.money_digits),
                        paper.money_digits] as charges_passed
                      from paper
                      join document_line line on line.tenant_id = $n and line.document_id = paper.id
                      where line.sku_id is not null and paper.exchange_rate <> 1
                      window whole as (partition by line.document_id),
                        passing as (partition by line.document_id order by line.position)
                    ) line
                  ) line
                  window passing as (partition by line.document_id order by line.position)
                  union all
                  select move.document_id as document_id,
                    coalesce(move.kit_sku_id, move.sku_id) as sku_id,
                    spot.id as warehouse_id,
                    0 as lines,
                    0 as heads,
                    paper.partner_id,
                    paper.creator_id,
                    paper.institution_id,
                    paper.kind,
                    null,
                    null,
                    null,
                    null,
                    null,
                    case spot.sign * kind.way when 1 then move.value when -1 then -move.value else 0 end ,
                    null,
                    null,
                    null
                  from paper
                  join
                      (values ('purchaseIn', 1), ('purchaseBack', -1), ('saleOut', -1), ('saleBack', 1),
                      ('retailOut', -1), ('retailBack', 1)) as kind(name, way) on kind.name =
                      paper.traded_as
                  join stock_move move on move.tenant_id = $n and move.document_id = paper.id
                  cross join lateral (
                    select 'warehouse' as place,
                      0::bigint as id,
                      (move.to_place = 'warehouse')::integer - (move.from_place = 'warehouse')::integer as
                          sign
                  ) as spot
                  where spot.place = 'warehouse'
                ) as traded
              ) as trade
              where trade.kind = any($n::text[]) and true and true and true
              offset 0
            ) as trade
            group by trade.key
            having sum(trade.documents) filter (where not returned) <> 0
              or sum(trade.documents) filter (where returned) <> 0
              or sum(trade.quantity) filter (where not returned) <> 0
              or sum(trade.quantity) filter (where returned) <> 0
              or sum(trade.amount) filter (where not returned) <> 0
              or sum(trade.amount) filter (where returned) <> 0
              or sum(trade.tax) filter (where not returned) <> 0
              or sum(trade.tax) filter (where returned) <> 0
              or sum(trade.discount) filter (where not returned) <> 0
              or sum(trade.discount) filter (where returned) <> 0
              or sum(trade.charges) filter (where not returned) <> 0
              or sum(trade.charges) filter (where returned) <> 0
              or sum(trade.cost) filter (where not returned) <> 0
              or sum(trade.cost) filter (where returned) <> 0
              or sum(trade.freight_cost) filter (where not returned) <> 0
              or sum(trade.freight_cost) filter (where returned) <> 0
              or sum(trade.freight_estimated) filter (where not returned) <> 0
              or sum(trade.freight_estimated) filter (where returned) <> 0
              or sum(trade.payment_fee) filter (where not returned) <> 0
              or sum(trade.payment_fee) filter (where returned) <> 0
          ) as trade
        ) as summed
      ) as summed
    ) as ranked
  ) as "row"
)
select total.*,
  "row"."id" is null as "#empty",
  "row"."id" as "id",
  "row"."revenue" as "revenue",
  "row"."cost" as "cost",
  "row"."profit" as "profit",
  "row"."margin" as "margin",
  "row"."freight" as "freight",
  "row"."netProfit" as "netProfit",
  "row"."quantity" as "quantity",
  "row"."charges" as "charges",
  "row"."returnedRevenue" as "returnedRevenue",
  "row"."discount" as "discount",
  "row"."freightEstimated" as "freightEstimated",
  "row"."paymentFees" as "paymentFees",
  "row"."revenueBefore" as "revenueBefore",
  "row"."profitBefore" as "profitBefore",
  "row"."profitGrowth" as "profitGrowth",
  "named"."id" as "documentId",
  "named"."kind" as "kind",
  case when "row".id = 'rest' then $n else coalesce("named"."number", $n::text) end as "name"
from (
  select count(*) as "#",
    coalesce(sum("row"."revenue"), 0) as "#revenue",
    coalesce(sum("row"."cost"), 0) as "#cost",
    coalesce(sum("row"."profit"), 0) as "#profit",
    coalesce(sum("row"."freight"), 0) as "#freight",
    coalesce(sum("row"."netProfit"), 0) as "#netProfit",
    coalesce(sum("row"."quantity"), 0) as "#quantity",
    coalesce(sum("row"."charges"), 0) as "#charges",
    coalesce(sum("row"."returnedRevenue"), 0) as "#returnedRevenue",
    coalesce(sum("row"."discount"), 0) as "#discount",
    coalesce(sum("row"."freightEstimated"), 0) as "#freightEstimated",
    coalesce(sum("row"."paymentFees"), 0) as "#paymentFees",
    coalesce(sum("row"."revenueBefore"), 0) as "#revenueBefore",
    coalesce(sum("row"."profitBefore"), 0) as "#profitBefore"
  from found as "row"
) as total
left join (
  select *
  from found as "row"
  order by "row"."profit" desc, "row"."id" desc
  limit $n
  offset $n
) as "row" on true
left join lateral (
  select document.id, document.kind, document.number
  from document
  where document.tenant_id = $n and document.id = "row"."firstId"::bigint
  offset 0
) as "named" on true
order by "row"."profit" desc, "row"."id" desc;
