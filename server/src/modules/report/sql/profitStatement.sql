with found as materialized (
  select "row"."id" as "id",
    "row"."sequence" as "sequence",
    "row"."ledgerAccountId" as "ledgerAccountId",
    "row"."since" as "since",
    "row"."until" as "until",
    "row"."period" as "period",
    "row"."code" as "code",
    "row"."name" as "name",
    "row"."line" as "line",
    "row"."amount" as "amount",
    "row"."before" as "before",
    "row"."change" as "change",
    "row"."changeRate" as "changeRate",
    "row"."lastYear" as "lastYear",
    "row"."yearChange" as "yearChange",
    "row"."yearChangeRate" as "yearChangeRate"
  from (
    select line.id,
      row_number() over (order by line.place, line.at, line.foot, line.code collate "C")::integer as
          sequence,
      line."ledgerAccountId",
      line.since,
      line.until,
      line.period,
      line.line,
      line.code,
      line.name,
      line.amount,
      line.before,
      line.amount - line.before as change,
      round((line.amount - line.before) * 100 / nullif(abs(line.before), 0), 2) as "changeRate",
      line."lastYear",
      line.amount - line."lastYear" as "yearChange",
      round((line.amount - line."lastYear") * 100 / nullif(abs(line."lastYear"), 0), 2) as "yearChangeRate"
    from (
      with booked as (
        select ledger.id as account_id,
          ledger.type,
          flow.place,
          sum(flow.amount) as amount,
          sum(flow.before) as before,
          sum(flow."lastYear") as "lastYear"
        from (
          select 0 as place,
            purse,
            holder_id,
            amount_in - amount_out as "amount",
            0::numeric as "before",
            0::numeric as "lastYear"
          from (
            select period.purse,
              period.holder_id,
              period.starts_on,
              1 * period.amount_in as amount_in,
              1 * period.amount_out as amount_out,
              1 * period.documents as documents,
              1 * period.debits as debits,
              1 * period.credits as credits,
              1 * period.passed as passed
            from whole_money_period as period
            where period.tenant_id = $n
              and period.purse = any($n::text[])
              and period.grain = $n
              and period.starts_on between $n::date and $n::date
          ) as moved
          union all
          select 0 as place,
            purse,
            holder_id,
            0::numeric as "amount",
            amount_in - amount_out as "before",
            0::numeric as "lastYear"
          from (
            select period.purse,
              period.holder_id,
              period.starts_on,
              1 * period.amount_in as amount_in,
              1 * period.amount_out as amount_out,
              1 * period.documents as documents,
              1 * period.debits as debits,
              1 * period.credits as credits,
              1 * period.passed as passed
            from whole_money_period as period
            where period.tenant_id = $n
              and period.purse = any($n::text[])
              and period.grain = $n
              and period.starts_on between $n::date and $n::date
          ) as moved
          union all
          select 0 as place,
            purse,
            holder_id,
            0::numeric as "amount",
            0::numeric as "before",
            amount_in - amount_out as "lastYear"
          from (
            select period.purse,
              period.holder_id,
              period.starts_on,
              1 * period.amount_in as amount_in,
              1 * period.amount_out as amount_out,
              1 * period.documents as documents,
              1 * period.debits as debits,
              1 * period.credits as credits,
              1 * period.passed as passed
            from whole_money_period as period
            where period.tenant_id = $n
              and period.purse = any($n::text[])
              and period.grain = $n
              and period.starts_on between $n::date and $n::date
          ) as moved
        ) as flow
        left join account till on flow.purse in ('account', 'accountValue')
          and till.tenant_id = $n
          and till.id = flow.holder_id
        left join in_out_item item on flow.purse = 'item'
          and item.tenant_id = $n
          and item.id = flow.holder_id
        left join partner depositor on flow.purse in ('deposit', 'depositValue')
          and depositor.tenant_id = $n
          and depositor.id = flow.holder_id
        left join ledger_role on ledger_role.tenant_id = $n
          and ledger_role.role = case flow.purse when 'item' then item.type when 'deposit' then case
              depositor.type when 'supplier' then 'depositPaid' else 'depositReceived' end when
              'depositValue' then case depositor.type when 'supplier' then 'depositPaid' else
              'depositReceived' end when 'accountValue' then 'account' when 'receivableValue' then
              'receivable' when 'payableValue' then 'payable' else flow.purse end
        left join ledger_account ledger on ledger.tenant_id = $n
          and ledger.id =
              coalesce(till.ledger_account_id, item.ledger_account_id, ledger_role.ledger_account_id)
        where ledger.type = any($n::text[])
        group by 1, 2, 3
        having sum(flow.amount) <> 0 or sum(flow.before) <> 0 or sum(flow."lastYear") <> 0
      ),
        line(at, line, types, lists, side, name) as
            (values (0, $n::text, $n::text[], true, -1, $n::text),
            (1, $n::text, $n::text[], true, 1, $n::text), (2, $n::text, $n::text[], true, 1, $n::text),
            (3, $n::text, $n::text[], false, -1, $n::text), (4, $n::text, $n::text[], true, -1, $n::text),
            (5, $n::text, $n::text[], true, 1, $n::text), (6, $n::text, $n::text[], false, -1, $n::text),
            (7, $n::text, $n::text[], true, 1, $n::text), (8, $n::text, $n::text[], false, -1, $n::text)),
        date_range(place, since, until, period) as ((values (0, $n::date, $n::date, $n::text)))
      select booked.place || '-' || line.line || '-' || booked.account_id as id,
        booked.place,
        line.at,
        0 as foot,
        booked.account_id as "ledgerAccountId",
        date_range.since,
        date_range.until,
        date_range.period,
        'account' as line,
        ledger.code,
        coalesce(nullif("ledger"."english_name", ''), "ledger"."name") as name,
        line.side * booked."amount" as "amount",
        line.side * booked."before" as "before",
        line.side * booked."lastYear" as "lastYear"
      from line
      join booked on line.lists and booked.type = any(line.types)
      join date_range on date_range.place = booked.place
      join ledger_account as ledger on ledger.tenant_id = $n and ledger.id = booked.account_id
      union all
      select date_range.place || '-' || line.line,
        date_range.place,
        line.at,
        1,
        null,
        date_range.since,
        date_range.until,
        date_range.period,
        line.line,
        null,
        line.name,
        line.side * coalesce(sum(booked."amount"), 0) as "amount",
        line.side * coalesce(sum(booked."before"), 0) as "before",
        line.side * coalesce(sum(booked."lastYear"), 0) as "lastYear"
      from line
      cross join date_range
      left join booked on booked.place = date_range.place and booked.type = any(line.types)
      group by line.at,
        line.line,
        line.side,
        line.name,
        date_range.place,
        date_range.since,
        date_range.until,
        date_range.period
      union all
      select date_range.place || '-' || $n,
        date_range.place,
        line.at,
        2,
        (
          select played.ledger_account_id
          from ledger_role as played
          where played.tenant_id = $n and played.role = $n
        ),
        date_range.since,
        date_range.until,
        date_range.period,
        $n,
        null,
        $n,
        coalesce(part."amount", 0) as "amount",
        coalesce(part."before", 0) as "before",
        coalesce(part."lastYear", 0) as "lastYear"
      from line
      cross join date_range
      left join (
        select place, sum(amount) as amount, sum(before) as before, sum("lastYear") as "lastYear"
        from (
          select 0 as place, amount as "amount", 0::numeric as "before", 0::numeric as "lastYear"
          from (
            select starts_on, amount_in - amount_out as amount
            from (
              select period.purse,
                period.holder_id,
                period.starts_on,
                1 * period.amount_in as amount_in,
                1 * period.amount_out as amount_out,
                1 * period.documents as documents,
                1 * period.debits as debits,
                1 * period.credits as credits,
                1 * period.passed as passed
              from whole_money_period as period
              where period.tenant_id = $n
                and period.purse = $n
                and period.grain = $n
                and period.starts_on between $n::date and $n::date
            ) as booked
            union all
            select period.starts_on,
              -1 * case when period.kind = any($n::text[]) then period.cost else -period.cost end as amount
            from whole_trade_period as period
            where period.tenant_id = $n
              and period.grain = $n
              and period.kind = any($n::text[])
              and period.starts_on between $n::date and $n::date
          ) as other
          union all
          select 0 as place, 0::numeric as "amount", amount as "before", 0::numeric as "lastYear"
          from (
            select starts_on, amount_in - amount_out as amount
            from (
              select period.purse,
                period.holder_id,
                period.starts_on,
                1 * period.amount_in as amount_in,
                1 * period.amount_out as amount_out,
                1 * period.documents as documents,
                1 * period.debits as debits,
                1 * period.credits as credits,
                1 * period.passed as passed
              from whole_money_period as period
              where period.tenant_id = $n
                and period.purse = $n
                and period.grain = $n
                and period.starts_on between $n::date and $n::date
            ) as booked
            union all
            select period.starts_on,
              -1 * case when period.kind = any($n::text[]) then period.cost else -period.cost end as amount
            from whole_trade_period as period
            where period.tenant_id = $n
              and period.grain = $n
              and period.kind = any($n::text[])
              and period.starts_on between $n::date and $n::date
          ) as other
          union all
          select 0 as place, 0::numeric as "amount", 0::numeric as "before", amount as "lastYear"
          from (
            select starts_on, amount_in - amount_out as amount
            from (
              select period.purse,
                period.holder_id,
                period.starts_on,
                1 * period.amount_in as amount_in,
                1 * period.amount_out as amount_out,
                1 * period.documents as documents,
                1 * period.debits as debits,
                1 * period.credits as credits,
                1 * period.passed as passed
              from whole_money_period as period
              where period.tenant_id = $n
                and period.purse = $n
                and period.grain = $n
                and period.starts_on between $n::date and $n::date
            ) as booked
            union all
            select period.starts_on,
              -1 * case when period.kind = any($n::text[]) then period.cost else -period.cost end as amount
            from whole_trade_period as period
            where period.tenant_id = $n
              and period.grain = $n
              and period.kind = any($n::text[])
              and period.starts_on between $n::date and $n::date
          ) as other
        ) as part
        group by 1
      ) as part on part.place = date_range.place
      where line.line = $n
      union all
      select date_range.place || '-' || $n,
        date_range.place,
        line.at,
        2,
        (
          select played.ledger_account_id
          from ledger_role as played
          where played.tenant_id = $n and played.role = $n
        ),
        date_range.since,
        date_range.until,
        date_range.period,
        $n,
        null,
        $n,
        coalesce(part."amount", 0) as "amount",
        coalesce(part."before", 0) as "before",
        coalesce(part."lastYear", 0) as "lastYear"
      from line
      cross join date_range
      left join (
        select place, sum(amount) as amount, sum(before) as before, sum("lastYear") as "lastYear"
        from (
          select 0 as place, amount as "amount", 0::numeric as "before", 0::numeric as "lastYear"
          from (
            select starts_on, amount_in - amount_out as amount
            from (
              select period.purse,
                period.holder_id,
                period.starts_on,
                1 * period.amount_in as amount_in,
                1 * period.amount_out as amount_out,
                1 * period.documents as documents,
                1 * period.debits as debits,
                1 * period.credits as credits,
                1 * period.passed as passed
              from whole_money_period as period
              where period.tenant_id = $n
                and period.purse = $n
                and period.grain = $n
                and period.starts_on between $n::date and $n::date
            ) as booked
            union all
            select period.starts_on, -1 * period.payment_fee as amount
            from whole_trade_period as period
            where period.tenant_id = $n
              and period.grain = $n
              and period.kind = any($n::text[])
              and period.starts_on between $n::date and $n::date
          ) as other
          union all
          select 0 as place, 0::numeric as "amount", amount as "before", 0::numeric as "lastYear"
          from (
            select starts_on, amount_in - amount_out as amount
            from (
              select period.purse,
                period.holder_id,
                period.starts_on,
                1 * period.amount_in as amount_in,
                1 * period.amount_out as amount_out,
                1 * period.documents as documents,
                1 * period.debits as debits,
                1 * period.credits as credits,
                1 * period.passed as passed
              from whole_money_period as period
              where period.tenant_id = $n
                and period.purse = $n
                and period.grain = $n
                and period.starts_on between $n::date and $n::date
            ) as booked
            union all
            select period.starts_on, -1 * period.payment_fee as amount
            from whole_trade_period as period
            where period.tenant_id = $n
              and period.grain = $n
              and period.kind = any($n::text[])
              and period.starts_on between $n::date and $n::date
          ) as other
          union all
          select 0 as place, 0::numeric as "amount", 0::numeric as "before", amount as "lastYear"
          from (
            select starts_on, amount_in - amount_out as amount
            from (
              select period.purse,
                period.holder_id,
                period.starts_on,
                1 * period.amount_in as amount_in,
                1 * period.amount_out as amount_out,
                1 * period.documents as documents,
                1 * period.debits as debits,
                1 * period.credits as credits,
                1 * period.passed as passed
              from whole_money_period as period
              where period.tenant_id = $n
                and period.purse = $n
                and period.grain = $n
                and period.starts_on between $n::date and $n::date
            ) as booked
            union all
            select period.starts_on, -1 * period.payment_fee as amount
            from whole_trade_period as period
            where period.tenant_id = $n
              and period.grain = $n
              and period.kind = any($n::text[])
              and period.starts_on between $n::date and $n::date
          ) as other
        ) as part
        group by 1
      ) as part on part.place = date_range.place
      where line.line = $n
    ) as line
  ) as "row"
)
select total.*,
  "row"."id" is null as "#empty",
  "row"."id" as "id",
  "row"."sequence" as "sequence",
  "row"."ledgerAccountId" as "ledgerAccountId",
  "row"."since" as "since",
  "row"."until" as "until",
  "row"."period" as "period",
  "row"."code" as "code",
  "row"."name" as "name",
  "row"."line" as "line",
  "row"."amount" as "amount",
  "row"."before" as "before",
  "row"."change" as "change",
  "row"."changeRate" as "changeRate",
  "row"."lastYear" as "lastYear",
  "row"."yearChange" as "yearChange",
  "row"."yearChangeRate" as "yearChangeRate"
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
