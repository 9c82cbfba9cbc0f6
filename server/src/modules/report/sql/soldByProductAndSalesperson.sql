select lines::text as lines
from (
  select coalesce(sum(trade.lines), 0) as lines,
    coalesce(sum(trade.quantity), 0) as quantity,
    coalesce(sum(trade.amount), 0) as amount,
    coalesce(sum(trade.tax), 0) as tax,
    coalesce(sum(trade.discount), 0) as discount,
    coalesce(sum(trade.charges), 0) as charges,
    coalesce(sum(trade.cost), 0) as cost
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
      rolled.amount as amount,
      rolled.tax as tax,
      rolled.discount as discount,
      rolled.charges as charges,
      rolled.cost as cost
    from whole_partner_trade as rolled
    where rolled.tenant_id = $n and rolled.grain = $n and rolled.starts_on between $n::date and $n::date
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
      rolled.amount as amount,
      rolled.tax as tax,
      rolled.discount as discount,
      rolled.charges as charges,
      rolled.cost as cost
    from whole_partner_trade as rolled
    where rolled.tenant_id = $n and rolled.grain = $n and rolled.starts_on between $n::date and $n::date
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
      rolled.amount as amount,
      rolled.tax as tax,
      rolled.discount as discount,
      rolled.charges as charges,
      rolled.cost as cost
    from whole_partner_trade as rolled
    where rolled.tenant_id = $n and rolled.grain = $n and rolled.starts_on between $n::date and $n::date
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
    select "told"."quantity" as "quantity",
      "told"."amount" as "amount",
      (("told"."amount" - "told"."tax") - "told"."cost") as "profit",
      told.rank as "rank",
      round(case when told.whole > 0 then told.measure * 100 / told.whole end, 2) as "share",
      case when told.at is null or coalesce(told.whole, 0) <= 0 then null when told.measure <= 0 then 'C'
          when told.at = 1 or told.passed * 100 <= told.whole * 80 then 'A' when told.passed * 100 <=
          told.whole * 95 then 'B' else 'C' end as "abc",
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
        "at",
        "whole",
        "passed",
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
        select part.*,
          dense_rank() over (order by measure desc) as "rank",
          row_number() over (order by measure desc, key, second) as "at",
          sum(measure) over () as "whole",
          sum(measure) over (order by measure desc, key, second) as "passed"
        from (
          select part.*, "part"."amount" as measure, "part"."amountBefore" as measure_before
          from (
            select part.key,
              part.second,
              part."quantity",
              part."amount",
              part."tax",
              part."cost",
              null::numeric as "quantityBefore",
              null::numeric as "amountBefore",
              null::numeric as "taxBefore",
              null::numeric as "costBefore"
            from (
              select trade.key,
                trade.second,
                ("trade"."quantity" - "trade"."quantity_back") as "quantity",
                ("trade"."amount" - "trade"."amount_back") as "amount",
                ("trade"."tax" - "trade"."tax_back") as "tax",
                ("trade"."cost" - "trade"."cost_back") as "cost"
              from (
                select team.key as key,
                  member.id::text as second,
                  sum(case when member.place = member.among then team.quantity else
                      round(team.quantity * member.place / member.among, 6) end -
                      round(team.quantity * (member.place - 1) / member.among, 6)) as quantity,
                  sum(case when member.place = member.among then team.quantity_back else
                      round(team.quantity_back * member.place / member.among, 6) end -
                      round(team.quantity_back * (member.place - 1) / member.among, 6)) as quantity_back,
                  sum(case when member.place = member.among then team.amount else
                      round(team.amount * member.place / member.among, setting.currency_digits) end -
                      round(team.amount * (member.place - 1) / member.among, setting.currency_digits)) as
                      amount,
                  sum(case when member.place = member.among then team.amount_back else
                      round(team.amount_back * member.place / member.among, setting.currency_digits) end -
                      round(team.amount_back * (member.place - 1) / member.among, setting.currency_digits))
                      as amount_back,
                  sum(case when member.place = member.among then team.tax else
                      round(team.tax * member.place / member.among, setting.currency_digits) end -
                      round(team.tax * (member.place - 1) / member.among, setting.currency_digits)) as tax,
                  sum(case when member.place = member.among then team.tax_back else
                      round(team.tax_back * member.place / member.among, setting.currency_digits) end -
                      round(team.tax_back * (member.place - 1) / member.among, setting.currency_digits)) as
                      tax_back,
                  sum(case when member.place = member.among then team.cost else
                      round(team.cost * member.place / member.among, setting.currency_digits) end -
                      round(team.cost * (member.place - 1) / member.among, setting.currency_digits)) as
                      cost,
                  sum(case when member.place = member.among then team.cost_back else
                      round(team.cost_back * member.place / member.among, setting.currency_digits) end -
                      round(team.cost_back * (member.place - 1) / member.among, setting.currency_digits)) as
                      cost_back
                from (
                  select trade.key::text as key,
                    trade.second::text as second,
                    trade.salesperson_ids,
                    trade.kind,
                    coalesce(sum(trade.quantity) filter (where not returned), 0) as quantity,
                    coalesce(sum(trade.quantity) filter (where returned), 0) as quantity_back,
                    coalesce(sum(trade.amount) filter (where not returned), 0) as amount,
                    coalesce(sum(trade.amount) filter (where returned), 0) as amount_back,
                    coalesce(sum(trade.tax) filter (where not returned), 0) as tax,
                    coalesce(sum(trade.tax) filter (where returned), 0) as tax_back,
                    coalesce(sum(trade.cost) filter (where not returned), 0) as cost,
                    coalesce(sum(trade.cost) filter (where returned), 0) as cost_back
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
                        select move.sku_id as sku_id,
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
                  select one.id, one.place, greatest(cardinality(team.salesperson_ids), 1) as among
                  from
                      unnest(case when team.salesperson_ids = '{}' then array[0::bigint] else
                      team.salesperson_ids end) with ordinality as one(id, place)
                ) as member
                where true
                group by 1, 2
              ) as trade
            ) as part
          ) as part
        ) as part
      ) as counted
    ) as told
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
