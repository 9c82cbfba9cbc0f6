select lines::text as lines
from (
  select coalesce(sum(trade.lines), 0) as lines,
    coalesce(sum(trade.quantity), 0) as quantity,
    coalesce(sum(trade.amount), 0) as amount,
    coalesce(sum(trade.tax), 0) as tax,
    coalesce(sum(trade.discount), 0) as discount,
    coalesce(sum(trade.charges), 0) as charges,
    coalesce(sum(trade.cost), 0) as cost,
    coalesce(sum(trade.freight_cost), 0) as freight_cost,
    coalesce(sum(trade.freight_estimated), 0) as freight_estimated,
    coalesce(sum(trade.payment_fee), 0) as payment_fee
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
      roll_up.amount as amount,
      roll_up.tax as tax,
      roll_up.discount as discount,
      roll_up.charges as charges,
      roll_up.cost as cost,
      roll_up.freight_cost as freight_cost,
      roll_up.freight_estimated as freight_estimated,
      roll_up.payment_fee as payment_fee
    from whole_partner_trade as roll_up
    where roll_up.tenant_id = $n and roll_up.grain = $n and roll_up.starts_on between $n::date and $n::date
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
      roll_up.amount as amount,
      roll_up.tax as tax,
      roll_up.discount as discount,
      roll_up.charges as charges,
      roll_up.cost as cost,
      roll_up.freight_cost as freight_cost,
      roll_up.freight_estimated as freight_estimated,
      roll_up.payment_fee as payment_fee
    from whole_partner_trade as roll_up
    where roll_up.tenant_id = $n and roll_up.grain = $n and roll_up.starts_on between $n::date and $n::date
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
      roll_up.amount as amount,
      roll_up.tax as tax,
      roll_up.discount as discount,
      roll_up.charges as charges,
      roll_up.cost as cost,
      roll_up.freight_cost as freight_cost,
      roll_up.freight_estimated as freight_estimated,
      roll_up.payment_fee as payment_fee
    from whole_partner_trade as roll_up
    where roll_up.tenant_id = $n and roll_up.grain = $n and roll_up.starts_on between $n::date and $n::date
  ) as trade
  where trade.kind = any($n::text[]) and true and true and true
) as trade;

with found as materialized (
  select "row"."quantity" as "quantity",
    "row"."amount" as "amount",
    "row"."profit" as "profit",
    "row"."share" as "share",
    "row"."abc" as "abc",
    "row"."id" as "id",
    "row"."rank" as "rank",
    "row"."firstId" as "firstId",
    "row"."secondId" as "secondId"
  from (
    select "ranked"."quantity" as "quantity",
      "ranked"."amount" as "amount",
      (("ranked"."amount" - "ranked"."tax") - "ranked"."cost") as "profit",
      ranked.rank as "rank",
      round(case when ranked.total > 0 then ranked.measure * 100 / ranked.total end, 2) as "share",
      case when ranked.ordinal is null or coalesce(ranked.total, 0) <= 0 then null when ranked.measure <= 0
          then 'C' when ranked.ordinal = 1 or ranked.running_total * 100 <= ranked.total * 80 then 'A' when
          ranked.running_total * 100 <= ranked.total * 95 then 'B' else 'C' end as "abc",
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
        "ordinal",
        "total",
        "running_total",
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
        select measured.*,
          dense_rank() over (order by measure desc) as "rank",
          row_number() over (order by measure desc, key, second) as "ordinal",
          sum(measure) over () as "total",
          sum(measure) over (order by measure desc, key, second) as "running_total"
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
                select team.key as key,
                  member.id::text as second,
                  sum(case when member.position = member.members then team.quantity else
                      round(team.quantity * member.position / member.members, 6) end -
                      round(team.quantity * (member.position - 1) / member.members, 6)) as quantity,
                  sum(case when member.position = member.members then team.quantity_returned else
                      round(team.quantity_returned * member.position / member.members, 6) end -
                      round(team.quantity_returned * (member.position - 1) / member.members, 6)) as
                      quantity_returned,
                  sum(case when member.position = member.members then team.amount else
                      round(team.amount * member.position / member.members, setting.currency_digits) end -
                      round(team.amount * (member.position - 1) / member.members, setting.currency_digits))
                      as amount,
                  sum(case when member.position = member.members then team.amount_returned else
                      round(team.amount_returned * member.position / member.members, setting.currency_digits)
                      end -
                      round(team.amount_returned * (member.position - 1) / member.members,
                      setting.currency_digits)) as amount_returned,
                  sum(case when member.position = member.members then team.tax else
                      round(team.tax * member.position / member.members, setting.currency_digits) end -
                      round(team.tax * (member.position - 1) / member.members, setting.currency_digits)) as
                      tax,
                  sum(case when member.position = member.members then team.tax_returned else
                      round(team.tax_returned * member.position / member.members, setting.currency_digits)
                      end -
                      round(team.tax_returned * (member.position - 1) / member.members,
                      setting.currency_digits)) as tax_returned,
                  sum(case when member.position = member.members then team.cost else
                      round(team.cost * member.position / member.members, setting.currency_digits) end -
                      round(team.cost * (member.position - 1) / member.members, setting.currency_digits)) as
                      cost,
                  sum(case when member.position = member.members then team.cost_returned else
                      round(team.cost_returned * member.position / member.members, setting.currency_digits)
                      end -
                      round(team.cost_returned * (member.position - 1) / member.members,
                      setting.currency_digits)) as cost_returned
                from (
                  select trade.key::text as key,
                    trade.second::text as second,
                    trade.salesperson_ids,
                    trade.kind,
                    coalesce(sum(trade.quantity) filter (where not returned), 0) as quantity,
                    coalesce(sum(trade.quantity) filter (where returned), 0) as quantity_returned,
                    coalesce(sum(trade.amount) filter (where not returned), 0) as amount,
                    coalesce(sum(trade.amount) filter (where returned), 0) as amount_returned,
                    coalesce(sum(trade.tax) filter (where not returned), 0) as tax,
                    coalesce(sum(trade.tax) filter (where returned), 0) as tax_returned,
                    coalesce(sum(trade.cost) filter (where not returned), 0) as cost,
                    coalesce(sum(trade.cost) filter (where returned), 0) as cost_returned
                  from (
                    select sku.product_id as key,
                      '0' as second,
                      trade.salesperson_ids,
                      trade.kind,
                      trade.quantity,
                      trade.amount,
                      trade.tax,
                      trade.cost,
                      trade.kind = any($n::text[]) as returned
                    from (
                      select *
                      from (
                        with paper as materialized (
                          select document.id,
                            document.kind as traded_as,
                            document.exchange_rate,
                            document.money_digits,
                            coalesce(document.partner_id, 0) as partner_id,
                            document.creator_id as creator_id,
                            coalesce(document.institution_id, 0) as institution_id,
                            document.kind as kind,
                            array(
                              select distinct id
                              from unnest(document.salesperson_ids) as id
                              order by id
                            ) as salesperson_ids
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
                          paper.partner_id,
                          paper.creator_id,
                          paper.institution_id,
                          paper.kind,
                          paper.salesperson_ids,
                          line.base_quantity as quantity,
                          line.total - line.discount_share as amount ,
                          line.tax as tax,
                          null::numeric as cost
                        from paper
                        join document_line line on line.tenant_id = $n and line.document_id = paper.id
                        where line.sku_id is not null and paper.exchange_rate = 1
                        union all
                        select line.sku_id as sku_id,
                          line.partner_id,
                          line.creator_id,
                          line.institution_id,
                          line.kind,
                          line.salesperson_ids,
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
                              paper.partner_id,
                              paper.creator_id,
                              paper.institution_id,
                              paper.kind,
                              paper.salesperson_ids,
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
                          paper.partner_id,
                          paper.creator_id,
                          paper.institution_id,
                          paper.kind,
                          paper.salesperson_ids,
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
                        cross join lateral (
                          select 'warehouse' as place,
                            0::bigint as id,
                            (move.to_place = 'warehouse')::integer -
                                (move.from_place = 'warehouse')::integer as sign
                        ) as spot
                        where spot.place = 'warehouse'
                      ) as traded
                    ) as trade
                    join sku on sku.tenant_id = $n and sku.id = trade.sku_id
                    where trade.kind = any($n::text[]) and true and true and true
                    offset 0
                  ) as trade
                  group by trade.key, trade.second, trade.salesperson_ids, trade.kind
                  having sum(trade.quantity) filter (where not returned) <> 0
                    or sum(trade.quantity) filter (where returned) <> 0
                    or sum(trade.amount) filter (where not returned) <> 0
                    or sum(trade.amount) filter (where returned) <> 0
                    or sum(trade.tax) filter (where not returned) <> 0
                    or sum(trade.tax) filter (where returned) <> 0
                    or sum(trade.cost) filter (where not returned) <> 0
                    or sum(trade.cost) filter (where returned) <> 0
                ) as team
                join tenant_setting as setting on setting.tenant_id = $n
                cross join lateral (
                  select listed.id,
                    listed.position,
                    greatest(cardinality(team.salesperson_ids), 1) as members
                  from
                      unnest(case when team.salesperson_ids = '{}' then array[0::bigint] else
                      team.salesperson_ids end) with ordinality as listed(id, position)
                ) as member
                where true
                group by 1, 2
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
  "row"."profit" as "profit",
  "row"."share" as "share",
  "row"."abc" as "abc",
  "row"."id" as "id",
  case when "row".id = 'rest' then $n else coalesce("named"."name", $n::text) end as "name",
  case when "row".id <> 'rest' then coalesce("second_named"."name", $n::text) end as "secondName"
from (
  select count(*) as "#",
    coalesce(sum("row"."quantity"), 0) as "#quantity",
    coalesce(sum("row"."amount"), 0) as "#amount",
    coalesce(sum("row"."profit"), 0) as "#profit"
  from found as "row"
) as total
left join (
  select *
  from found as "row"
  order by "row"."rank" asc, "row"."id" asc
  limit $n
  offset $n
) as "row" on true
left join "product" as "named" on "named"."tenant_id" = $n and "named"."id" = "row"."firstId"::bigint
left join "person" as "second_named" on "second_named"."tenant_id" = $n
  and "second_named"."id" = "row"."secondId"::bigint
order by "row"."rank" asc, "row"."id" asc;
