with found as materialized (
  select "row"."id" as "id",
    "row"."sequence" as "sequence",
    "row"."ledgerAccountId" as "ledgerAccountId",
    "row"."since" as "since",
    "row"."until" as "until",
    "row"."period" as "period",
    "row"."code" as "code",
    "row"."name" as "name",
    "row"."accountType" as "accountType",
    "row"."openingDebit" as "openingDebit",
    "row"."openingCredit" as "openingCredit",
    "row"."debit" as "debit",
    "row"."credit" as "credit",
    "row"."closingDebit" as "closingDebit",
    "row"."closingCredit" as "closingCredit"
  from (
    select held.id || '-' || held.place as id,
      row_number() over (order by held.place, ledger.code collate "C")::integer as sequence,
      held.id as "ledgerAccountId",
      held.since,
      held.until,
      held.period,
      ledger.code,
      coalesce(nullif("ledger"."english_name", ''), "ledger"."name") as name,
      ledger.type as "accountType",
      greatest(held.opening, 0) as "openingDebit",
      greatest(-held.opening, 0) as "openingCredit",
      held.debit,
      held.credit,
      greatest(held.opening + held.debit - held.credit, 0) as "closingDebit",
      greatest(held.credit - held.debit - held.opening, 0) as "closingCredit"
    from (
      with flow as (
        select purse,
          holder_id,
          $n::date as day,
          amount as opening,
          0::numeric as debit,
          0::numeric as credit,
          false as carries
        from (
          select purse, holder_id, amount
          from whole_money_balance
          where tenant_id = $n
          union all
          select period.purse, period.holder_id, -period.amount
          from whole_money_period as period
          where period.tenant_id = $n
            and period.purse = any($n::text[])
            and period.grain = 'd'
            and period.starts_on > $n::date
            and period.starts_on < $n::date
          union all
          select period.purse, period.holder_id, -period.amount
          from whole_money_period as period
          where period.tenant_id = $n
            and period.purse = any($n::text[])
            and period.grain = 'm'
            and period.starts_on >= $n::date
        ) as held
        union all
        select purse, holder_id, $n::date, amount_out - amount_in, amount_in, amount_out, false
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
        select purse,
          holder_id,
          $n::date,
          case when ended_on < $n::date then -amount else 0 end,
          case when ended_on < $n::date then 0 else greatest(-amount, 0) end,
          case when ended_on < $n::date then 0 else greatest(amount, 0) end,
          true
        from (
          select period.purse, period.holder_id, year.ended_on, sum(period.amount) as amount
          from whole_money_period as period
          join tenant_setting as setting on setting.tenant_id = $n
          cross join lateral (
            select (date_trunc('year', period.starts_on) + interval '1 year' - interval '1 day')::date as
                ended_on
          ) as year
          where period.tenant_id = $n
            and period.purse = any($n::text[])
            and period.grain = 'm'
            and year.ended_on <= setting.closed_until
          group by 1, 2, 3
        ) as earned
        where ended_on <= $n::date
      ),
        booked as (
          select ledger.id, ledger.type, 0 as place, flow.opening, flow.debit, flow.credit, flow.carries
          from (
            select purse,
              case when purse in ('account', 'item', 'deposit', 'accountValue', 'depositValue') then
                  holder_id end as holder_id,
              day,
              carries,
              sum(opening) as opening,
              sum(debit) as debit,
              sum(credit) as credit
            from flow
            group by 1, 2, 3, 4
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
          where ledger.id is not null and (not flow.carries or ledger.type = any($n::text[]))
        ),
        whole as (
          select id, type, place, opening, debit, credit
          from booked
          union all
          select retained.id, retained.type, booked.place, -booked.opening, booked.credit, booked.debit
          from booked
          cross join (
            select ledger.id, ledger.type, ledger.code
            from ledger_role as played
            join ledger_account as ledger on ledger.tenant_id = $n and ledger.id = played.ledger_account_id
            where played.tenant_id = $n and played.role = $n
          ) as retained
          where booked.carries
        ),
        moved as (
          select id, type, place, sum(opening) as opening, sum(debit) as debit, sum(credit) as credit
          from whole
          group by 1, 2, 3
        ),
        account as (
          select id, type, sum(opening) as opening
          from moved
          group by 1, 2
          having sum(opening) <> 0 or bool_or(debit <> 0 or credit <> 0)
        )
      select account.id,
        account.type,
        date_range.place,
        date_range.since,
        date_range.until,
        date_range.period,
        account.opening +
            coalesce(sum(moved.debit - moved.credit) over
            (partition by account.id order by date_range.place rows between unbounded preceding and 1
            preceding), 0) as opening,
        coalesce(moved.debit, 0) as debit,
        coalesce(moved.credit, 0) as credit
      from account
      cross join (values (0, $n::date, $n::date, $n::text)) as date_range(place, since, until, period)
      left join moved on moved.id = account.id and moved.place = date_range.place
    ) as held
    join ledger_account as ledger on ledger.tenant_id = $n and ledger.id = held.id
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
  "row"."accountType" as "accountType",
  "row"."openingDebit" as "openingDebit",
  "row"."openingCredit" as "openingCredit",
  "row"."debit" as "debit",
  "row"."credit" as "credit",
  "row"."closingDebit" as "closingDebit",
  "row"."closingCredit" as "closingCredit"
from (
  select count(*) as "#",
    coalesce(sum("row"."openingDebit"), 0) as "#openingDebit",
    coalesce(sum("row"."openingCredit"), 0) as "#openingCredit",
    coalesce(sum("row"."debit"), 0) as "#debit",
    coalesce(sum("row"."credit"), 0) as "#credit",
    coalesce(sum("row"."closingDebit"), 0) as "#closingDebit",
    coalesce(sum("row"."closingCredit"), 0) as "#closingCredit"
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
