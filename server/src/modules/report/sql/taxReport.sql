with found as materialized (
  select "row"."id" as "id",
    "row"."sequence" as "sequence",
    "row"."taxLine" as "taxLine",
    "row"."since" as "since",
    "row"."until" as "until",
    "row"."taxRate" as "taxRate",
    "row"."period" as "period",
    "row"."taxSide" as "taxSide",
    "row"."rateName" as "rateName",
    "row"."billedNet" as "billedNet",
    "row"."billedTax" as "billedTax",
    "row"."invoicedNet" as "invoicedNet",
    "row"."invoicedTax" as "invoicedTax",
    "row"."openNet" as "openNet",
    "row"."openTax" as "openTax"
  from (
    with moved as (
      select true as billed, side, rate, day, sum(net) as net, sum(tax) as tax
      from (
        with paper as materialized (
          select document.id,
            document.business_date as day,
            document.exchange_rate,
            document.money_digits,
            given.side,
            given.sign
          from document
          join unnest($n::text[], $n::text[], $n::int[]) as given(kind, side, sign) on given.kind =
              document.kind
          where document.tenant_id = $n
            and document.in_force
            and document.deleted_at is null
            and
                (("document"."business_date" >= $n::date and "document"."business_date" <= $n::date) and
                "document"."business_time" >= ($n::date - 1)::timestamp at time zone 'UTC' and
                "document"."business_time" < ($n::date + 2)::timestamp at time zone 'UTC')
        ),
          passed as (
            select paper.*,
              rated.rate,
              sum(rated.gross) over passing as gross_passed,
              sum(rated.gross) over whole as gross,
              sum(rated.tax) over passing as tax_passed,
              sum(rated.tax) over whole as tax,
              case when paper.exchange_rate = 1 then sum(rated.gross) over whole else
                  round(sum(rated.gross) over whole * paper.exchange_rate, paper.money_digits) end as
                  gross_worth,
              case when paper.exchange_rate = 1 then sum(rated.tax) over whole else
                  round(sum(rated.tax) over whole * paper.exchange_rate, paper.money_digits) end as
                  tax_worth
            from paper
            join (
              select part.document_id, part.rate, sum(part.gross) as gross, sum(part.tax) as tax
              from (
                select line.document_id,
                  line.tax_rate as rate,
                  line.total - line.discount_share as gross,
                  line.tax
                from paper as wanted
                join document_line as line on line.tenant_id = $n and line.document_id = wanted.id
                where line.sku_id is not null
                union all
                select charged.id,
                  0,
                  charged.service_charge + charged.service_fees + charged.other_fees + charged.freight,
                  0
                from paper as wanted
                join document as charged on charged.tenant_id = $n and charged.id = wanted.id
                where charged.service_charge + charged.service_fees + charged.other_fees + charged.freight
                    <> 0
              ) as part
              group by 1, 2
            ) as rated on rated.document_id = paper.id
            window whole as (partition by paper.id), passing as (partition by paper.id order by rated.rate)
          ),
          due as (
            select passed.*,
              case when gross_passed = gross then gross_worth else
                  coalesce(round(gross_worth * gross_passed / nullif(gross, 0), money_digits::integer), 0)
                  end as gross_due,
              case when tax_passed = tax then tax_worth else
                  coalesce(round(tax_worth * tax_passed / nullif(tax, 0), money_digits::integer), 0) end as
                  tax_due
            from passed
          )
        select id as document_id,
          null::bigint as invoice_id,
          side,
          rate,
          day,
          sign *
              ((gross_due - lag(gross_due, 1, 0::numeric) over passing) -
              (tax_due - lag(tax_due, 1, 0::numeric) over passing)) as net,
          sign * (tax_due - lag(tax_due, 1, 0::numeric) over passing) as tax
        from due
        window passing as (partition by id order by rate)
      ) as bill
      group by 2, 3, 4
      union all
      select false, side, rate, day, sum(net), sum(tax)
      from (
        with paper as materialized (
          select v.id,
            v.invoice_date as day,
            case v.direction when 'issued' then 'output' else 'input' end as side,
            v.net,
            v.tax,
            v.gross,
            setting.currency_digits as digits,
            power(10::numeric,
                -(case when v.exchange_rate = 1 then setting.currency_digits else
                coalesce(($n::jsonb ->> v.currency)::integer, 2) end)) as unit,
            case when v.worth is not null then v.worth when v.exchange_rate = 1 then v.gross else
                round(v.gross * v.exchange_rate, setting.currency_digits) end as gross_worth,
            case when v.worth is not null then round(v.worth * v.tax / v.gross, setting.currency_digits)
                when v.exchange_rate = 1 then v.tax else
                round(v.tax * v.exchange_rate, setting.currency_digits) end as tax_worth
          from invoice as v
          join tenant_setting as setting on setting.tenant_id = $n
          where v.tenant_id = $n
            and not v.voided
            and v.invoice_date >= coalesce($n::date, '-infinity')
            and v.invoice_date <= coalesce($n::date, 'infinity')
        ),
          part as materialized (
            select paper.id as invoice_id, bill.document_id, bill.amount, document.payable
            from paper
            join invoice_bill as bill on bill.tenant_id = $n and bill.invoice_id = paper.id
            join document on document.tenant_id = $n and document.id = bill.document_id
          ),
          billed as (
            select part.invoice_id,
              rated.rate,
              sum(rated.gross * part.amount / nullif(part.payable, 0)) as gross,
              sum(rated.tax * part.amount / nullif(part.payable, 0)) as tax
            from part
            join (
              select part.document_id, part.rate, sum(part.gross) as gross, sum(part.tax) as tax
              from (
                select line.document_id,
                  line.tax_rate as rate,
                  line.total - line.discount_share as gross,
                  line.tax
                from (
                  select distinct document_id as id
                  from part
                ) as wanted
                join document_line as line on line.tenant_id = $n and line.document_id = wanted.id
                where line.sku_id is not null
                union all
                select charged.id,
                  0,
                  charged.service_charge + charged.service_fees + charged.other_fees + charged.freight,
                  0
                from (
                  select distinct document_id as id
                  from part
                ) as wanted
                join document as charged on charged.tenant_id = $n and charged.id = wanted.id
                where charged.service_charge + charged.service_fees + charged.other_fees + charged.freight
                    <> 0
              ) as part
              group by 1, 2
            ) as rated on rated.document_id = part.document_id
            group by 1, 2
          ),
          fitting as (
            select paper.id
            from paper
            join (
              select invoice_id, sum(amount) as amount
              from part
              group by 1
            ) as covered on covered.invoice_id = paper.id
            join (
              select invoice_id, sum(tax) as tax
              from billed
              group by 1
            ) as taxed on taxed.invoice_id = paper.id
            where covered.amount = paper.gross and abs(taxed.tax - paper.tax) <= 5 * paper.unit
          ),
          passed as (
            select paper.*,
              billed.rate,
              sum(billed.gross) over passing as gross_passed,
              sum(billed.gross) over whole as gross_weight,
              sum(billed.tax) over passing as tax_passed,
              sum(billed.tax) over whole as tax_weight
            from paper
            join fitting on fitting.id = paper.id
            join billed on billed.invoice_id = paper.id
            window whole as (partition by paper.id), passing as (partition by paper.id order by billed.rate)
          ),
          due as (
            select passed.*,
              case when gross_passed = gross_weight then gross_worth else
                  coalesce(round(gross_worth * gross_passed / nullif(gross_weight, 0), digits::integer), 0)
                  end as gross_due,
              case when tax_passed = tax_weight then tax_worth else
                  coalesce(round(tax_worth * tax_passed / nullif(tax_weight, 0), digits::integer), 0) end as
                  tax_due
            from passed
          )
        select null::bigint as document_id,
          id as invoice_id,
          side,
          rate,
          day,
          (gross_due - lag(gross_due, 1, 0::numeric) over passing) -
              (tax_due - lag(tax_due, 1, 0::numeric) over passing) as net,
          tax_due - lag(tax_due, 1, 0::numeric) over passing as tax
        from due
        window passing as (partition by id order by rate)
        union all
        select null,
          paper.id,
          paper.side,
          single.rate,
          paper.day,
          paper.gross_worth - paper.tax_worth,
          paper.tax_worth
        from paper
        left join lateral (
          select candidate.rate
          from (
            select billed.rate, 5 as most
            from billed
            where billed.invoice_id = paper.id
            union all
            select round(paper.tax * 100 / nullif(paper.net, 0), decimals), 1
            from generate_series(0, 1) as decimals
            where not exists (
              select
              from part
              where part.invoice_id = paper.id
            )
          ) as candidate
          where abs(paper.net * candidate.rate / 100 - paper.tax) <= candidate.most * paper.unit
          order by abs(paper.net * candidate.rate / 100 - paper.tax), candidate.rate
          limit 1
        ) as single on true
        where not exists (
          select
          from fitting
          where fitting.id = paper.id
        )
      ) as invoice
      group by 2, 3, 4
    ),
      placed as (
        select date_range.place, date_range.since, date_range.until, date_range.period, moved.*
        from moved
        join (values (0, $n::date, $n::date, $n::text)) as date_range(place, since, until, period) on
            moved.day between date_range.since and date_range.until
      ),
      summed as (
        select place,
          since,
          until,
          period,
          0 as level,
          case when rate is null then 'none' else 'rate' end as line,
          side,
          rate,
          coalesce(sum(net) filter (where billed), 0) as "billedNet",
          coalesce(sum(net) filter (where not billed), 0) as "invoicedNet",
          coalesce(sum(net) filter (where billed), 0) - coalesce(sum(net) filter (where not billed), 0) as
              "openNet",
          coalesce(sum(tax) filter (where billed), 0) as "billedTax",
          coalesce(sum(tax) filter (where not billed), 0) as "invoicedTax",
          coalesce(sum(tax) filter (where billed), 0) - coalesce(sum(tax) filter (where not billed), 0) as
              "openTax"
        from placed
        group by place, since, until, period, side, rate
        union all
        select place,
          since,
          until,
          period,
          1,
          side,
          side,
          null,
          coalesce(sum(net) filter (where billed), 0) as "billedNet",
          coalesce(sum(net) filter (where not billed), 0) as "invoicedNet",
          coalesce(sum(net) filter (where billed), 0) - coalesce(sum(net) filter (where not billed), 0) as
              "openNet",
          coalesce(sum(tax) filter (where billed), 0) as "billedTax",
          coalesce(sum(tax) filter (where not billed), 0) as "invoicedTax",
          coalesce(sum(tax) filter (where billed), 0) - coalesce(sum(tax) filter (where not billed), 0) as
              "openTax"
        from placed
        group by place, since, until, period, side
        union all
        select place,
          since,
          until,
          period,
          2,
          'due',
          null,
          null,
          coalesce(sum(case side when 'input' then -1 else 1 end * net) filter (where billed), 0) as
              "billedNet",
          coalesce(sum(case side when 'input' then -1 else 1 end * net) filter (where not billed), 0) as
              "invoicedNet",
          coalesce(sum(case side when 'input' then -1 else 1 end * net) filter (where billed), 0) -
              coalesce(sum(case side when 'input' then -1 else 1 end * net) filter (where not billed), 0) as
              "openNet",
          coalesce(sum(case side when 'input' then -1 else 1 end * tax) filter (where billed), 0) as
              "billedTax",
          coalesce(sum(case side when 'input' then -1 else 1 end * tax) filter (where not billed), 0) as
              "invoicedTax",
          coalesce(sum(case side when 'input' then -1 else 1 end * tax) filter (where billed), 0) -
              coalesce(sum(case side when 'input' then -1 else 1 end * tax) filter (where not billed), 0) as
              "openTax"
        from placed
        group by place, since, until, period
      )
    select concat_ws('-', place, line, side, rate) as id,
      row_number() over
          (order by place, level = 2, side desc nulls last, level, rate desc nulls last)::integer as
          sequence,
      line as "taxLine",
      since,
      until,
      rate as "taxRate",
      period,
      side as "taxSide",
      coalesce(case line when $n then $n::text when $n then $n::text when $n then $n::text end,
          coalesce(trim_scale(rate) || '%', $n::text)) as "rateName",
      "billedNet",
      "billedTax",
      "invoicedNet",
      "invoicedTax",
      "openNet",
      "openTax"
    from summed
  ) as "row"
)
select total.*,
  "row"."id" is null as "#empty",
  "row"."id" as "id",
  "row"."sequence" as "sequence",
  "row"."taxLine" as "taxLine",
  "row"."since" as "since",
  "row"."until" as "until",
  "row"."taxRate" as "taxRate",
  "row"."period" as "period",
  "row"."taxSide" as "taxSide",
  "row"."rateName" as "rateName",
  "row"."billedNet" as "billedNet",
  "row"."billedTax" as "billedTax",
  "row"."invoicedNet" as "invoicedNet",
  "row"."invoicedTax" as "invoicedTax",
  "row"."openNet" as "openNet",
  "row"."openTax" as "openTax"
from (
  select count(*) as "#"
  from found as "row"
) as total
left join (
  select *
  from found as "row"
  order by "row"."sequence" asc, "row"."id" asc
  limit $n
  offset $n
) as "row" on true
order by "row"."sequence" asc, "row"."id" asc;
