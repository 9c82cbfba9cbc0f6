with found as materialized (
  select "row"."quantity" as "quantity",
    "row"."amount" as "amount",
    "row"."margin" as "margin",
    "row"."id" as "id",
    "row"."rank" as "rank",
    "row"."firstId" as "firstId",
    "row"."secondId" as "secondId"
  from (
    select "ranked"."quantity" as "quantity",
      "ranked"."amount" as "amount",
      round((("ranked"."amount" - "ranked"."tax") - "ranked"."cost") * 100 /
          nullif(("ranked"."amount" - "ranked"."tax"), 0), 2) as "margin",
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
        "quantity",
        "quantityBefore",
        "amount",
        "amountBefore",
        "tax",
        "taxBefore",
        "cost",
        "costBefore"
      from (
        select measured.*, dense_rank() over (order by measure desc) as "rank"
        from (
          select summed.*, "summed"."amount" as measure, "summed"."amountBefore" as measure_before
          from (
            select summed.key,
              summed.second,
              summed."quantity",
              summed."amount",
              summed."tax",
              summed."cost",
              null::numeric as "quantityBefore",
              null::numeric as "amountBefore",
              null::numeric as "taxBefore",
              null::numeric as "costBefore"
            from (
              select trade.key,
                trade.second,
                ("trade"."quantity" - "trade"."quantity_returned") as "quantity",
                ("trade"."amount" - "trade"."amount_returned") as "amount",
                ("trade"."tax" - "trade"."tax_returned") as "tax",
                ("trade"."cost" - "trade"."cost_returned") as "cost"
              from (
                select trade.key::text as key,
                  trade.second::text as second,
                  coalesce(sum(trade.quantity) filter (where not returned), 0) as quantity,
                  coalesce(sum(trade.quantity) filter (where returned), 0) as quantity_returned,
                  coalesce(sum(trade.amount) filter (where not returned), 0) as amount,
                  coalesce(sum(trade.amount) filter (where returned), 0) as amount_returned,
                  coalesce(sum(trade.tax) filter (where not returned), 0) as tax,
                  coalesce(sum(trade.tax) filter (where returned), 0) as tax_returned,
                  coalesce(sum(trade.cost) filter (where not returned), 0) as cost,
                  coalesce(sum(trade.cost) filter (where returned), 0) as cost_returned
                from (
                  select trade.warehouse_id as key,
                    coalesce(product.category_id, 0) as second,
                    trade.quantity,
                    trade.amount,
                    trade.tax,
                    trade.cost,
                    trade.kind = any($n::text[]) as returned
                  from (
                    select roll_up.sku_id,
                      roll_up.kind,
                      roll_up.month,
                      roll_up.warehouse_id,
                      roll_up.creator_id,
                      roll_up.institution_id,
                      roll_up.quantity as quantity,
                      roll_up.amount as amount,
                      roll_up.tax as tax,
                      roll_up.cost as cost
                    from "whole_goods_trade" as roll_up
                    where roll_up.tenant_id = $n
                      and roll_up.month between $n::date and $n::date
                      and roll_up.kind = any($n::text[])
                    union all
                    select roll_up.sku_id,
                      roll_up.kind,
                      roll_up.month,
                      roll_up.warehouse_id,
                      roll_up.creator_id,
                      roll_up.institution_id,
                      roll_up.quantity as quantity,
                      roll_up.amount as amount,
                      roll_up.tax as tax,
                      roll_up.cost as cost
                    from "whole_goods_trade" as roll_up
                    where roll_up.tenant_id = $n
                      and roll_up.month between $n::date and $n::date
                      and roll_up.kind = any($n::text[])
                    union all
                    select roll_up.sku_id,
                      roll_up.kind,
                      roll_up.month,
                      roll_up.warehouse_id,
                      roll_up.creator_id,
                      roll_up.institution_id,
                      -roll_up.quantity as quantity,
                      -roll_up.amount as amount,
                      -roll_up.tax as tax,
                      -roll_up.cost as cost
                    from (
                      select *
                      from (
                        with paper as materialized (
                          select document.id,
                            document.kind as traded_as,
                            document.exchange_rate,
                            document.money_digits,
                            document.creator_id as creator_id,
                            coalesce(document.institution_id, 0) as institution_id,
                            document.kind as kind,
                            date_trunc('month', document.business_date)::date as month
                          from document
                          where document.tenant_id = $n
                            and document.in_force
                            and document.kind in
                                ('purchaseIn', 'purchaseBack', 'saleOut', 'saleBack', 'retailOut',
                                'retailBack')
                            and
                                ((("document"."business_date" >= $n::date and "document"."business_date" <=
                                $n::date) and "document"."business_time" >= ($n::date - 1)::timestamp at
                                time zone 'UTC' and "document"."business_time" < ($n::date + 2)::timestamp
                                at time zone 'UTC') and document.kind = any($n::text[]) and
                                document.deleted_at is null and true and true)
                        )
                        select line.sku_id as sku_id,
                          coalesce(line.warehouse_id, 0) as warehouse_id,
                          paper.creator_id,
                          paper.institution_id,
                          paper.kind,
                          paper.month,
                          line.base_quantity as quantity,
                          line.total - line.discount_share as amount ,
                          line.tax as tax,
                          null::numeric as cost
                        from paper
                        join document_line line on line.tenant_id = $n and line.document_id = paper.id
                        where line.sku_id is not null and paper.exchange_rate = 1
                        union all
                        select line.sku_id as sku_id,
                          coalesce(line.warehouse_id, 0) as warehouse_id,
                          line.creator_id,
                          line.institution_id,
                          line.kind,
                          line.month,
                          line.quantity,
                          line.amount - lag(line.amount, 1, 0::numeric) over passing as amount ,
                          line.tax - lag(line.tax, 1, 0::numeric) over passing as tax,
                          null::numeric as cost
                        from (
                          select line.*,
                            case when line.amount_passed[1] = line.amount_passed[2] then
                                line.amount_passed[3] else
                                coalesce(round(line.amount_passed[3] * line.amount_passed[1] /
                                nullif(line.amount_passed[2], 0), line.amount_passed[4]::integer), 0) end as
                                amount ,
                            case when line.tax_passed[1] = line.tax_passed[2] then line.tax_passed[3] else
                                coalesce(round(line.tax_passed[3] * line.tax_passed[1] /
                                nullif(line.tax_passed[2], 0), line.tax_passed[4]::integer), 0) end as tax
                          from (
                            select line.document_id,
                              line.line,
                              line.warehouse_id,
                              line.sku_id,
                              line.position,
                              paper.creator_id,
                              paper.institution_id,
                              paper.kind,
                              paper.month,
                              line.base_quantity as quantity,
                              array[sum(line.total - line.discount_share) over passing,
                              sum(line.total - line.discount_share) over whole,
                              round(sum(line.total - line.discount_share) over whole * paper.exchange_rate,
                                  paper.money_digits),
                              paper.money_digits] as amount_passed,
                              array[sum(line.tax) over passing,
                              sum(line.tax) over whole,
                              round(sum(line.tax) over whole * paper.exchange_rate, paper.money_digits),
                              paper.money_digits] as tax_passed
                            from paper
                            join document_line line on line.tenant_id = $n and line.document_id = paper.id
                            where line.sku_id is not null and paper.exchange_rate <> 1
                            window whole as (partition by line.document_id),
                              passing as (partition by line.document_id order by line.position)
                          ) line
                        ) line
                        window passing as (partition by line.document_id order by line.position)
                        union all
                        select coalesce(move.kit_sku_id, move.sku_id) as sku_id,
                          spot.id as warehouse_id,
                          paper.creator_id,
                          paper.institution_id,
                          paper.kind,
                          paper.month,
                          null,
                          null,
                          null,
                          case spot.sign * kind.way when 1 then move.value when -1 then -move.value else 0
                              end
                        from paper
                        join
                            (values ('purchaseIn', 1), ('purchaseBack', -1), ('saleOut', -1),
                            ('saleBack', 1), ('retailOut', -1), ('retailBack', 1)) as kind(name, way) on
                            kind.name = paper.traded_as
                        join stock_move move on move.tenant_id = $n and move.document_id = paper.id
                        cross join lateral
                            (values (move.to_place, move.to_id, 1), (move.from_place, move.from_id, -1)) as
                            spot(place, id, sign)
                        where spot.place = 'warehouse'
                      ) as traded
                    ) as roll_up
                    where true
                    union all
                    select roll_up.sku_id,
                      roll_up.kind,
                      roll_up.month,
                      roll_up.warehouse_id,
                      roll_up.creator_id,
                      roll_up.institution_id,
                      roll_up.quantity as quantity,
                      roll_up.amount as amount,
                      roll_up.tax as tax,
                      roll_up.cost as cost
                    from (
                      select *
                      from (
                        with paper as materialized (
                          select document.id,
                            document.kind as traded_as,
                            document.exchange_rate,
                            document.money_digits,
                            document.creator_id as creator_id,
                            coalesce(document.institution_id, 0) as institution_id,
                            document.kind as kind,
                            date_trunc('month', document.business_date)::date as month
                          from document
                          where document.tenant_id = $n
                            and document.in_force
                            and document.kind in
                                ('purchaseIn', 'purchaseBack', 'saleOut', 'saleBack', 'retailOut',
                                'retailBack')
                            and
                                ((("document"."business_date" >= $n::date and "document"."business_date" <=
                                $n::date) and "document"."business_time" >= ($n::date - 1)::timestamp at
                                time zone 'UTC' and "document"."business_time" < ($n::date + 2)::timestamp
                                at time zone 'UTC') and document.kind = any($n::text[]) and
                                document.deleted_at is null and true and true)
                        )
                        select line.sku_id as sku_id,
                          coalesce(line.warehouse_id, 0) as warehouse_id,
                          paper.creator_id,
                          paper.institution_id,
                          paper.kind,
                          paper.month,
                          line.base_quantity as quantity,
                          line.total - line.discount_share as amount ,
                          line.tax as tax,
                          null::numeric as cost
                        from paper
                        join document_line line on line.tenant_id = $n and line.document_id = paper.id
                        where line.sku_id is not null and paper.exchange_rate = 1
                        union all
                        select line.sku_id as sku_id,
                          coalesce(line.warehouse_id, 0) as warehouse_id,
                          line.creator_id,
                          line.institution_id,
                          line.kind,
                          line.month,
                          line.quantity,
                          line.amount - lag(line.amount, 1, 0::numeric) over passing as amount ,
                          line.tax - lag(line.tax, 1, 0::numeric) over passing as tax,
                          null::numeric as cost
                        from (
                          select line.*,
                            case when line.amount_passed[1] = line.amount_passed[2] then
                                line.amount_passed[3] else
                                coalesce(round(line.amount_passed[3] * line.amount_passed[1] /
                                nullif(line.amount_passed[2], 0), line.amount_passed[4]::integer), 0) end as
                                amount ,
                            case when line.tax_passed[1] = line.tax_passed[2] then line.tax_passed[3] else
                                coalesce(round(line.tax_passed[3] * line.tax_passed[1] /
                                nullif(line.tax_passed[2], 0), line.tax_passed[4]::integer), 0) end as tax
                          from (
                            select line.document_id,
                              line.line,
                              line.warehouse_id,
                              line.sku_id,
                              line.position,
                              paper.creator_id,
                              paper.institution_id,
                              paper.kind,
                              paper.month,
                              line.base_quantity as quantity,
                              array[sum(line.total - line.discount_share) over passing,
                              sum(line.total - line.discount_share) over whole,
                              round(sum(line.total - line.discount_share) over whole * paper.exchange_rate,
                                  paper.money_digits),
                              paper.money_digits] as amount_passed,
                              array[sum(line.tax) over passing,
                              sum(line.tax) over whole,
                              round(sum(line.tax) over whole * paper.exchange_rate, paper.money_digits),
                              paper.money_digits] as tax_passed
                            from paper
                            join document_line line on line.tenant_id = $n and line.document_id = paper.id
                            where line.sku_id is not null and paper.exchange_rate <> 1
                            window whole as (partition by line.document_id),
                              passing as (partition by line.document_id order by line.position)
                          ) line
                        ) line
                        window passing as (partition by line.document_id order by line.position)
                        union all
                        select coalesce(move.kit_sku_id, move.sku_id) as sku_id,
                          spot.id as warehouse_id,
                          paper.creator_id,
                          paper.institution_id,
                          paper.kind,
                          paper.month,
                          null,
                          null,
                          null,
                          case spot.sign * kind.way when 1 then move.value when -1 then -move.value else 0
                              end
                        from paper
                        join
                            (values ('purchaseIn', 1), ('purchaseBack', -1), ('saleOut', -1),
                            ('saleBack', 1), ('retailOut', -1), ('retailBack', 1)) as kind(name, way) on
                            kind.name = paper.traded_as
                        join stock_move move on move.tenant_id = $n and move.document_id = paper.id
                        cross join lateral
                            (values (move.to_place, move.to_id, 1), (move.from_place, move.from_id, -1)) as
                            spot(place, id, sign)
                        where spot.place = 'warehouse'
                      ) as traded
                    ) as roll_up
                    where true
                  ) as trade
                  join sku on sku.tenant_id = $n and sku.id = trade.sku_id
                  join product on product.tenant_id = $n and product.id = sku.product_id
                  where trade.kind = any($n::text[])
                    and true
                    and true
                    and true
                    and product.id in (
                      select searched.id
                      from product as searched
                      where searched.tenant_id = $n
                        and
                            ((("searched"."name" ilike $n or "searched"."name" ilike $n) or
                            ("searched"."mnemonic" ilike $n or "searched"."mnemonic" ilike $n) or
                            ("searched"."name_forms" ilike $n or "searched"."name_forms" ilike $n) or
                            ("searched"."standard" ilike $n or "searched"."standard" ilike $n) or
                            ("searched"."model" ilike $n or "searched"."model" ilike $n) or
                            ("searched"."color" ilike $n or "searched"."color" ilike $n) or
                            ("searched"."brand" ilike $n or "searched"."brand" ilike $n) or
                            ("searched"."maker" ilike $n or "searched"."maker" ilike $n) or
                            ("searched"."property_one" ilike $n or "searched"."property_one" ilike $n) or
                            ("searched"."property_two" ilike $n or "searched"."property_two" ilike $n) or
                            ("searched"."property_three" ilike $n or "searched"."property_three" ilike $n)))
                      union
                      select searched.product_id
                      from barcode as searched
                      where searched.tenant_id = $n
                        and
                            (("searched"."code" ilike $n or "searched"."code" ilike $n) or "searched"."code"
                            = any($n::text[]))
                    )
                  offset 0
                ) as trade
                group by trade.key, trade.second
                having sum(trade.quantity) filter (where not returned) <> 0
                  or sum(trade.quantity) filter (where returned) <> 0
                  or sum(trade.amount) filter (where not returned) <> 0
                  or sum(trade.amount) filter (where returned) <> 0
                  or sum(trade.tax) filter (where not returned) <> 0
                  or sum(trade.tax) filter (where returned) <> 0
                  or sum(trade.cost) filter (where not returned) <> 0
                  or sum(trade.cost) filter (where returned) <> 0
              ) as trade
            ) as summed
          ) as summed
        ) as measured
      ) as windowed
    ) as ranked
  ) as "row"
)
select total.*,
  "row"."id" is null as "#empty",
  "row"."quantity" as "quantity",
  "row"."amount" as "amount",
  "row"."margin" as "margin",
  "row"."id" as "id",
  case when "row".id = 'rest' then $n else coalesce("named"."name", $n::text) end as "name",
  case when "row".id <> 'rest' then coalesce("second_named"."name", $n::text) end as "secondName"
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
left join "warehouse" as "named" on "named"."tenant_id" = $n and "named"."id" = "row"."firstId"::bigint
left join "category" as "second_named" on "second_named"."tenant_id" = $n
  and "second_named"."id" = "row"."secondId"::bigint
order by "row"."rank" asc, "row"."id" asc;
